// What follows the `=` of --feed; see feed_reader.h.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/closest_match.h"
#include "base/error.h"
#include "model/feed_reader.h"
#include "model/tensor_reader.h"

namespace graphrun {
namespace {

constexpr auto kUniformSettings = std::to_array<std::string_view>({"low", "high", "seed"});
constexpr auto kNormalSettings = std::to_array<std::string_view>({"mean", "stddev", "seed"});
constexpr auto kFileSettings = std::to_array<std::string_view>({"dtype", "shape"});

// "a=1,b=2" after the first colon of --feed; calls set(key, value) for each.
template <typename Set>
void for_each_setting(std::string_view settings, const std::string& said_by, const Set& set) {
  while (!settings.empty()) {
    const std::size_t comma = settings.find(',');
    const std::string_view setting = settings.substr(0, comma);
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos) {
      throw Error(ExitStatus::usage,
                  fmt::format("{}: expected setting=value, got '{}'", said_by, setting));
    }
    set(setting.substr(0, equals), setting.substr(equals + 1));
    settings = comma == std::string_view::npos ? std::string_view() : settings.substr(comma + 1);
  }
}

template <typename T>
T parse_number(std::string_view text, const std::string& said_by) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc() || stop != end) {
    throw Error(ExitStatus::usage, fmt::format("{}: '{}' is not a number", said_by, text));
  }
  return value;
}

[[noreturn]] void unknown_setting(std::string_view key, std::span<const std::string_view> known,
                                  const std::string& said_by) {
  std::string note = did_you_mean(key, known);
  if (note.empty()) note = "expected " + listed(known);
  throw Error(ExitStatus::usage, fmt::format("{}: unknown setting '{}'; {}", said_by, key, note));
}

FeedSource parse_random(std::string_view kind, std::string_view settings,
                        const std::string& said_by) {
  if (kind == "normal") {
    NormalFeed feed;
    for_each_setting(settings, said_by, [&](std::string_view key, std::string_view value) {
      if (key == "mean") {
        feed.mean = parse_number<double>(value, said_by);
      } else if (key == "stddev") {
        feed.stddev = parse_number<double>(value, said_by);
      } else if (key == "seed") {
        feed.seed = parse_number<std::int64_t>(value, said_by);
      } else {
        unknown_setting(key, kNormalSettings, said_by);
      }
    });
    return feed;
  }
  UniformFeed feed;
  for_each_setting(settings, said_by, [&](std::string_view key, std::string_view value) {
    if (key == "low") {
      feed.low = parse_number<double>(value, said_by);
    } else if (key == "high") {
      feed.high = parse_number<double>(value, said_by);
    } else if (key == "seed") {
      feed.seed = parse_number<std::int64_t>(value, said_by);
    } else {
      unknown_setting(key, kUniformSettings, said_by);
    }
  });
  return feed;
}

// "2x3", for a raw file's shape: commas part the settings.
Shape parse_extents(std::string_view text, const std::string& said_by) {
  std::vector<std::int64_t> extents;
  while (!text.empty()) {
    const std::size_t x = text.find('x');
    extents.push_back(parse_number<std::int64_t>(text.substr(0, x), said_by));
    text = x == std::string_view::npos ? std::string_view() : text.substr(x + 1);
  }
  const bool fits = extents.size() <= static_cast<std::size_t>(Shape::kMaxRank) &&
                    std::ranges::all_of(extents, [](auto extent) { return extent >= 0; });
  if (!fits) {
    throw Error(ExitStatus::usage, fmt::format("{}: expected a shape such as 2x3", said_by));
  }
  return Shape(std::span<const std::int64_t>(extents));
}

FileFeed parse_file(const std::string& text, const std::string& said_by) {
  const std::size_t npz = text.find(".npz:");
  if (npz != std::string::npos)
    return {.path = text.substr(0, npz + 4), .key = text.substr(npz + 5)};
  const std::size_t colon = text.find(":dtype=");
  const std::size_t shape = text.find(":shape=");
  const std::size_t settings = std::min(colon, shape);
  FileFeed feed{.path = text.substr(0, settings)};
  if (settings == std::string::npos) return feed;
  for_each_setting(std::string_view(text).substr(settings + 1), said_by,
                   [&](std::string_view key, std::string_view value) {
                     if (key == "shape") {
                       feed.shape = parse_extents(value, said_by);
                       return;
                     }
                     if (key != "dtype") {
                       unknown_setting(key, kFileSettings, said_by);
                     }
                     feed.dtype = parse_dtype(value);
                     if (!feed.dtype) {
                       throw Error(ExitStatus::usage,
                                   fmt::format("{}: unknown type '{}'", said_by, value));
                     }
                   });
  return feed;
}

// Whether the text is a YAML value and not a file's name.
bool is_inline(std::string_view text) {
  if (text.starts_with('[') || text.starts_with('"') || text.starts_with('\'')) return true;
  return !std::holds_alternative<std::string>(plain_scalar(text).of);
}

}  // namespace

FeedSource parse_feed(const std::string& text, DType dtype, const Shape& shape,
                      const std::string& said_by) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = std::string_view(text).substr(0, colon);
  if (kind == "random" || kind == "normal") {
    const std::string_view settings =
        colon == std::string::npos ? std::string_view() : std::string_view(text).substr(colon + 1);
    return parse_random(kind, settings, said_by);
  }
  if (!is_inline(text)) return parse_file(text, said_by);

  ModelFile file;
  file.document = std::make_shared<Document>(SourceText(said_by, text));
  Complaints complaints;
  Evaluator evaluator(file, complaints);
  const ValueId root = file.document->root();
  TensorFrame frame{.dtype = dtype};
  if (file.document->is_scalar(root) && shape.is_complete()) frame.shape = shape;
  if (file.document->has_dollar(root)) {
    throw Error(ExitStatus::usage, said_by + ": a value on the command line holds no '$'");
  }
  auto literal = read_tensor(evaluator, root, frame, "");
  complaints.throw_if_any();
  return std::move(*literal);
}

}  // namespace graphrun
