#include "manifest/collective_launcher.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace carpool {
namespace {

constexpr std::array<std::string_view, 9> kPrograms{
    "mpiexec",      "mpirun",  "mpiexec.hydra",  "mpiexec.mpich", "mpiexec.openmpi",
    "mpirun.mpich", "orterun", "mpirun.openmpi", "srun"};

}  // namespace

bool starts_all_ranks(const std::vector<std::string>& launcher) {
  return std::ranges::any_of(launcher, [](const std::string& word) {
    const std::string name = std::filesystem::path(word).filename().string();
    return std::ranges::find(kPrograms, name) != kPrograms.end();
  });
}

}  // namespace carpool
