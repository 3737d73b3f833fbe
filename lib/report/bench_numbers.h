// Times, speeds and parts of a whole, with as many digits as are worth reading.

#pragma once

#include <string>

namespace graphrun {

std::string short_number(double value);  // three digits: "0.0123", "1.23", "123", "4.18e-07"
std::string amount_text(double value);   // in front of a unit: "24.0 ", "604 M", "4.83 G"
std::string time_text(double ns);        // "812 ns", "8.12 us", "8.12 ms", "8.12 s"
std::string percent_text(double part);   // "4.9 %"

}  // namespace graphrun
