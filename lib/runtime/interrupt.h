// Ctrl-C: the run ends between two steps, and the program with status 130.

#pragma once

namespace graphrun {

// Makes SIGINT and SIGTERM ask for an end; a second one ends the program at once.
void catch_interrupts();

bool is_interrupted();  // safe from any thread

}  // namespace graphrun
