// Ops that graphrun cannot run and graphs may hold all the same, to be placed, checked and drawn: a
// file of --ops.
//
//   ops:
//     LookupTable:
//       inputs: [string, int64]
//       outputs: [T]
//       attrs: {T: {default: float32}}
//       kernels:
//         CPU: {}
//         GPU: {T: [float32, float16], priority: 0, host_inputs: [0]}
//
// Of an op, every key may be left out:
// summary             one line for `graphrun ops`
// inputs, outputs     lists of arguments. An argument is a type, or {name: values, type: T, list:
//                     true}; without a name it is called input0, output1... A type is a dtype
//                     ("resource" is one), an attribute of `attrs`, `any`, or ref() of one of
//                     these. A list takes all inputs that the others leave; as an output it is as
//                     long as the integer attribute `count: N` says, or as there are inputs.
// attrs               by name, {type: ..., default: ..., allowed: [...]}. An attribute that is the
//                     type of an argument, whose `type` is "type", or that has no `type` but a
//                     dtype for its default, is a type attribute: its value is a dtype, one of
//                     `allowed` where that is given. Every other has a `type` of TensorFlow's op
//                     definitions: int, float, bool, string, shape, tensor, list(int), list(float),
//                     list(string), list(type) or list(shape). A default that is a number, true,
//                     false or a text in quotes tells the type, too. Defaults are written as in
//                     graph files. An attribute without one must be given, but a type attribute
//                     that is the type of an input is found from it.
// kernels             by CPU and GPU, a kernel or a list of them: the dtypes it takes for each type
//                     attribute (all, where it says nothing), its `priority` (0), and the positions
//                     of arguments that stay in host memory whatever the device: `host_inputs`,
//                     `host_outputs`. A device type without an entry has no kernel.
// metadata, stateful  true or false (false): placed with its input, as Shape is; has effects or a
//                     memory, as a variable has

#pragma once

#include <string>

#include "graph/op_catalog.h"

namespace graphrun {

// Adds the ops of a file, all or none. `path` may be "-" for standard input. Throws Error(invalid)
// with all faults of the file, of which an op that exists already is one, and Error(file) when it
// cannot be read.
void read_op_declarations(const std::string& path, OpCatalog& ops);

// The same for a text, as tests have it.
void read_op_declarations_text(std::string file, std::string text, OpCatalog& ops);

}  // namespace graphrun
