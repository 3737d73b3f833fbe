#include "model/expected_mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/complaint.h"
#include "base/source_text.h"
#include "files/text_file.h"
#include "model/document.h"
#include "model/document_reader.h"

namespace graphrun {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// What both forms of the file have in common. Names and devices are views into the file's text.
class MappingBuilder {
 public:
  explicit MappingBuilder(std::string file) { mapping_.file = std::move(file); }

  // The line where `name` stands already; 0: it is new.
  int line_of(std::string_view name) const {
    const auto found = lines_.find(name);
    return found == lines_.end() ? 0 : found->second;
  }

  // The index of a device's text; nullopt: it is malformed.
  std::optional<std::uint32_t> device(std::string_view text) {
    const auto found = devices_.find(text);
    if (found != devices_.end()) return found->second;
    const auto spec = parse_device_spec(text);
    if (!spec) return std::nullopt;
    const auto index = static_cast<std::uint32_t>(mapping_.devices.size());
    mapping_.devices.push_back({*spec, std::string(text)});
    devices_.emplace(text, index);
    return index;
  }

  void add(std::string_view name, bool is_pattern, std::uint32_t device, int line) {
    lines_.emplace(name, line);
    mapping_.nodes.push_back({std::string(name), is_pattern, device, line});
  }

  ExpectedMapping take() { return std::move(mapping_); }

 private:
  ExpectedMapping mapping_;
  std::unordered_map<std::string_view, int> lines_;
  std::unordered_map<std::string_view, std::uint32_t> devices_;
};

constexpr std::string_view kDeviceExamples =
    "expected one like /gpu:0, /gpu:* or /job:local/task:1/device:GPU:0";

class TextReader {
 public:
  explicit TextReader(SourceText source) : source_(std::move(source)), builder_(source_.file()) {}

  ExpectedMapping read() {
    const std::string_view text = source_.text();
    for (std::size_t begin = 0; begin < text.size(); ++line_) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      line_text_ = text.substr(begin, end - begin);
      read_line();
      begin = end + 1;
    }
    complaints_.throw_if_any();
    return builder_.take();
  }

 private:
  void read_line() {
    const std::string_view line = trimmed(line_text_.substr(0, line_text_.find('#')));
    if (line.empty()) return;
    const std::size_t colon = line.find(':');
    const std::string_view name = trimmed(line.substr(0, colon));
    const std::string_view device =
        colon == std::string_view::npos ? std::string_view() : trimmed(line.substr(colon + 1));
    const bool is_name = !name.empty() && name.find_first_of(kBlanks) == std::string_view::npos;
    if (!is_name || device.empty()) {
      complain(line, fmt::format("expected 'name: device', got '{}'", line), "such as 'b: /gpu:0'");
      return;
    }
    const auto index = builder_.device(device);
    if (!index) {
      complain(device, fmt::format("malformed device '{}'", device), std::string(kDeviceExamples));
    } else if (const int other = builder_.line_of(name); other != 0) {
      complain(name, fmt::format("duplicate name '{}'", name),
               fmt::format("it is also on line {}", other));
    } else {
      builder_.add(name, name.find('*') != std::string_view::npos, *index,
                   static_cast<int>(line_) + 1);
    }
  }

  // `at` is a part of the line.
  void complain(std::string_view at, std::string what, std::string note) {
    const auto column = static_cast<std::uint32_t>(at.data() - line_text_.data());
    complaints_.add({source_.position({line_, column}), std::move(what), std::move(note), ""});
  }

  SourceText source_;
  MappingBuilder builder_;
  Complaints complaints_;
  std::uint32_t line_ = 0;
  std::string_view line_text_;
};

class JsonReader {
 public:
  explicit JsonReader(const Document& document)
      : document_(document), reader_(document, complaints_), builder_(document.source()->file()) {}

  ExpectedMapping read() {
    const ValueId root = document_.root();
    const ValueId nodes = document_.find(root, "nodes");
    if (nodes == kNoValue) {
      reader_.complain(root, "expected the JSON that 'place --format json' writes",
                       "it has no 'nodes'");
    } else if (reader_.expect_sequence(nodes, "a list of nodes")) {
      for (ValueId node = document_.first(nodes); node != kNoValue; node = document_.next(node)) {
        read_node(node);
      }
    }
    complaints_.throw_if_any();
    return builder_.take();
  }

 private:
  void read_node(ValueId node) {
    if (!reader_.expect_mapping(node, "a node with 'name' and 'device'")) return;
    const ValueId name = member(node, "name");
    const ValueId device = member(node, "device");
    if (name == kNoValue || device == kNoValue) return;
    const std::string_view name_text = document_.text(name);
    const auto index = builder_.device(document_.text(device));
    if (!index) {
      reader_.complain(device, fmt::format("malformed device '{}'", document_.text(device)),
                       std::string(kDeviceExamples));
    } else if (const int other = builder_.line_of(name_text); other != 0) {
      reader_.complain(name, fmt::format("duplicate name '{}'", name_text),
                       fmt::format("it is also on line {}", other));
    } else {
      builder_.add(name_text, false, *index, static_cast<int>(document_.mark(name).line) + 1);
    }
  }

  // kNoValue with a complaint: it is not there, or not a text.
  ValueId member(ValueId node, std::string_view key) {
    const ValueId value = document_.find(node, key);
    if (value == kNoValue) {
      reader_.complain(node, fmt::format("a node without '{}'", key));
      return kNoValue;
    }
    return reader_.expect_text(value, "a text") ? value : kNoValue;
  }

  const Document& document_;
  Complaints complaints_;
  DocumentReader reader_;
  MappingBuilder builder_;
};

}  // namespace

ExpectedMapping read_expected_mapping(const std::string& path) {
  return read_expected_mapping_text(path == "-" ? "<stdin>" : path, read_text_file(path));
}

ExpectedMapping read_expected_mapping_text(std::string file, std::string text) {
  SourceText source(std::move(file), std::move(text));
  const std::size_t first = source.text().find_first_not_of(" \t\r\n");
  if (first == std::string::npos || source.text()[first] != '{') {
    return TextReader(std::move(source)).read();
  }
  const Document document(std::move(source));
  return JsonReader(document).read();
}

}  // namespace graphrun
