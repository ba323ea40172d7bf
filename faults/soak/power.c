// Loaded into every process of a soak (LD_PRELOAD). Changes two things:
//
// The clock: the time of day is ahead by as many milliseconds as the file GALLEY_SOAK_CLOCK holds, for V8 and for SQLite. The monotonic clocks, by which
// timers run, are unchanged.
//
// The disk: fsync and fdatasync copy what they sync to the folder GALLEY_SOAK_DISK before they return: the bytes of a file, the names in a folder.
// Only this is certain to be there after a power cut; see power.ts. They do not wait for the real disk.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *ahead;
static char disk[4096];
/** The folders whose syncs are recorded, each followed by a line break. */
static char folders[8192];

__attribute__((constructor)) static void begin(void) {
  const char *clock = getenv("GALLEY_SOAK_CLOCK"), *at = getenv("GALLEY_SOAK_DISK"), *below = getenv("GALLEY_SOAK_FOLDERS");
  if (at) snprintf(disk, sizeof disk, "%s", at);
  if (below) snprintf(folders, sizeof folders, "%s\n", below);
  // Mapped now: later the sandbox of a renderer forbids opening files.
  int fd = clock ? open(clock, O_RDONLY | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *found = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, fd, 0);
  if (found != MAP_FAILED) ahead = found;
  close(fd);
}

static int64_t aheadNow(void) { return ahead ? *ahead : 0; }

static void shift(struct timespec *at) {
  int64_t by = aheadNow();
  at->tv_sec += by / 1000;
  at->tv_nsec += (by % 1000) * 1000000;
  if (at->tv_nsec < 0) at->tv_nsec += 1000000000, at->tv_sec--;
  if (at->tv_nsec >= 1000000000) at->tv_nsec -= 1000000000, at->tv_sec++;
}

int clock_gettime(clockid_t which, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int answer = real(which, at);
  if (answer == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) shift(at);
  return answer;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  *at = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

/** A soak whose record has gaps would prove nothing. */
static void failed(const char *what) {
  dprintf(2, "soak: %s: %s\n", what, strerror(errno));
  abort();
}

/** Identifies a file or folder. The inode alone would not do: it is used again, with another time of birth. */
static int keyOf(int folder, const char *name, int flags, char *key, size_t size, uint16_t *mode) {
  struct statx found;
  if (statx(folder, name, flags | AT_STATX_SYNC_AS_STAT, STATX_BASIC_STATS | STATX_BTIME, &found) != 0) return -1;
  snprintf(key, size, "%llu-%lld%09u", (unsigned long long)found.stx_ino, (long long)found.stx_btime.tv_sec,
           found.stx_btime.tv_nsec);
  *mode = found.stx_mode;
  return 0;
}

static int isWatched(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  for (const char *each = folders; *each; each = strchr(each, '\n') + 1) {
    size_t size = strcspn(each, "\n");
    if (strncmp(path, each, size) == 0 && (path[size] == '/' || path[size] == 0)) return 1;
  }
  return 0;
}

static void writeAll(int to, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t count = write(to, bytes, size);
    if (count <= 0) failed("write");
    bytes += count;
    size -= count;
  }
}

/** Reads through the descriptor itself if it can: closing another one of the same file would release the locks that SQLite holds. */
static void copyFile(int fd, int to) {
  // Not on the stack, which is small in some threads.
  size_t size = 1 << 16;
  char link[64], *piece = malloc(size);
  if (!piece) failed("memory");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int from = (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY ? open(link, O_RDONLY | O_CLOEXEC) : fd;
  if (from < 0) failed("open");
  ssize_t count;
  for (off_t at = 0; (count = pread(from, piece, size, at)) > 0; at += count) writeAll(to, piece, count);
  if (count < 0) failed("read");
  if (from != fd) close(from);
  free(piece);
}

/** One line for each name: its kind, key, mode and the name. The caller frees it. */
static char *namesIn(int fd, size_t *size) {
  char link[64], *text = NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  DIR *folder = opendir(link);
  FILE *lines = open_memstream(&text, size);
  if (!folder || !lines) failed("folder");
  for (struct dirent *entry; (entry = readdir(folder));) {
    char key[80];
    uint16_t mode;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (keyOf(dirfd(folder), entry->d_name, AT_SYMLINK_NOFOLLOW, key, sizeof key, &mode) != 0) continue;
    if (!S_ISREG(mode) && !S_ISDIR(mode)) continue;
    fprintf(lines, "%s %s %o %s\n", S_ISDIR(mode) ? "folder" : "file", key, mode & 07777, entry->d_name);
  }
  closedir(folder);
  if (fclose(lines) != 0) failed("names");
  return text;
}

/** Reads the names until two reads agree: one that is renamed meanwhile may be missing. */
static void copyNames(int fd, int to) {
  size_t size, sizeBefore;
  char *names = namesIn(fd, &size);
  for (int round = 0; round < 10; round++) {
    char *before = names;
    sizeBefore = size;
    names = namesIn(fd, &size);
    int isSame = size == sizeBefore && memcmp(names, before, size) == 0;
    free(before);
    if (isSame) break;
  }
  writeAll(to, names, size);
  free(names);
}

static int keep(int fd) {
  int was = errno;
  char key[80], file[4300], part[4400], lock[4300];
  uint16_t mode;
  if (keyOf(fd, "", AT_EMPTY_PATH, key, sizeof key, &mode) != 0) return -1;
  snprintf(lock, sizeof lock, "%s/locks/%lu", disk, strtoul(key, NULL, 10) % 64);
  snprintf(file, sizeof file, "%s/%s/%s", disk, S_ISDIR(mode) ? "folders" : "files", key);
  snprintf(part, sizeof part, "%s.%d.%ld", file, getpid(), syscall(SYS_gettid));
  // Otherwise an earlier copy could replace a later one.
  int held = open(lock, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (held < 0 || flock(held, LOCK_EX) != 0) failed(lock);
  int to = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (to < 0) failed(part);
  if (S_ISDIR(mode)) copyNames(fd, to);
  else copyFile(fd, to);
  close(to);
  if (rename(part, file) != 0) failed(file);
  close(held);
  errno = was;
  return 0;
}

static int sync_(int fd, const char *name) {
  if (disk[0] && isWatched(fd)) return keep(fd);
  int (*real)(int) = dlsym(RTLD_NEXT, name);
  return real(fd);
}

int fsync(int fd) { return sync_(fd, "fsync"); }
int fdatasync(int fd) { return sync_(fd, "fdatasync"); }
