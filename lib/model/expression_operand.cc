#include "model/expression_operand.h"

#include <fmt/format.h>

#include <utility>

#include "model/expression_fault.h"

namespace graphrun::expression {

void Site::spend(std::size_t elements) {
  if (elements > kMost - spent_) {
    fail(fmt::format("this takes more than {} elements and characters", kMost),
         "the most that one scalar may copy, make or look through");
  }
  spent_ += elements;
}

void Site::fail(std::string what, std::string note) const {
  throw ExpressionFault{offset_, std::move(what), std::move(note)};
}

std::size_t weight(const Value& value) {
  std::size_t elements = 1;
  if (const auto* text = std::get_if<std::string>(&value.of)) {
    elements += text->size();
  } else if (const auto* list = std::get_if<ValueList>(&value.of)) {
    for (const Value& element : *list) elements += weight(element);
  }
  return elements;
}

Value& Operand::own(Site& site) {
  if (seen_) {
    site.spend(weight(*seen_));
    own_ = *seen_;
    seen_ = nullptr;
  }
  return own_;
}

}  // namespace graphrun::expression
