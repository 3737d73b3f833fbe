// Nothing: see ../emulated.cmake.
extern "C" int emulated_driver() { return 0; }
