// How a file that cannot be read or written is reported.

#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace graphrun {

// Both are Error(file). `name` is a path in quotes, "standard input" or "'b' in 'w.npz'":
// "cannot read 'w.npy': it is empty".
Error cannot_read(std::string_view name, std::string_view reason);
Error cannot_write(std::string_view name, std::string_view reason);

// "No such file or directory", for an errno.
std::string system_reason(int error_number);

// What a file holds, in quotes and fit for a terminal: control characters and bytes that are no
// UTF-8 as \x1b, "..." for what is beyond 60 bytes.
std::string quote(std::string_view text);

// A path in quotes, whole: the user wrote it.
std::string quote_path(std::string_view path);

}  // namespace graphrun
