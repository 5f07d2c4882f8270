#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"
#include "export/export_format.h"

namespace carpool {

// What is wrong with a name of no format: says which there are.
Error no_such_format(std::string_view name);

// Writes a run, or a comparison, in the format: to the file, which appears whole or not at all; to
// the standard output for none and for "-".
Result<void> export_run(const ExportFormat& format, const std::filesystem::path& run,
                        const std::filesystem::path& output);
Result<void> export_comparison(const ExportFormat& format, const std::filesystem::path& comparison,
                               const std::filesystem::path& output);

// Writes a run in all formats that CARPOOL_EXPORT asks for, `<format>:<file>,...`; nothing where it
// is not set. The first error; what comes behind it is written all the same.
Result<void> export_as_wished(const std::filesystem::path& run);

}  // namespace carpool
