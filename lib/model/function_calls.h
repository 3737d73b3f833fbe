// Which functions are being called, and what a call hands to its function.

#pragma once

#include <utility>
#include <vector>

#include "model/expand_context.h"

namespace graphrun {

class FunctionCalls {
 public:
  explicit FunctionCalls(ExpandContext& context) : context_(context) {}

  // The function that is called. nullptr with a complaint.
  const FunctionDef* find(const CallEntry& call);

  // Hands the arguments over: from here on names are the function's. False with a complaint, and
  // then nothing is entered. Throws Error(invalid) when the function is being called already.
  bool enter(const CallEntry& call, const FunctionDef& function, const BlockScope& scope);
  // What it returns, evaluated as its last act; then names are the caller's again.
  Tensors leave(const BlockScope& scope);

 private:
  // An argument is a value, and where it names a tensor of the caller's a label, too.
  struct Arguments {
    std::vector<std::pair<VariableId, Value>> values;
    Labels labels;
  };
  struct Call {
    const CallEntry* call;
    const FunctionDef* function;
  };

  void check_chain(const CallEntry& call, const FunctionDef& function);
  bool check_names(const CallEntry& call, const FunctionDef& function);
  bool read_argument(ValueId arg, const CallEntry& call, const FunctionDef& function,
                     const BlockScope& scope, Arguments& into);

  ExpandContext& context_;
  std::vector<Call> calls_;  // the innermost last
};

}  // namespace graphrun
