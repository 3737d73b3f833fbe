// The language of `$name` and `$(…)`, rule by rule.

#include "model/expression.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.h"
#include "model/value.h"
#include "model/variables.h"

namespace graphrun {

// So that a failing check says of which kind a value is.
static std::ostream& operator<<(std::ostream& out, const Value& value) {
  return out << kind(value) << ' ' << to_text(value);
}

namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Value list(std::vector<Value> elements) { return {std::move(elements)}; }
Value text(std::string content) { return {std::move(content)}; }

// What the scalars of these tests can see.
class Scene {
 public:
  Scene() {
    set("n", {10});
    set("size", {10000});
    set("rate", {0.5});
    set("whole", {2.0});
    set("on", {true});
    set("device", text("/gpu:0"));
    set("gpus", list({{0}, {1}, {3}}));
    set("nothing", list({}));
    set("least", {kLeast});
    set("infinite", {kInfinity});
    set("undefined", {std::nan("")});
  }

  void set(std::string_view name, Value value) {
    variables_.set_global(names_.intern(name), std::move(value));
  }

  Value evaluate(std::string_view scalar) {
    return Template(scalar, names_).evaluate(variables_, names_);
  }

  // nullopt: nothing is wrong with it.
  std::optional<ExpressionFault> fault(std::string_view scalar) {
    try {
      evaluate(scalar);
    } catch (const ExpressionFault& fault) {
      return fault;
    }
    return std::nullopt;
  }

 private:
  VariableNames names_;
  Variables variables_;
};

// The value of `$(expression)`.
Value value_of(std::string_view expression) {
  return Scene().evaluate(fmt::format("$({})", expression));
}

struct Meaning {
  std::string_view expression;
  Value value;
};

void check_values(const std::vector<Meaning>& meanings) {
  for (const auto& [expression, value] : meanings) {
    INFO(expression);
    CHECK(value_of(expression) == value);
  }
}

struct Fault {
  std::string scalar;
  std::size_t offset;
  std::string what;
  std::string note = "";
};

void check_faults(const std::vector<Fault>& faults) {
  for (const auto& [scalar, offset, what, note] : faults) {
    INFO(scalar.substr(0, 100));
    const std::optional<ExpressionFault> fault = Scene().fault(scalar);
    REQUIRE(fault);
    CHECK(fault->offset == offset);
    CHECK(fault->what == what);
    CHECK(fault->note == note);
  }
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("a plain scalar is a number or a bool where YAML's core schema says so") {
  const std::vector<std::pair<std::string_view, Value>> scalars = {
      {"3", {3}},
      {"-1", {-1}},
      {"+1", {1}},
      {"007", {7}},
      {"0x10", {16}},
      {"0xfF", {255}},
      {"0o17", {15}},
      {"9223372036854775807", {kLargest}},
      {"-9223372036854775808", {kLeast}},
      {"1.5", {1.5}},
      {"-.5", {-0.5}},
      {"1.", {1.0}},
      {"1e3", {1000.0}},
      {"+1.5E-1", {0.15}},
      {".inf", {kInfinity}},
      {"+.Inf", {kInfinity}},
      {"-.INF", {-kInfinity}},
      {"true", {true}},
      {"True", {true}},
      {"FALSE", {false}},
  };
  for (const auto& [scalar, value] : scalars) {
    INFO(scalar);
    CHECK(plain_scalar(scalar) == value);
  }
  CHECK(std::isnan(std::get<double>(plain_scalar(".nan").of)));
}

TEST_CASE("any other plain scalar is text") {
  for (const std::string_view scalar :
       {"",      "abc", "null", "~",    "yes",   "tRUE", "-",   "+",    ".",    "-.",  "e3",
        "1e",    "1e+", "1_0",  "0x",   "0xg",   "0o8",  "0X1", "-0x1", "1 2",  " 1",  "1a",
        "1.2.3", "+-1", "inf",  ".iNF", "-.nan", "nan",  "1:2", "--1",  "1e1.", "++1", "0b1"}) {
    INFO(scalar);
    CHECK(plain_scalar(scalar) == text(std::string(scalar)));
  }
}

TEST_CASE("an integer beyond 64 bits is a float, and a float beyond floats is infinite or zero") {
  CHECK(plain_scalar("9223372036854775808") == Value{9223372036854775808.0});
  CHECK(plain_scalar("-9223372036854775809") == Value{-9223372036854775808.0});
  CHECK(plain_scalar("0xFFFFFFFFFFFFFFFF") == Value{18446744073709551615.0});
  CHECK(plain_scalar("0x10000000000000000") == Value{18446744073709551616.0});
  CHECK(plain_scalar("1e999") == Value{kInfinity});
  CHECK(plain_scalar("-1e999") == Value{-kInfinity});
  CHECK(plain_scalar("1e-999") == Value{0.0});
}

TEST_CASE("a value is written as Python's str() writes numbers and YAML writes words") {
  const std::vector<std::pair<Value, std::string_view>> values = {
      {{3}, "3"},
      {{kLeast}, "-9223372036854775808"},
      {{0.5}, "0.5"},
      {{2.0}, "2.0"},
      {{-0.0}, "-0.0"},
      {{0.1}, "0.1"},
      {{1e15}, "1000000000000000.0"},
      {{1e16}, "1e+16"},
      {{1.5e300}, "1.5e+300"},
      {{0.0001}, "0.0001"},
      {{0.00001}, "1e-05"},
      {{kInfinity}, ".inf"},
      {{-kInfinity}, "-.inf"},
      {{std::nan("")}, ".nan"},
      {{true}, "true"},
      {{false}, "false"},
      {text("a b"), "a b"},
      {list({}), "[]"},
      {list({{1}, text("x"), list({{2.0}})}), "[1, x, [2.0]]"},
  };
  for (const auto& [value, written] : values) CHECK(to_text(value) == written);
}

TEST_CASE("a number that was written is read back as it was") {
  for (const double number : {2.0, 0.1, -1.0 / 3, 1e16, 123456789012345680.0, 5e-324, 1.7e308}) {
    CHECK(plain_scalar(to_text({number})) == Value{number});
  }
}

TEST_CASE("a value names its kind") {
  CHECK(kind({3}) == "integer");
  CHECK(kind({3.0}) == "float");
  CHECK(kind({true}) == "bool");
  CHECK(kind(text("3")) == "text");
  CHECK(kind(list({})) == "list");
}

TEST_CASE("a function sees the globals and its own variables, and nothing of its caller's") {
  VariableNames names;
  const VariableId n = names.intern("n");
  const VariableId d = names.intern("d");
  const VariableId m = names.intern("m");
  CHECK(names.intern("d") == d);
  CHECK(names.name(d) == "d");

  Variables variables;
  variables.set_global(n, {1});
  variables.push(n, {2});
  variables.push(d, {3});
  CHECK(*variables.find(n) == Value{2});

  variables.enter_function();
  CHECK(*variables.find(n) == Value{1});
  CHECK(variables.find(d) == nullptr);
  variables.push(m, {4});
  variables.push(d, {5});
  variables.push(d, {6});
  CHECK(*variables.find(d) == Value{6});
  CHECK(variables.in_sight() == std::vector{n, d, m});
  variables.pop();
  CHECK(*variables.find(d) == Value{5});

  variables.leave_function();
  CHECK(*variables.find(n) == Value{2});
  CHECK(*variables.find(d) == Value{3});
  CHECK(variables.find(m) == nullptr);
  variables.pop();
  variables.pop();
  CHECK(*variables.find(n) == Value{1});
  CHECK(variables.in_sight() == std::vector{n});
}

TEST_CASE("only a scalar with a dollar sign needs evaluating") {
  CHECK(Template::is_needed("/gpu:$d"));
  CHECK_FALSE(Template::is_needed("/gpu:0 (n - 1)"));
}

TEST_CASE("a scalar that is one substitution alone takes the value's kind") {
  Scene scene;
  CHECK(scene.evaluate("$n") == Value{10});
  CHECK(scene.evaluate("$rate") == Value{0.5});
  CHECK(scene.evaluate("$on") == Value{true});
  CHECK(scene.evaluate("$device") == text("/gpu:0"));
  CHECK(scene.evaluate("$gpus") == list({{0}, {1}, {3}}));
  CHECK(scene.evaluate("$(n - 1)") == Value{9});
  CHECK(scene.evaluate("$(gpus)") == list({{0}, {1}, {3}}));
}

TEST_CASE("inside other text a substitution is written out") {
  Scene scene;
  CHECK(scene.evaluate("/gpu:$n") == text("/gpu:10"));
  CHECK(scene.evaluate("$n$n") == text("1010"));
  CHECK(scene.evaluate(" $n") == text(" 10"));
  CHECK(scene.evaluate("$(n)px") == text("10px"));
  CHECK(scene.evaluate("w_$(n // 3)_$rate $gpus") == text("w_3_0.5 [0, 1, 3]"));
  CHECK(scene.evaluate("$(n > 3)!") == text("true!"));
}

TEST_CASE("two dollar signs are one, and the text they are in stays text") {
  Scene scene;
  CHECK(scene.evaluate("$$") == text("$"));
  CHECK(scene.evaluate("$$n costs $$$n") == text("$n costs $10"));
  CHECK(scene.evaluate("$$(n)") == text("$(n)"));
}

TEST_CASE("a name is as long as it can be read") {
  Scene scene;
  scene.set("n_2", {7});
  CHECK(scene.evaluate("$n_2-x") == text("7-x"));
  CHECK(scene.evaluate("$n(1)") == text("10(1)"));
  CHECK(scene.evaluate("$n.0") == text("10.0"));
}

TEST_CASE("an expression may hold brackets, and brackets in quotes, and go over lines") {
  check_values({{"(1 + 2) * 3", {9}}, {"')' + \"(\"", text(")(")}, {"1 +\n\t 2", {3}}});
}

TEST_CASE("integers stay integers") {
  check_values({{"2 + 3", {5}},
                {"2 - 3", {-1}},
                {"2 * 3", {6}},
                {"2 ** 10", {1024}},
                {"7 // 2", {3}},
                {"7 % 2", {1}},
                {"-n", {-10}},
                {"+n", {10}},
                {"0x10 + 0o7", {23}},
                {"9223372036854775806 + 1", {kLargest}},
                {"(-2) ** 63", {kLeast}},
                {"least // 1", {kLeast}},
                {"least % -1", {0}},
                {"least // 3", {-3074457345618258603}},
                {"least % 3", {1}},
                {"9223372036854775807 % -10", {-3}}});
}

TEST_CASE("a float on either side makes a float, and so do / and negative powers") {
  check_values({{"6 / 2", {3.0}},
                {"7 / 2", {3.5}},
                {"1 + 0.5", {1.5}},
                {"2.0 * 3", {6.0}},
                {"1e3", {1000.0}},
                {".5 + 1.", {1.5}},
                {"2 ** -1", {0.5}},
                {"2.0 ** 3", {8.0}},
                {"9 ** 0.5", {3.0}},
                {"-rate", {-0.5}},
                {"1e308 * 10", {kInfinity}}});
}

TEST_CASE("// and % round down, whatever the signs") {
  check_values({{"-7 // 2", {-4}},
                {"7 // -2", {-4}},
                {"-7 // -2", {3}},
                {"-8 // 2", {-4}},
                {"-7 % 3", {2}},
                {"7 % -3", {-2}},
                {"-7 % -3", {-1}},
                {"-7.5 // 2", {-4.0}},
                {"7.5 // -2", {-4.0}},
                {"-7.5 % 2", {0.5}},
                {"7.5 % -2", {-0.5}},
                {"1e16 // 3", {3333333333333333.0}},
                {"-1 // infinite", {-1.0}}});
}

TEST_CASE("operators bind as Python's do") {
  check_values({{"1 + 2 * 3", {7}},
                {"10 - 4 - 3", {3}},
                {"100 // 10 * 3", {30}},
                {"2 ** 3 ** 2", {512}},
                {"-2 ** 2", {-4}},
                {"(-2) ** 2", {4}},
                {"2 ** -1 * 4", {2.0}},
                {"-n % 3", {2}},
                {"2 * -n", {-20}},
                {"- - 1", {1}},
                {"-gpus[1]", {-1}},
                {"1 + 1 == 2", {true}},
                {"not 1 == 2", {true}},
                {"not true or true", {true}},
                {"not (true or true)", {false}},
                {"true or false and false", {true}},
                {"1 < 2 and 2 < 3", {true}}});
}

TEST_CASE("comparisons chain") {
  check_values({{"1 < 2 < 3", {true}},
                {"1 < 3 < 2", {false}},
                {"3 > 2 > 1 == 1", {true}},
                {"1 < 2 > 1 < 0 < unknown", {false}},
                {"0 <= n <= 10", {true}}});
}

TEST_CASE("numbers compare by value, and exactly") {
  check_values({{"1 == 1.0", {true}},
                {"1 != 1.5", {true}},
                {"1 < 1.5 <= 2 >= 2.0", {true}},
                {"9007199254740993 == 9007199254740992.0", {false}},
                {"9007199254740993 > 9007199254740992.0", {true}},
                {"9223372036854775807 < 9223372036854775808.0", {true}},
                {"-1 > -1.5", {true}},
                {"n < infinite", {true}},
                {"n > -infinite", {true}},
                {"undefined == undefined", {false}},
                {"n <= undefined", {false}},
                {"n != undefined", {true}}});
}

TEST_CASE("texts and lists compare by their first difference") {
  check_values({{"'abc' < 'abd'", {true}},
                {"'ab' < 'abc'", {true}},
                {"'B' < 'a'", {true}},
                {"[1, 2] < [1, 3]", {true}},
                {"[1] < [1, 0]", {true}},
                {"[1, 'a'] <= [1.0, 'a']", {true}},
                {"[1, [2.0]] == [1.0, [2]]", {true}},
                {"false < true", {true}}});
}

TEST_CASE("values of different kinds are not equal") {
  check_values({{"1 == '1'", {false}},
                {"1 != '1'", {true}},
                {"[1] == 1", {false}},
                {"true == 1", {false}},
                {"'' == false", {false}}});
}

TEST_CASE("and, or and not know Python's truth, and the first two return an operand") {
  check_values({{"0 or 'x'", text("x")},
                {"n or 'x'", {10}},
                {"0 and unknown", {0}},
                {"n and 2", {2}},
                {"1 or unknown", {1}},
                {"0 or '' or [] or 0.0", {0.0}},
                {"1 and 'a' and [0]", list({{0}})},
                {"not 0", {true}},
                {"not 0.0", {true}},
                {"not ''", {true}},
                {"not []", {true}},
                {"not false", {true}},
                {"not 'false'", {false}},
                {"not [0]", {false}},
                {"not undefined", {false}},
                {"not not n", {true}},
                {"n > 3 and 'large' or 'small'", text("large")}});
}

TEST_CASE("literals are numbers, texts in either quotes, bools and lists") {
  check_values({{"true", {true}},
                {"True", {true}},
                {"false", {false}},
                {"False", {false}},
                {R"('it' != "it's" and "it's")", text("it's")}});
}

TEST_CASE("a text in an expression may hold escapes, and dollar signs as they are") {
  check_values({{R"('a\'b')", text("a'b")},
                {R"("\"\\\n\t")", text("\"\\\n\t")},
                {"'$n $(n) $$'", text("$n $(n) $$")},
                {"'größe'", text("größe")}});
}

TEST_CASE("lists hold values of any kind, and may end in a comma") {
  check_values({{"[]", list({})},
                {"[n, rate, 'x', [true]]", list({{10}, {0.5}, text("x"), list({{true}})})},
                {"[1, 2,]", list({{1}, {2}})}});
}

TEST_CASE("+ joins texts and lists, * repeats them") {
  check_values({{"'a' + 'b' + 'c'", text("abc")},
                {"device + '/x'", text("/gpu:0/x")},
                {"gpus + [n] + gpus", list({{0}, {1}, {3}, {10}, {0}, {1}, {3}})},
                {"'ab' * 3", text("ababab")},
                {"2 * [1, 2]", list({{1}, {2}, {1}, {2}})},
                {"'ab' * 0", text("")},
                {"[1] * -5", list({})},
                {"[] * 9223372036854775807", list({})},
                {"'a' * 1000000", text(std::string(1'000'000, 'a'))},
                {"len([0] * 999999)", {999999}}});
}

TEST_CASE("an index counts from the front, or from the back if negative") {
  check_values({{"gpus[0]", {0}},
                {"gpus[2]", {3}},
                {"gpus[-1]", {3}},
                {"gpus[-3]", {0}},
                {"gpus[n % 3]", {1}},
                {"[[1, 2], [3]][0][1]", {2}},
                {"(gpus + [7])[3]", {7}},
                {"device[1]", text("g")},
                {"'größe'[2]", text("ö")},
                {"'größe'[-2]", text("ß")}});
}

TEST_CASE("min and max take several values or one list, and return one of them") {
  check_values({{"min(3, 1, 2)", {1}},
                {"max(3, 1, 2)", {3}},
                {"min(gpus)", {0}},
                {"max(gpus)", {3}},
                {"max(1, 1.0)", {1}},
                {"max(1.0, 1)", {1.0}},
                {"min(2, 1.5)", {1.5}},
                {"max('a', 'b')", text("b")},
                {"max([1, 2], [1, 3])", list({{1}, {3}})},
                {"min(n, size // 3,)", {10}}});
}

TEST_CASE("abs, len, floor and ceil are Python's") {
  check_values({{"abs(-3)", {3}},
                {"abs(-0.5)", {0.5}},
                {"len(gpus)", {3}},
                {"len([])", {0}},
                {"len('größe')", {5}},
                {"floor(2.7)", {2}},
                {"floor(-2.1)", {-3}},
                {"ceil(2.1)", {3}},
                {"ceil(-2.7)", {-2}},
                {"floor(n)", {10}},
                {"ceil (n / 4)", {3}}});
}

TEST_CASE("a function's name is free for a variable") {
  Scene scene;
  scene.set("min", {4});
  CHECK(scene.evaluate("$(min(min, 9))") == Value{4});
}

TEST_CASE("a name that is nowhere defined is found when it is needed") {
  check_faults({
      {"$siz", 1, "unknown name 'siz'", "did you mean 'size'?"},
      {"x: $(n + devise)", 9, "unknown name 'devise'", "did you mean 'device'?"},
      {"$(zzz)", 2, "unknown name 'zzz'"},
  });
}

TEST_CASE("a dollar sign stands before a name or a bracket") {
  const std::string what = "expected a name or '(' after '$'";
  const std::string note = "write '$$' for a '$' itself";
  check_faults({{"$", 0, what, note},
                {"costs $5", 6, what, note},
                {"$$$", 2, what, note},
                {"$ n", 0, what, note},
                {"${n}", 0, what, note}});
}

TEST_CASE("a bracket that stays open is pointed at") {
  check_faults({{"x $(n", 2, "'$(' is not closed", "expected ')'"},
                {"$((n)", 0, "'$(' is not closed", "expected ')'"},
                {"$((n", 2, "'(' is not closed", "expected ')'"},
                {"$(gpus[0", 6, "'[' is not closed", "expected ']'"},
                {"$([1, ", 2, "'[' is not closed", "expected ']'"},
                {"$(min(1", 5, "'(' is not closed", "expected ')'"},
                {"$('abc)", 2, "a text is not closed", "expected another '"},
                {"$(\"abc\\\")", 2, "a text is not closed", "expected another \""}});
}

TEST_CASE("what stands where it cannot is named") {
  check_faults({{"$()", 2, "expected a value, got ')'"},
                {"$(1 +)", 5, "expected a value, got ')'"},
                {"$(1 +", 5, "expected a value, got the end of the text"},
                {"$(* 2)", 2, "expected a value, got '*'"},
                {"$(1 == not 2)", 7, "expected a value, got 'not'"},
                {"$(and)", 2, "expected a value, got 'and'"},
                {"$(n m)", 4, "expected an operator or ')', got 'm'"},
                {"$(1, 2)", 3, "expected an operator or ')', got ','"},
                {"$(n in gpus)", 4, "expected an operator or ')', got 'in'"},
                {"$(gpus[0)", 8, "expected an operator or ']', got ')'"},
                {"$([1 2])", 5, "expected an operator, ',' or ']', got '2'"},
                {"$(min(1 2))", 8, "expected an operator, ',' or ')', got '2'"},
                {"$([,])", 3, "expected a value, got ','"},
                {"$(1 < < 2)", 6, "expected a value, got '<'"}});
}

TEST_CASE("what other languages write is corrected") {
  check_faults({{"$(n && on)", 4, "unexpected '&&'", "did you mean 'and'?"},
                {"$(n || on)", 4, "unexpected '||'", "did you mean 'or'?"},
                {"$(!on)", 2, "unexpected '!'", "did you mean 'not'?"},
                {"$(n = 1)", 4, "unexpected '='", "did you mean '=='?"},
                {"$(n ^ 2)", 4, "unexpected '^'", "did you mean '**'?"},
                {"$(2 * $n)", 6, "unexpected '$'", "inside $(…) a name stands without '$'"},
                {"$(n; 1)", 3, "unexpected ';'"},
                {"$(größe)", 4, "unexpected 'ö'"}});
}

TEST_CASE("a faulty literal is quoted") {
  check_faults(
      {{"$(3abc)", 2, "'3abc' is not a number"},
       {"$(1..2)", 2, "'1..2' is not a number"},
       {"$(1e+)", 2, "'1e+' is not a number"},
       {"$(1_000)", 2, "'1_000' is not a number"},
       {"$(9223372036854775808)", 2, "'9223372036854775808' does not fit in 64 bits",
        "the largest integer is 9223372036854775807"},
       {"$(0xffffffffffffffff)", 2, "'0xffffffffffffffff' does not fit in 64 bits",
        "the largest integer is 9223372036854775807"},
       {R"($('a\qb'))", 4, R"(unknown escape '\q')", R"(write '\\' for a backslash itself)"}});
}

TEST_CASE("there are six functions, with so many arguments") {
  check_faults(
      {{"$(1 + mxa(1, 2))", 6, "unknown function 'mxa'", "did you mean 'max'?"},
       {"$(flor(1.5))", 2, "unknown function 'flor'", "did you mean 'floor'?"},
       {"$(size(1))", 2, "unknown function 'size'", "there are min, max, abs, len, floor and ceil"},
       {"$(abs(1, 2))", 2, "'abs' takes 1 argument, got 2"},
       {"$(len())", 2, "'len' takes 1 argument, got 0"},
       {"$(max())", 2, "'max' takes at least 1 argument, got 0"}});
}

TEST_CASE("an operator says which kinds it cannot take") {
  check_faults({{"$(1 + 'a')", 4, "cannot apply '+' to integer and text"},
                {"$('a' - 'b')", 6, "cannot apply '-' to text and text"},
                {"$(on + 1)", 5, "cannot apply '+' to bool and integer"},
                {"$([1] + 'a')", 6, "cannot apply '+' to list and text"},
                {"$('a' * 2.0)", 6, "cannot apply '*' to text and float"},
                {"$('a' * on)", 6, "cannot apply '*' to text and bool"},
                {"$(-device)", 2, "cannot apply '-' to text"},
                {"$(+gpus)", 2, "cannot apply '+' to list"},
                {"$(1 < 'a')", 4, "cannot compare integer and text with '<'"},
                {"$(1 < 2 >= on)", 8, "cannot compare integer and bool with '>='"},
                {"$([1, 2] < [1, 'a'])", 9, "cannot compare integer and text with '<'"},
                {"$(max(1, 'a'))", 2, "cannot compare text and integer with 'max'"},
                {"$(min(3))", 2, "'min' of one argument takes a list, got integer"},
                {"$(min(nothing))", 2, "'min' of an empty list"},
                {"$(abs(device))", 2, "cannot apply 'abs' to text"},
                {"$(len(n))", 2, "cannot apply 'len' to integer"},
                {"$(floor(on))", 2, "cannot apply 'floor' to bool"}});
}

TEST_CASE("an index is an integer within the list or the text") {
  check_faults({{"$(gpus[3])", 6, "index 3 is out of range", "the list has 3 elements"},
                {"$(gpus[-4])", 6, "index -4 is out of range", "the list has 3 elements"},
                {"$(nothing[0])", 9, "index 0 is out of range", "the list has 0 elements"},
                {"$('a'[1])", 5, "index 1 is out of range", "the text has 1 character"},
                {"$(gpus[0.0])", 6, "an index must be an integer, got float"},
                {"$(gpus[on])", 6, "an index must be an integer, got bool"},
                {"$(n[0])", 3, "cannot index integer"}});
}

TEST_CASE("nothing is divided by zero") {
  check_faults({{"$(5 / 0)", 4, "division by zero in '5 / 0'"},
                {"$(5 // 0)", 4, "division by zero in '5 // 0'"},
                {"$(5 % 0)", 4, "division by zero in '5 % 0'"},
                {"$(rate / 0.0)", 7, "division by zero in '0.5 / 0.0'"},
                {"$(rate // 0)", 7, "division by zero in '0.5 // 0'"},
                {"$(rate % 0)", 7, "division by zero in '0.5 % 0'"},
                {"$(0 ** -1)", 4, "division by zero in '0 ** -1'"}});
}

TEST_CASE("what does not fit is a fault") {
  check_faults({{"$(9223372036854775807 + 1)", 22, "integer overflow in '9223372036854775807 + 1'"},
                {"$(least - 1)", 8, "integer overflow in '-9223372036854775808 - 1'"},
                {"$(least * -1)", 8, "integer overflow in '-9223372036854775808 * -1'"},
                {"$(least // -1)", 8, "integer overflow in '-9223372036854775808 // -1'"},
                {"$(2 ** 63)", 4, "integer overflow in '2 ** 63'"},
                {"$(10 ** 10 ** 10)", 5, "integer overflow in '10 ** 10000000000'"},
                {"$(-least)", 2, "integer overflow in '-(-9223372036854775808)'"},
                {"$(abs(least))", 2, "integer overflow in 'abs(-9223372036854775808)'"},
                {"$(floor(1e19))", 2, "integer overflow in 'floor(1e+19)'"},
                {"$(ceil(undefined))", 2, "integer overflow in 'ceil(.nan)'"},
                {"$(10.0 ** 400)", 7, "float overflow in '10.0 ** 400'"},
                {"$((-8) ** 0.5)", 7, "'-8 ** 0.5' is not a real number"}});
}

TEST_CASE("what one scalar may copy, make or look through is bounded") {
  const std::string what = "this takes more than 1000000 elements and characters";
  const std::string note = "the most that one scalar may copy, make or look through";
  check_faults({{"$('a' * 1000001)", 6, what, note},
                {"$([1, 2] * 500001)", 9, what, note},
                {"$(9223372036854775807 * 'ab')", 22, what, note},
                {"$([0] * 600000 + [0] * 600000)", 21, what, note},
                {"$([[0] * 1000] * 1000)", 15, what, note},
                {"$('a' * 600000 < 'a' * 600000)", 21, what, note}});

  Scene scene;
  scene.set("long", text(std::string(600'000, 'x')));
  CHECK(scene.evaluate("$long") == text(std::string(600'000, 'x')));
  CHECK(scene.fault("$long$long")->what == what);
  CHECK(scene.fault("$long$long")->offset == 5);
  CHECK(scene.fault("$([long, long])")->what == what);
}

TEST_CASE("a value that the file itself holds may be as large as it likes") {
  Scene scene;
  const Value large = list(std::vector<Value>(2'000'000, Value{1}));
  scene.set("large", large);
  CHECK(scene.evaluate("$large") == large);
  CHECK(scene.evaluate("$(large)") == large);
  CHECK(scene.evaluate("$(large[1999999] + len(large))") == Value{2'000'001});
}

TEST_CASE("nesting is bounded, and so the program's stack") {
  const std::string what = "nested deeper than 200 levels";
  CHECK(value_of(fmt::format("{}1{}", repeated("(", 200), repeated(")", 200))) == Value{1});
  CHECK(value_of(fmt::format("{}1", repeated("-", 200))) == Value{1});
  check_faults({{fmt::format("$({})", repeated("(", 100'000)), 202, what},
                {fmt::format("$({})", repeated("[", 100'000)), 202, what},
                {fmt::format("$({}1)", repeated("-", 100'000)), 202, what},
                {fmt::format("$({}1)", repeated("not ", 100'000)), 802, what},
                {fmt::format("$({}1)", repeated("1**", 100'000)), 603, what},
                {fmt::format("$({})", repeated("a[", 100'000)), 403, what},
                {fmt::format("$({})", repeated("min(", 100'000)), 805, what}});
}

TEST_CASE("lists cannot be nested without end by one evaluation after another") {
  Scene scene;
  scene.set("x", {0});
  for (int i = 0; i < 200; ++i) scene.set("x", scene.evaluate("$([x])"));
  const std::optional<ExpressionFault> fault = scene.fault("$([x])");
  REQUIRE(fault);
  CHECK(fault->what == "lists nest deeper than 200 levels");
  CHECK(fault->offset == 2);
}

TEST_CASE("the length of an expression is not bounded") {
  CHECK(value_of(fmt::format("1{}", repeated(" + 1", 100'000))) == Value{100'001});
  CHECK(value_of(fmt::format("1{}", repeated(" < 2 > 1", 100'000))) == Value{true});
  CHECK(value_of(fmt::format("1{}", repeated(" and 1", 100'000))) == Value{1});
  CHECK(value_of(fmt::format("len([{}])", repeated("0, ", 100'000))) == Value{100'000});
  CHECK(std::get<std::string>(Scene().evaluate(repeated("$n ", 100'000)).of).size() == 300'000);
}

TEST_CASE("a template is read once and follows the variables") {
  VariableNames names;
  const Template next("$(n + 1)", names);
  Variables variables;
  variables.push(names.intern("n"), {1});
  CHECK(next.evaluate(variables, names) == Value{2});
  variables.push(names.intern("n"), {5});
  CHECK(next.evaluate(variables, names) == Value{6});
}

}  // namespace graphrun
