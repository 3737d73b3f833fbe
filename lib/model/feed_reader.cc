#include "model/feed_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/closest_match.h"
#include "base/error.h"
#include "files/array_file.h"
#include "model/tensor_reader.h"

namespace graphrun {
namespace {

constexpr auto kSourceKeys =
    std::to_array<std::string_view>({"file", "value", "random_uniform", "random_normal"});
constexpr auto kFileKeys =
    std::to_array<std::string_view>({"file", "key", "dtype", "shape"});
constexpr auto kUniformKeys = std::to_array<std::string_view>({"low", "high", "seed"});
constexpr auto kNormalKeys = std::to_array<std::string_view>({"mean", "stddev", "seed"});

class FeedReader {
 public:
  FeedReader(Evaluator& evaluator, DType dtype, const Shape& shape, const std::string& folder)
      : evaluator_(evaluator),
        document_(evaluator.document()),
        reader_(evaluator.reader()),
        dtype_(dtype),
        shape_(shape),
        folder_(folder) {}

  std::optional<FeedSource> read(ValueId value) {
    if (!reader_.expect_mapping(value, fmt::format("a source: {}", listed(kSourceKeys)))) {
      return std::nullopt;
    }
    if (document_.find(value, "file") != kNoValue) return read_file(value);
    reader_.check_keys(value, "a feed", kSourceKeys);
    if (document_.size(value) != 1) {
      reader_.complain(value, fmt::format("a feed has one source: {}", listed(kSourceKeys)));
      return std::nullopt;
    }
    if (const ValueId at = document_.find(value, "value"); at != kNoValue) {
      TensorFrame frame{.dtype = dtype_};
      if (document_.is_scalar(at) && shape_.is_complete()) frame.shape = shape_;
      auto literal = read_tensor(evaluator_, at, frame, folder_);
      if (!literal) return std::nullopt;
      return FeedSource{std::move(*literal)};
    }
    if (const ValueId at = document_.find(value, "random_uniform"); at != kNoValue) {
      UniformFeed feed;
      if (!settings(at, kUniformKeys)) return std::nullopt;
      number(at, "low", feed.low);
      number(at, "high", feed.high);
      seed(at, feed.seed);
      return FeedSource{feed};
    }
    if (const ValueId at = document_.find(value, "random_normal"); at != kNoValue) {
      NormalFeed feed;
      if (!settings(at, kNormalKeys)) return std::nullopt;
      number(at, "mean", feed.mean);
      number(at, "stddev", feed.stddev);
      seed(at, feed.seed);
      return FeedSource{feed};
    }
    return std::nullopt;
  }

 private:
  bool settings(ValueId at, std::span<const std::string_view> keys) {
    if (document_.is_null(at)) return true;
    if (!reader_.expect_mapping(at, "settings: {seed: 1}")) return false;
    reader_.check_keys(at, "a random feed", keys);
    return true;
  }

  void number(ValueId mapping, std::string_view key, double& into) {
    const ValueId at = document_.find(mapping, key);
    if (at == kNoValue) return;
    if (const auto number = evaluator_.number(at, "a number")) into = *number;
  }

  void seed(ValueId mapping, std::int64_t& into) {
    const ValueId at = document_.find(mapping, "seed");
    if (at == kNoValue) return;
    if (const auto seed = evaluator_.integer(at, "an integer seed")) into = *seed;
  }

  std::optional<FeedSource> read_file(ValueId value) {
    reader_.check_keys(value, "a feed from a file", kFileKeys);
    FileFeed feed;
    const auto path = evaluator_.text(document_.find(value, "file"), "a file's name");
    if (!path) return std::nullopt;
    feed.path = path->starts_with('/') ? std::string(*path) : folder_ + std::string(*path);
    if (const ValueId at = document_.find(value, "key"); at != kNoValue) {
      const auto key = evaluator_.text(at, "an array's name in the file");
      if (!key) return std::nullopt;
      feed.key = std::string(*key);
    }
    if (const ValueId at = document_.find(value, "dtype"); at != kNoValue) {
      const auto text = evaluator_.text(at, "a type");
      if (!text) return std::nullopt;
      feed.dtype = parse_dtype(*text);
      if (!feed.dtype) reader_.complain(at, fmt::format("unknown type '{}'", *text));
    }
    if (const ValueId at = document_.find(value, "shape"); at != kNoValue) {
      feed.shape = read_shape(evaluator_, at);
    }
    return FeedSource{std::move(feed)};
  }

  Evaluator& evaluator_;
  const Document& document_;
  DocumentReader& reader_;
  DType dtype_;
  const Shape& shape_;
  const std::string& folder_;
};

// "a=1,b=2" after the first colon of --feed; calls set(key, value) for each.
template <typename Set>
void for_each_setting(std::string_view settings, const std::string& said_by, const Set& set) {
  while (!settings.empty()) {
    const std::size_t comma = settings.find(',');
    const std::string_view setting = settings.substr(0, comma);
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos) {
      throw Error(ExitStatus::usage, fmt::format("{}: expected setting=value, got '{}'", said_by,
                                                 setting));
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
  throw Error(ExitStatus::usage,
              fmt::format("{}: unknown setting '{}'; {}", said_by, key, note));
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
        unknown_setting(key, kNormalKeys, said_by);
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
      unknown_setting(key, kUniformKeys, said_by);
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
  if (npz != std::string::npos) return {.path = text.substr(0, npz + 4), .key = text.substr(npz + 5)};
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
                       constexpr std::array<std::string_view, 2> kKnown = {"dtype", "shape"};
                       unknown_setting(key, kKnown, said_by);
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

std::optional<FeedSource> read_feed(Evaluator& evaluator, ValueId value, DType dtype,
                                    const Shape& shape, const std::string& folder) {
  return FeedReader(evaluator, dtype, shape, folder).read(value);
}

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
