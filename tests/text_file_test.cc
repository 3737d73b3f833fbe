#include "files/text_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>

#include "catch.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

std::string read_error(const std::string& path) {
  return file_error([&] { read_text_file(path); });
}
std::string write_error(const std::string& path) {
  return file_error([&] { write_text_file(path, "text"); });
}

mode_t permissions(const std::string& path) {
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

// Another file as a descriptor of this process, for a while.
class Redirected {
 public:
  Redirected(int descriptor, int to) : descriptor_(descriptor), saved_(dup(descriptor)) {
    REQUIRE(to >= 0);
    dup2(to, descriptor_);
    close(to);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    dup2(saved_, descriptor_);
    close(saved_);
  }

 private:
  int descriptor_;
  int saved_;
};

}  // namespace

TEST_CASE("text is read as it was written, whatever its bytes") {
  const ScratchFolder folder;
  for (const std::string& text :
       {std::string(), std::string("a\r\n\0\xff", 5), std::string(200'000, 'x')}) {
    write_text_file(folder.path("t"), text);
    CHECK(read_text_file(folder.path("t")) == text);
    CHECK(content_of(folder.path("t")) == text);
  }
  CHECK(folder.files() == 1);
}

TEST_CASE("files of the system that do not know their size are read") {
  CHECK(read_text_file("/proc/self/status").starts_with("Name:"));
}

TEST_CASE("'-' reads standard input to its end, be it a file or a pipe") {
  const ScratchFolder folder;
  const std::string path = folder.with("t", "from a file");
  {
    const Redirected input(STDIN_FILENO, open(path.c_str(), O_RDONLY));
    CHECK(read_text_file("-") == "from a file");
  }
  int ends[2];
  REQUIRE(pipe2(ends, O_NONBLOCK) == 0);
  REQUIRE(write(ends[1], "from a pipe", 11) == 11);
  close(ends[1]);
  {
    const Redirected input(STDIN_FILENO, ends[0]);
    CHECK(read_text_file("-") == "from a pipe");
  }
  const Redirected input(STDIN_FILENO, open(folder.path().c_str(), O_RDONLY));
  CHECK(read_error("-") == "cannot read standard input: Is a directory");
}

TEST_CASE("what is no regular file is named for what it is, and never waited for") {
  const ScratchFolder folder;
  CHECK(read_error(folder.path()) == "cannot read '" + folder.path() + "': it is a directory");
  const std::string fifo = folder.path("fifo");
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(read_error(fifo) == "cannot read '" + fifo + "': it is a pipe; '-' reads standard input");
  CHECK(read_error("/dev/null") == "cannot read '/dev/null': it is a device");

  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  std::strcpy(address.sun_path, folder.path("s").c_str());
  REQUIRE(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  CHECK(read_error(folder.path("s")) == "cannot read '" + folder.path("s") + "': it is a socket");
  close(listener);
}

TEST_CASE("a file that is missing or may not be read is said to be so") {
  const ScratchFolder folder;
  CHECK(read_error(folder.path("x.yaml")) ==
        "cannot read '" + folder.path("x.yaml") + "': No such file or directory");
  CHECK(read_error("") == "cannot read '': No such file or directory");
  const std::string path = folder.with("t", "text");
  CHECK(read_error(path + "/t") == "cannot read '" + path + "/t': Not a directory");
  CHECK(read_error(std::string("a\0b", 3)) ==
        "cannot read 'a\\x00b': a path cannot hold a NUL character");
  REQUIRE(chmod(folder.path().c_str(), 0755) == 0);
  REQUIRE(chmod(path.c_str(), 0200) == 0);
  const AsOrdinaryUser ordinary;
  CHECK(read_error(path) == "cannot read '" + path + "': Permission denied");
}

TEST_CASE("more than 1 GiB is not read as text") {
  const ScratchFolder folder;
  const std::string path = folder.with("t", "");
  REQUIRE(truncate(path.c_str(), (off_t{1} << 30) + 1) == 0);  // a hole: no such bytes on the disk
  CHECK(read_error(path) ==
        "cannot read '" + path + "': it is larger than 1 GiB, the most that is read as text");
}

TEST_CASE("a new file has the permissions that the umask leaves, a replaced one keeps its own") {
  const ScratchFolder folder;
  const mode_t before = umask(027);
  write_text_file(folder.path("new"), "text");
  const std::string old = folder.with("old", "before");
  REQUIRE(chmod(old.c_str(), 0666) == 0);
  write_text_file(old, "after");
  umask(before);
  CHECK(permissions(folder.path("new")) == 0640);
  CHECK(permissions(old) == 0666);
  CHECK(content_of(old) == "after");
}

TEST_CASE("a symbolic link is written through, and stays") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path("runs"));
  std::filesystem::create_symlink("runs/3", folder.path("latest"));
  write_text_file(folder.path("latest"), "first");
  write_text_file(folder.path("latest"), "second");
  CHECK(std::filesystem::is_symlink(folder.path("latest")));
  CHECK(content_of(folder.path("runs/3")) == "second");
  std::filesystem::create_symlink("ring", folder.path("ring"));
  CHECK(write_error(folder.path("ring")) ==
        "cannot write '" + folder.path("ring") + "': Too many levels of symbolic links");
}

TEST_CASE("what cannot be written is said to be so") {
  const ScratchFolder folder;
  CHECK(write_error(folder.path()) == "cannot write '" + folder.path() + "': it is a directory");
  CHECK(write_error(folder.path("no/t")) ==
        "cannot write '" + folder.path("no/t") + "': No such file or directory");
  CHECK(write_error("") == "cannot write '': No such file or directory");
  CHECK(write_error(std::string("a\0b", 3)) ==
        "cannot write 'a\\x00b': a path cannot hold a NUL character");
  CHECK(write_error("/dev/fd/987") == "cannot write '/dev/fd/987': Bad file descriptor");
  CHECK(write_error("/dev/full") == "cannot write '/dev/full': No space left on device");
  const std::string beside = folder.path("t") + ".tmp." + std::to_string(getpid());
  folder.with("t.tmp." + std::to_string(getpid()), "someone else's");
  CHECK(write_error(folder.path("t")) ==
        "cannot write '" + folder.path("t") + "': '" + beside + "' is in the way");
  CHECK(content_of(beside) == "someone else's");
}

TEST_CASE("a protected file is not replaced, though its folder would allow it") {
  const ScratchFolder folder;
  const std::string path = folder.with("t", "before");
  REQUIRE(chmod(folder.path().c_str(), 0777) == 0);
  REQUIRE(chmod(path.c_str(), 0444) == 0);
  const AsOrdinaryUser ordinary;
  CHECK(write_error(path) == "cannot write '" + path + "': Permission denied");
  CHECK(content_of(path) == "before");
}

TEST_CASE("a failure while writing leaves what was there, and nothing beside it") {
  const ScratchFolder folder;
  const std::string path = folder.with("t", "before");
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 1000, .rlim_max = before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const std::string message = file_error([&] { write_text_file(path, std::string(5000, 'x')); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(message == "cannot write '" + path + "': File too large");
  CHECK(content_of(path) == "before");
  CHECK(folder.files() == 1);
}

TEST_CASE("a pipe is written directly, if somebody reads from it") {
  const ScratchFolder folder;
  const std::string fifo = folder.path("fifo");
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(write_error(fifo) == "cannot write '" + fifo + "': nobody reads from it");
  const int reader = open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  write_text_file(fifo, "text");
  char text[5] = {};
  CHECK(read(reader, text, sizeof text) == 4);
  CHECK(std::string(text) == "text");
  close(reader);
}

TEST_CASE("an open descriptor is written where it stands") {
  const ScratchFolder folder;
  const std::string path = folder.with("t", "");
  const int descriptor = open(path.c_str(), O_WRONLY);
  REQUIRE(descriptor >= 0);
  REQUIRE(write(descriptor, "before ", 7) == 7);
  const std::string name = "/dev/fd/" + std::to_string(descriptor);
  write_text_file(name, "first ");
  std::filesystem::create_symlink(name, folder.path("link"));
  write_text_file(folder.path("link"), "second ");
  REQUIRE(write(descriptor, "after", 5) == 5);
  close(descriptor);
  CHECK(content_of(path) == "before first second after");
  CHECK(folder.files() == 2);
}

}  // namespace graphrun
