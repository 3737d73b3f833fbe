#include "model/document.h"

#include "base/error.h"
#include "catch.h"

namespace graphrun {
namespace {

// What is wrong with the text, with lines marked as the file's.
std::string fault(const std::string& text) {
  try {
    const Document document(SourceText("f.yaml", text));
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::invalid);
    return error.what();
  }
  return "no fault";
}

std::string first_line(const std::string& text) {
  const std::string all = fault(text);
  return all.substr(0, all.find('\n'));
}

std::string place(const FilePosition& at) {
  return std::to_string(at.line) + ":" + std::to_string(at.column);
}

TEST_CASE("a document is scalars, lists and mappings with their places") {
  const Document d(SourceText("f.yaml", "a: [1, \"two\"]\nb:\n  c: three\n"));
  const ValueId root = d.root();
  REQUIRE(d.is_mapping(root));
  CHECK(d.size(root) == 2);
  const ValueId a = d.find(root, "a");
  REQUIRE(d.is_sequence(a));
  CHECK(d.size(a) == 2);
  CHECK(d.text(d.first(a)) == "1");
  CHECK(!d.is_quoted(d.first(a)));
  const ValueId two = d.next(d.first(a));
  CHECK(d.text(two) == "two");
  CHECK(d.is_quoted(two));
  CHECK(d.next(two) == kNoValue);
  const ValueId c = d.find(d.find(root, "b"), "c");
  CHECK(d.text(c) == "three");
  CHECK(place(d.position(c)) == "3:6");
  CHECK(d.find(root, "c") == kNoValue);
}

TEST_CASE("null is ~, null and nothing at all") {
  const Document d(SourceText("f.yaml", "a: ~\nb: null\nc:\nd: \"~\"\ne: nullable"));
  CHECK(d.is_null(d.find(d.root(), "a")));
  CHECK(d.is_null(d.find(d.root(), "b")));
  CHECK(d.is_null(d.find(d.root(), "c")));
  CHECK(d.is_scalar(d.find(d.root(), "d")));
  CHECK(d.is_scalar(d.find(d.root(), "e")));
}

TEST_CASE("nothing stands after its key or its dash") {
  const Document d(SourceText("f.yaml", "a:\n\nb: [1]\n\"c\":   # later\nd:\n  -\n  - e"));
  CHECK(place(d.position(d.find(d.root(), "a"))) == "1:2");
  CHECK(place(d.position(d.find(d.root(), "c"))) == "4:4");
  CHECK(place(d.position(d.first(d.find(d.root(), "d")))) == "6:3");
}

TEST_CASE("a place within a scalar is told where the scalar stands as it reads") {
  const Document d(SourceText("f.yaml", "a: xyz\nb: \"xyz\"\nc: \"x\\tz\"\nd: >\n  xyz\n"));
  CHECK(place(d.position(d.find(d.root(), "a"), 2)) == "1:6");
  CHECK(place(d.position(d.find(d.root(), "b"), 2)) == "2:7");
  CHECK(place(d.position(d.find(d.root(), "c"), 2)) == "3:4");
  CHECK(place(d.position(d.find(d.root(), "d"), 2)) == "4:4");
}

TEST_CASE("a `$` is known from above") {
  const Document d(SourceText("f.yaml", "a: {b: [1, $x]}\nc: {d: [1, 2]}"));
  CHECK(d.has_dollar(d.root()));
  CHECK(d.has_dollar(d.find(d.root(), "a")));
  CHECK(!d.has_dollar(d.find(d.root(), "c")));
}

TEST_CASE("an alias is what it names, at its own place") {
  const Document d(SourceText("f.yaml", "a: &x [1, 2]\nb: *x\n"));
  const ValueId b = d.find(d.root(), "b");
  CHECK(d.is_sequence(b));
  CHECK(d.size(b) == 2);
  CHECK(place(d.position(b)) == "2:4");
}

TEST_CASE("a byte order mark is passed over") {
  const Document d(SourceText("f.yaml",
                              "\xef\xbb\xbf"
                              "a: b"));
  CHECK(place(d.position(d.find(d.root(), "a"))) == "1:4");
}

TEST_CASE("lines may end as Windows ends them") {
  const Document d(SourceText("f.yaml", "a: b\r\nc: [d]\r\n"));
  CHECK(d.text(d.find(d.root(), "a")) == "b");
  CHECK(d.position(d.find(d.root(), "c")).line_text == "c: [d]");
}

TEST_CASE("keys are text, each once") {
  CHECK(fault("a: 1\nb: {c: 1, c: 2}\na: 3\n[d]: 4\n") ==
        "f.yaml:2:11: duplicate key 'c'\n"
        " 2 | b: {c: 1, c: 2}\n"
        "   |           ^ it is already on line 2\n"
        "f.yaml:3:1: duplicate key 'a'\n"
        " 3 | a: 3\n"
        "   | ^ it is already on line 1\n"
        "f.yaml:4:1: a key must be text, not a list\n"
        " 4 | [d]: 4\n"
        "   | ^");
}

TEST_CASE("duplicates are found among many keys, too") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "k" + std::to_string(i) + ": 1\n";
  CHECK(first_line(text + "k42: 2\n") == "f.yaml:101:1: duplicate key 'k42'");
}

TEST_CASE("what is not YAML is said in words that help") {
  CHECK(first_line("a: [1, 2\n") == "f.yaml:1:4: this '[' is not closed");
  CHECK(first_line("a: [{b: 1}, {c: 2}\n\n") == "f.yaml:1:4: this '[' is not closed");
  CHECK(first_line("a: [1, {b: 2]\n") == "f.yaml:1:13: expected ',' or '}'");
  CHECK(first_line("a: [it's, {b: 2]\n") == "f.yaml:1:16: expected ',' or '}'");
  CHECK(first_line("a: 1]\n- b") == "f.yaml:2:1: this line fits none above it");
  CHECK(first_line("]\n") == "f.yaml:1:1: this bracket closes nothing");
  CHECK(first_line("a: \"b\n") == "f.yaml:1:4: this quote is not closed");
  CHECK(first_line("a: \"b") == "f.yaml:1:4: this quote is not closed");
  CHECK(first_line("a: 'it''s\n") == "f.yaml:1:4: this quote is not closed");
  CHECK(first_line("a: b: c\n") == "f.yaml:1:5: a ':' cannot stand here");
  CHECK(first_line("a:\n\tb: 1\n") == "f.yaml:2:1: a tab");
  CHECK(first_line("a:\n   b: 1\n  c: 2\n") == "f.yaml:3:3: this line fits none above it");
  CHECK(first_line("a: \"b\" c\n") == "f.yaml:1:8: nothing can follow here");
  CHECK(first_line("a: @b\n") == "f.yaml:1:4: a text cannot begin with '@'");
  CHECK(first_line("a: \"\\q\"\n") == "f.yaml:1:7: unknown escape '\\q'");
  CHECK(first_line("a: *b\n") == "f.yaml:1:4: this alias names nothing");
  CHECK(first_line("a: !!int 1\n") == "f.yaml:1:4: tags such as '!!int' are not supported");
  CHECK(first_line("a: 1\n---\nb: 2\n") == "f.yaml:2:1: a second document");
}

TEST_CASE("what could be read and is not allowed is said, too") {
  CHECK(fault("a: \"it ends\"\n") == "no fault");
  CHECK(fault("a: 'it''s'\n") == "no fault");
  CHECK(fault("a: !!str 1\n") == "no fault");
  CHECK(fault("--- a\n...\n") == "no fault");
  CHECK(first_line("a: &b [*b]\n") ==
        "f.yaml:1:8: this alias stands within the value that it names");
  CHECK(first_line("a: &b {c: 1}\nd: {<<: *b}\n") == "f.yaml:2:5: merge keys are not supported");
}

TEST_CASE("a file is text") {
  CHECK(fault(std::string("a: b\nc: \0", 9)) ==
        "f.yaml:2:4: a NUL byte\n"
        " 2 | c:  \n"
        "   |    ^ graph files are text");
  CHECK(first_line("a: b\nc: \xe9t\xe9\n") == "f.yaml:2:4: byte 0xe9 is not valid UTF-8");
}

}  // namespace
}  // namespace graphrun
