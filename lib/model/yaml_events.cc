#include "model/yaml_events.h"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <streambuf>

namespace graphrun {
namespace {

// yaml-cpp keeps what may still turn out to be a key, such as a list in brackets, in tokens of some
// hundred bytes until it has seen its end. These bound how much of the file that can be.
constexpr std::size_t kLongestValueBytes = 32 << 20;
constexpr std::size_t kMostDelimiters = 1'600'000;

struct ValueIsTooLong {};
struct ValueHasTooMuch {};

// The text, piece by piece, as long as values come of it.
class WatchedText final : public std::streambuf {
 public:
  explicit WatchedText(const std::string& text) : text_(text) {}

  void a_value_came() {
    bytes_ = 0;
    delimiters_ = 0;
  }

 protected:
  int_type underflow() override {
    if (next_ == text_.size()) return traits_type::eof();
    const std::string_view piece = std::string_view(text_).substr(next_, kPieceBytes);
    bytes_ += piece.size();
    delimiters_ += static_cast<std::size_t>(std::ranges::count_if(
        piece, [](char c) { return c == ',' || c == ':' || c == '[' || c == '{'; }));
    if (bytes_ > kLongestValueBytes) throw ValueIsTooLong();
    if (delimiters_ > kMostDelimiters) throw ValueHasTooMuch();
    char* begin = const_cast<char*>(piece.data());  // streambuf's interface; it is only read
    setg(begin, begin, begin + piece.size());
    next_ += piece.size();
    return traits_type::to_int_type(piece.front());
  }

 private:
  static constexpr std::size_t kPieceBytes = 1 << 16;

  const std::string& text_;
  std::size_t next_ = 0;
  std::size_t bytes_ = 0;       // read since the last value came
  std::size_t delimiters_ = 0;  // in them
};

SourceMark mark_of(const YAML::Mark& mark) {
  return {static_cast<std::uint32_t>(std::max(0, mark.line)),
          static_cast<std::uint32_t>(std::max(0, mark.column))};
}

class Events final : public YAML::EventHandler {
 public:
  Events(DocumentBuilder& builder, WatchedText& text) : builder_(builder), text_(text) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (has_document_) {
      builder_.fail(mark_of(mark), "a second document", "a graph file is one document");
    }
    has_document_ = true;
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    builder_.add_null(place(mark), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    builder_.add_scalar(place(mark), tag, anchor, text);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    builder_.add_alias(place(mark), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    builder_.open(ValueKind::sequence, place(mark), tag, anchor);
  }
  void OnSequenceEnd() override { builder_.close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    builder_.open(ValueKind::mapping, place(mark), tag, anchor);
  }
  void OnMapEnd() override { builder_.close(); }

 private:
  DocumentBuilder::Place place(const YAML::Mark& mark) {
    text_.a_value_came();
    return {mark_of(mark), static_cast<std::size_t>(std::max(0, mark.pos))};
  }

  DocumentBuilder& builder_;
  WatchedText& text_;
  bool has_document_ = false;
};

}  // namespace

void read_yaml(const SourceText& source, DocumentBuilder& builder) {
  WatchedText text(source.text());
  Events events(builder, text);
  try {
    std::istream stream(&text);
    stream.exceptions(std::ios::badbit);  // lets what WatchedText throws through
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(events)) {
    }
    builder.check_last_text();
  } catch (const ValueIsTooLong&) {
    builder.fail(builder.last_mark(),
                 fmt::format("what follows here is longer than {} MiB", kLongestValueBytes >> 20),
                 "", "large tensors are read from files: {file: w.npy}");
  } catch (const ValueHasTooMuch&) {
    builder.fail(builder.last_mark(),
                 fmt::format("what follows here has more than {} commas, colons and brackets",
                             kMostDelimiters),
                 "", "large tensors are read from files: {file: w.npy}");
  } catch (const YAML::DeepRecursion&) {
    builder.fail(builder.last_mark(), std::string(DocumentBuilder::kTooDeep));
  } catch (const YAML::ParserException& problem) {
    YamlProgress progress = builder.progress();
    progress.at = mark_of(problem.mark);
    progress.offset = static_cast<std::size_t>(std::max(0, problem.mark.pos));
    YamlFault fault = explain_yaml_fault(problem.msg, progress, source.text());
    builder.fail(fault.at, std::move(fault.what), std::move(fault.note));
  }
}

}  // namespace graphrun
