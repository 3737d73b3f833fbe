#include "model/yaml_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace graphrun {
namespace {

// A quote after one of these begins a text; after others it is an apostrophe.
constexpr std::string_view kBeforeValue = "[{,: ";

constexpr std::string_view kTabNote = "YAML is indented with spaces, not with tabs";

// yaml-cpp's messages that need no more than other words.
struct Rewording {
  std::string_view message;
  std::string_view what;
  std::string_view note;
};
constexpr auto kRewordings = std::to_array<Rewording>({
    {"illegal block entry", "a '-' cannot stand here", "each item of a list begins a line"},
    {"the referenced anchor is not defined", "this alias names nothing",
     "an anchor (&name) stands before its aliases (*name)"},
});

std::string_view line_around(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

// A tab among the blanks that the line of the fault begins with.
std::optional<std::size_t> indenting_tab(std::string_view text, std::size_t offset) {
  const std::string_view line = line_around(text, offset);
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos || tab > line.find_first_not_of(" \t")) return std::nullopt;
  return static_cast<std::size_t>(line.data() - text.data()) + tab;
}

class Explanation {
 public:
  Explanation(std::string_view message, const YamlProgress& progress, std::string_view text)
      : message_(message), progress_(progress), text_(text) {}

  YamlFault fault() const {
    if (const auto tab = indenting_tab(text_, progress_.offset)) {
      return {mark_at(text_, *tab), "a tab", std::string(kTabNote)};
    }
    if (message_.ends_with("flow not found") || message_ == "illegal flow end") return bracket();
    if (message_ == "illegal EOF in scalar") return open_quote();
    if (message_ == "illegal map value") return colon();
    if (message_ == "end of map not found" || message_ == "end of sequence not found") {
      return stray();
    }
    if (message_ == "unknown token" && progress_.offset < text_.size()) {
      return here(fmt::format("a text cannot begin with '{}'", text_[progress_.offset]),
                  "quotes make it one");
    }
    if (message_.starts_with("unknown escape character: ")) {
      return here(fmt::format("unknown escape '\\{}'", message_.back()),
                  "in double quotes a '\\' is written '\\\\'");
    }
    for (const Rewording& rewording : kRewordings) {
      if (rewording.message != message_) continue;
      return here(std::string(rewording.what), std::string(rewording.note));
    }
    return here(fmt::format("this is not YAML: {}", message_), "");
  }

 private:
  YamlFault here(std::string what, std::string note) const {
    return {progress_.at, std::move(what), std::move(note)};
  }

  // The innermost bracket that is open at the fault. yaml-cpp looks far ahead of what it has told.
  std::optional<std::size_t> open_bracket() const {
    std::vector<std::size_t> open;
    const std::size_t begin =
        progress_.brackets.empty() ? progress_.end_of_last_value : progress_.brackets.front();
    const std::size_t end = std::min(progress_.offset, text_.size());
    char quote = 0;
    char before = ' ';  // the last character that is not a blank
    for (std::size_t i = begin; i < end; ++i) {
      const char c = text_[i];
      if (quote != 0) {
        if (c == '\\' && quote == '"') ++i;
        if (c == quote) quote = 0;
      } else if ((c == '"' || c == '\'') && kBeforeValue.find(before) != std::string_view::npos) {
        quote = c;
      } else if (c == '[' || c == '{') {
        open.push_back(i);
      } else if ((c == ']' || c == '}') && !open.empty()) {
        open.pop_back();
      }
      if (c != ' ' && c != '\n' && c != '\r') before = c;
    }
    return open.empty() ? std::nullopt : std::optional(open.back());
  }

  YamlFault bracket() const {
    const auto offset = open_bracket();
    if (!offset) return here("this bracket closes nothing", "");
    const char open = text_[*offset];
    const SourceMark at = mark_at(text_, *offset);
    const bool at_end =
        text_.find_first_not_of(" \t\r\n", std::min(progress_.offset, text_.size())) ==
        std::string_view::npos;
    if (at_end) return {at, fmt::format("this '{}' is not closed", open), ""};
    std::string note = fmt::format("the '{}' of line {} is not closed yet", open, at.line + 1);
    return here(fmt::format("expected ',' or '{}'", open == '[' ? ']' : '}'), std::move(note));
  }

  // What stands before the fault in its line.
  std::string_view before() const {
    const std::string_view line = line_around(text_, progress_.offset);
    return line.substr(0, progress_.at.column);
  }

  YamlFault colon() const {
    const bool is_second = before().find(':') != std::string_view::npos;
    return here("a ':' cannot stand here", is_second ? "quotes make a text of what holds ': '"
                                                     : "is this line indented as those above it?");
  }

  YamlFault stray() const {
    if (before().find_first_not_of(" -") != std::string_view::npos) {
      return here("nothing can follow here", "the value before it is complete");
    }
    return here("this line fits none above it", "is it indented as they are?");
  }

  YamlFault open_quote() const {
    const std::size_t quote = text_.find_first_of("'\"", progress_.end_of_last_value);
    if (quote == std::string_view::npos) return here("the file ends within a text", "");
    return {mark_at(text_, quote), "this quote is not closed", ""};
  }

  std::string_view message_;
  const YamlProgress& progress_;
  std::string_view text_;
};

}  // namespace

YamlFault explain_yaml_fault(std::string_view message, const YamlProgress& progress,
                             std::string_view text) {
  return Explanation(message, progress, text).fault();
}

SourceMark mark_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::ranges::count(before, '\n');
  const std::size_t newline = before.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return {static_cast<std::uint32_t>(lines), static_cast<std::uint32_t>(offset - begin)};
}

}  // namespace graphrun
