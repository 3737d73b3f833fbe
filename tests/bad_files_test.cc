// tests/bad holds graph files with a fault or two, and beside each NAME.yaml the whole of what is
// said about it, NAME.txt. UPDATE_EXPECTED=1 writes the latter anew: read the difference.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "catch.h"
#include "files/text_file.h"
#include "kernels/catalog.h"
#include "model/read_model.h"
#include "places.h"

namespace graphrun {
namespace {

std::string complaints_about(const std::filesystem::path& file, const OpCatalog& ops) {
  try {
    read_model_text("tests/bad/" + file.filename().string(), read_text_file(file), ops);
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::invalid);
    return error.what() + std::string("\n");
  }
  return "";
}

TEST_CASE("what is wrong with a graph file is said in full, at its place") {
  const OpCatalog ops = make_catalog();
  const bool updates = std::getenv("UPDATE_EXPECTED") != nullptr;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(in_project("tests/bad"))) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  REQUIRE(files.size() >= 60);
  for (const auto& file : files) {
    INFO(file.filename().string());
    const std::string said = complaints_about(file, ops);
    CHECK(!said.empty());
    auto expected = file;
    expected.replace_extension(".txt");
    if (updates) std::ofstream(expected, std::ios::binary) << said;
    CHECK(said == read_text_file(expected));
  }
}

}  // namespace
}  // namespace graphrun
