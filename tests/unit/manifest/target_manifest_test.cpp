#include "manifest/target_manifest.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "manifest/whole_file.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

nlohmann::json valid_manifest() {
  return nlohmann::json::parse(R"({
    "schema": "carpool/manifest/v1", "target": "core", "executable": "/b/core tests",
    "launcher": ["env", "X=1;2"], "working_directory": "/b", "extra_arguments": ["a", null, ""],
    "discovery_extra_arguments": ["--list"], "framework": "googletest", "test_filter": "A.*",
    "entry_prefix": "p", "entry_suffix": "s", "test_list_variable": "core_TESTS",
    "pretty_types": true, "pretty_values": false, "reuse": "target", "isolation": "process",
    "isolate": ["A.*"], "workers": 3, "test_timeout_ms": 1500, "startup_timeout_ms": 60000,
    "discovery_timeout_ms": 5000, "recycle_after": 7, "retries": 2,
    "properties": [["LABELS", "a;b"]], "results_directory": "/b/Testing/Carpool",
    "test_list": "/b/tests.json", "ctest_file": "/b/entries.cmake", "defined_in": "/s/CMakeLists.txt"
  })");
}

class ManifestFile : public ::testing::Test {
 protected:
  Result<TargetManifest> read(const nlohmann::json& document) { return read_text(document.dump()); }

  Result<TargetManifest> read_text(const std::string& text) {
    EXPECT_TRUE(write_whole_file(file(), text));
    return read_target_manifest(file());
  }

  void expect_error(const Result<TargetManifest>& manifest, const std::string& error) {
    ASSERT_FALSE(manifest);
    EXPECT_EQ(manifest.error().message, "target manifest " + file().string() + ": " + error);
  }

  std::filesystem::path file() const { return directory_.path() / "manifest.json"; }

 private:
  const testing::TemporaryDirectory directory_;
};

TEST_F(ManifestFile, GivesEveryField) {
  const auto manifest = read(valid_manifest());
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_EQ(manifest->target, "core");
  EXPECT_EQ(manifest->executable, "/b/core tests");
  EXPECT_EQ(manifest->launcher, (std::vector<std::string>{"env", "X=1;2"}));
  EXPECT_EQ(manifest->working_directory, "/b");
  EXPECT_EQ(manifest->discovery_extra_arguments, std::vector<std::string>{"--list"});
  EXPECT_EQ(manifest->test_filter, "A.*");
  EXPECT_EQ(manifest->entry_prefix, "p");
  EXPECT_EQ(manifest->entry_suffix, "s");
  EXPECT_EQ(manifest->test_list_variable, "core_TESTS");
  EXPECT_TRUE(manifest->pretty_types);
  EXPECT_FALSE(manifest->pretty_values);
  EXPECT_EQ(manifest->reuse, Reuse::kTarget);
  EXPECT_EQ(manifest->isolation, Isolation::kProcess);
  EXPECT_EQ(manifest->isolate, std::vector<std::string>{"A.*"});
  EXPECT_EQ(manifest->workers, 3);
  EXPECT_EQ(manifest->test_timeout, std::chrono::milliseconds(1500));
  EXPECT_EQ(manifest->startup_timeout, std::chrono::seconds(60));
  EXPECT_EQ(manifest->discovery_timeout, std::chrono::seconds(5));
  EXPECT_EQ(manifest->recycle_after, 7);
  EXPECT_EQ(manifest->retries, 2);
  ASSERT_EQ(manifest->properties.size(), 1u);
  EXPECT_EQ(manifest->properties[0].second, "a;b");
  EXPECT_EQ(manifest->results_directory, "/b/Testing/Carpool");
  EXPECT_EQ(manifest->test_list, "/b/tests.json");
  EXPECT_EQ(manifest->ctest_file, "/b/entries.cmake");
  EXPECT_EQ(manifest->defined_in, "/s/CMakeLists.txt");
}

TEST_F(ManifestFile, LeavesOutArgumentsThatAGeneratorExpressionMadeNothing) {
  EXPECT_EQ(read(valid_manifest())->extra_arguments, (std::vector<std::string>{"a", ""}));
}

TEST_F(ManifestFile, KnowsTheOtherExecutablesOfItsCall) {
  nlohmann::json document = valid_manifest();
  EXPECT_TRUE(read(document)->sibling_test_lists.empty());
  document["sibling_test_lists"] = {"/b/1/tests.json", "/b/2/tests.json"};
  EXPECT_EQ(read(document)->sibling_test_lists,
            (std::vector<std::filesystem::path>{"/b/1/tests.json", "/b/2/tests.json"}));
}

TEST_F(ManifestFile, WithoutRecycleAfterNeverRecycles) {
  nlohmann::json document = valid_manifest();
  document.erase("recycle_after");
  EXPECT_EQ(read(document)->recycle_after, std::nullopt);
}

TEST_F(ManifestFile, WithoutWorldSizeAGangIsOneWorker) {
  EXPECT_EQ(read(valid_manifest())->world_size, 1);
  EXPECT_EQ(read(valid_manifest())->peer_grace, std::chrono::milliseconds(5000));
}

TEST_F(ManifestFile, GivesTheGangsSizeAndItsPeersGrace) {
  nlohmann::json document = valid_manifest();
  document["world_size"] = 4;
  document["peer_grace_ms"] = 250;
  const auto manifest = read(document);
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_EQ(manifest->world_size, 4);
  EXPECT_EQ(manifest->peer_grace, std::chrono::milliseconds(250));
}

TEST_F(ManifestFile, WithoutGranularityAnEntryRunsAClass) {
  const auto manifest = read(valid_manifest());
  EXPECT_EQ(manifest->granularity, Granularity::kClass);
  EXPECT_EQ(manifest->executable_target, "core");
  EXPECT_EQ(manifest->cmake_version, "");
}

TEST_F(ManifestFile, GivesTheGranularity) {
  nlohmann::json document = valid_manifest();
  document["executable_target"] = "core.Alpha";
  document["cmake_version"] = "3.25.1";
  const std::pair<std::string, Granularity> words[] = {{"class", Granularity::kClass},
                                                       {"method", Granularity::kMethod},
                                                       {"target", Granularity::kTarget}};
  for (const auto& [word, granularity] : words) {
    document["granularity"] = word;
    const auto manifest = read(document);
    ASSERT_TRUE(manifest) << manifest.error().message;
    EXPECT_EQ(manifest->granularity, granularity) << word;
    EXPECT_EQ(manifest->executable_target, "core.Alpha");
    EXPECT_EQ(manifest->cmake_version, "3.25.1");
  }
  document["granularity"] = "file";
  expect_error(read(document),
               "the key \"granularity\" must be \"class\" or \"method\" or \"target\", but is "
               "\"file\"; run CMake again");
}

TEST_F(ManifestFile, RefusesAGangOfNobodyAndNoGrace) {
  nlohmann::json document = valid_manifest();
  document["world_size"] = 0;
  expect_error(
      read(document),
      "the key \"world_size\" must be a whole number from 1 to 1024, but is 0; run CMake again");
  document["world_size"] = 2;
  document["peer_grace_ms"] = 0;
  const auto manifest = read(document);
  ASSERT_FALSE(manifest);
  EXPECT_NE(manifest.error().message.find("\"peer_grace_ms\""), std::string::npos);
}

TEST_F(ManifestFile, NamesAKeyThatIsMissing) {
  nlohmann::json document = valid_manifest();
  document.erase("executable");
  expect_error(read(document), "the key \"executable\" is missing; run CMake again");
}

TEST_F(ManifestFile, NamesAKeyOfTheWrongKind) {
  nlohmann::json document = valid_manifest();
  document["launcher"] = {1};
  expect_error(read(document),
               "the key \"launcher\" must be a list of strings, but is [1]; run CMake again");
}

TEST_F(ManifestFile, RefusesNumbersOutOfRange) {
  nlohmann::json document = valid_manifest();
  document["workers"] = 0;
  expect_error(
      read(document),
      "the key \"workers\" must be a whole number from 1 to 4096, but is 0; run CMake again");
  document["workers"] = 1;
  document["retries"] = -1;
  EXPECT_FALSE(read(document));
  document["retries"] = 18446744073709551615u;
  EXPECT_FALSE(read(document));
  document["retries"] = 1.5;
  EXPECT_FALSE(read(document));
}

TEST_F(ManifestFile, NamesTheWordsThatItKnows) {
  nlohmann::json document = valid_manifest();
  document["reuse"] = "never";
  expect_error(
      read(document),
      "the key \"reuse\" must be \"class\" or \"target\", but is \"never\"; run CMake again");
}

TEST_F(ManifestFile, RefusesPropertiesThatAreNoPairs) {
  nlohmann::json document = valid_manifest();
  document["properties"] = {{"LABELS"}};
  EXPECT_FALSE(read(document));
}

TEST_F(ManifestFile, SaysThatAnotherVersionWroteIt) {
  nlohmann::json document = valid_manifest();
  document["schema"] = "carpool/manifest/v2";
  expect_error(
      read(document),
      "the key \"schema\" must be \"carpool/manifest/v1\", but is \"carpool/manifest/v2\": written "
      "by another version of Carpool; run CMake again");
  document["schema"] = "carpool/tests/v1";
  expect_error(read(document),
               "the key \"schema\" must be \"carpool/manifest/v1\", but is \"carpool/tests/v1\": "
               "another of Carpool's documents, not the one that is wanted here");
}

TEST_F(ManifestFile, RefusesWhatIsNoJson) {
  expect_error(read_text("{\"schema\": "), "not a JSON object; run CMake again");
  expect_error(read_text("[]"), "not a JSON object; run CMake again");
}

TEST_F(ManifestFile, NamesAFileThatIsNotThere) {
  const auto manifest = read_target_manifest(file());
  ASSERT_FALSE(manifest);
  EXPECT_NE(manifest.error().message.find(file().string()), std::string::npos);
}

}  // namespace
}  // namespace carpool
