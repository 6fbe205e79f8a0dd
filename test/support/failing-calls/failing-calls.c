/*
 * Preloaded into a program, lets its n-th file operation below a folder fail. It wraps the functions of libc that Node and
 * SQLite call; opened files are recognized by the path that /proc shows for them.
 *
 *   FAIL_BELOW  the folder
 *   FAIL_LOG    receives a line for each operation: its number, "space" if it may need some or else "any", its name and its path
 *   FAIL_AT     the number of the operation that fails, from 1 on; 0 fails none
 *   FAIL_WITH   the errno
 *   FAIL_AFTER  "1" if later operations fail as well, as on a full disk
 *   FAIL_KIND   "space": count only operations that may need space on the disk
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { ANY, SPACE };

static const char *below;
static size_t below_length;
static int log_file = -1;
static long fail_at, fail_with, count;
static int fails_after, only_space;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  below = getenv("FAIL_BELOW");
  if (below == NULL) return;
  below_length = strlen(below);
  fail_at = atol(getenv("FAIL_AT"));
  fail_with = atol(getenv("FAIL_WITH"));
  fails_after = strcmp(getenv("FAIL_AFTER"), "1") == 0;
  only_space = strcmp(getenv("FAIL_KIND"), "space") == 0;
  log_file = REAL(open)(getenv("FAIL_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  /* Programs that this one starts are not counted. */
  unsetenv("LD_PRELOAD");
}

/* Counts the operation; true if it is to fail, with errno set. */
static int fails(const char *name, enum kind kind, const char *path) {
  if (log_file < 0 || path == NULL || (only_space && kind != SPACE)) return 0;
  if (strncmp(path, below, below_length) != 0 || (path[below_length] != '/' && path[below_length] != 0)) return 0;
  long number = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
  char line[PATH_MAX + 64];
  int length = snprintf(line, sizeof line, "%ld %s %s %s\n", number, kind == SPACE ? "space" : "any", name, path + below_length);
  if (REAL(write)(log_file, line, length) < 0) abort();
  if (fail_at == 0 || number < fail_at || (number > fail_at && !fails_after)) return 0;
  errno = fail_with;
  return 1;
}

static int fd_fails(const char *name, enum kind kind, int fd) {
  if (log_file < 0) return 0;
  int before = errno;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = REAL(readlink)(link, path, sizeof path - 1);
  errno = before;
  if (length < 0) return 0;
  path[length] = 0;
  return fails(name, kind, path);
}

/* A path below an open folder, as libstdc++ names it. */
static int at_fails(const char *name, enum kind kind, int fd, const char *path) {
  return path != NULL && path[0] != '/' && fd != AT_FDCWD ? fd_fails(name, kind, fd) : fails(name, kind, path);
}

#define ON_PATH(type, failure, name, kind, given, passed)         \
  type name given {                                               \
    if (fails(#name, kind, path)) return failure;                 \
    return REAL(name) passed;                                     \
  }
#define ON_FD(type, name, kind, given, passed)                    \
  type name given {                                               \
    if (fd_fails(#name, kind, fd)) return -1;                     \
    return REAL(name) passed;                                     \
  }

/* A nearly full disk takes the first part of what is written. */
#define WRITES(type, name, given, passed, half)                   \
  type name given {                                               \
    if (fd_fails(#name, SPACE, fd)) {                             \
      if (!fails_after || count != fail_at || size < 2) return -1; \
      return REAL(name) half;                                     \
    }                                                             \
    return REAL(name) passed;                                     \
  }

#define OPENS(name)                                               \
  int name(const char *path, int flags, ...) {                    \
    va_list rest;                                                 \
    va_start(rest, flags);                                        \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                 \
    if (fails(#name, flags & O_CREAT ? SPACE : ANY, path)) return -1; \
    return REAL(name)(path, flags, mode);                         \
  }
OPENS(open)
OPENS(open64)

int openat(int fd, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (at_fails("openat", flags & O_CREAT ? SPACE : ANY, fd, path)) return -1;
  return REAL(openat)(fd, path, flags, mode);
}

ON_FD(ssize_t, read, ANY, (int fd, void *to, size_t size), (fd, to, size))
ON_FD(ssize_t, pread, ANY, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
ON_FD(ssize_t, pread64, ANY, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at))
ON_FD(ssize_t, readv, ANY, (int fd, const struct iovec *to, int parts), (fd, to, parts))
ON_FD(ssize_t, writev, SPACE, (int fd, const struct iovec *from, int parts), (fd, from, parts))
WRITES(ssize_t, write, (int fd, const void *from, size_t size), (fd, from, size), (fd, from, size / 2))
WRITES(ssize_t, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at), (fd, from, size / 2, at))
WRITES(ssize_t, pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at), (fd, from, size / 2, at))
ON_FD(int, fsync, SPACE, (int fd), (fd))
ON_FD(int, fdatasync, SPACE, (int fd), (fd))
ON_FD(int, ftruncate, SPACE, (int fd, off_t size), (fd, size))
ON_FD(int, ftruncate64, SPACE, (int fd, off64_t size), (fd, size))
ON_FD(int, fchmod, ANY, (int fd, mode_t mode), (fd, mode))
ON_FD(int, fchown, ANY, (int fd, uid_t user, gid_t group), (fd, user, group))
ON_FD(int, futimens, ANY, (int fd, const struct timespec times[2]), (fd, times))
ON_FD(int, fstat, ANY, (int fd, struct stat *to), (fd, to))
ON_PATH(int, -1, stat, ANY, (const char *path, struct stat *to), (path, to))
ON_PATH(int, -1, lstat, ANY, (const char *path, struct stat *to), (path, to))
ON_PATH(int, -1, access, ANY, (const char *path, int mode), (path, mode))
ON_PATH(int, -1, chmod, ANY, (const char *path, mode_t mode), (path, mode))
ON_PATH(int, -1, chown, ANY, (const char *path, uid_t user, gid_t group), (path, user, group))
ON_PATH(int, -1, truncate, SPACE, (const char *path, off_t size), (path, size))
ON_PATH(int, -1, rename, SPACE, (const char *path, const char *to), (path, to))
ON_PATH(int, -1, link, SPACE, (const char *path, const char *to), (path, to))
ON_PATH(int, -1, unlink, ANY, (const char *path), (path))
ON_PATH(int, -1, mkdir, SPACE, (const char *path, mode_t mode), (path, mode))
ON_PATH(int, -1, rmdir, ANY, (const char *path), (path))
ON_PATH(char *, NULL, realpath, ANY, (const char *path, char *to), (path, to))
ON_PATH(char *, NULL, mkdtemp, SPACE, (char *path), (path))
ON_PATH(DIR *, NULL, opendir, ANY, (const char *path), (path))
ON_PATH(int, -1, scandir64, ANY,
        (const char *path, struct dirent64 ***to, int (*filter)(const struct dirent64 *),
         int (*compare)(const struct dirent64 **, const struct dirent64 **)),
        (path, to, filter, compare))

int unlinkat(int fd, const char *path, int flags) {
  if (at_fails("unlinkat", ANY, fd, path)) return -1;
  return REAL(unlinkat)(fd, path, flags);
}

/* Programs that were built for an older libc call these functions to query files. */
#define OLD_STAT(name, buffer)                                    \
  int name(int version, const char *path, struct buffer *to) {    \
    if (fails(#name, ANY, path)) return -1;                       \
    return ((int (*)(int, const char *, struct buffer *))real(#name))(version, path, to); \
  }
OLD_STAT(__xstat, stat)
OLD_STAT(__xstat64, stat64)
OLD_STAT(__lxstat, stat)
OLD_STAT(__lxstat64, stat64)

/* Locks are the only commands of `fcntl` that access the disk. */
#define CONTROLS(name)                                            \
  int name(int fd, int order, ...) {                              \
    va_list rest;                                                 \
    va_start(rest, order);                                        \
    void *given = va_arg(rest, void *);                           \
    va_end(rest);                                                 \
    if ((order == F_SETLK || order == F_SETLKW || order == F_GETLK) && fd_fails(#name, ANY, fd)) return -1; \
    return REAL(name)(fd, order, given);                          \
  }
CONTROLS(fcntl)
CONTROLS(fcntl64)

/* Node makes these two system calls directly, without a function of libc. */
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long), d = va_arg(rest, long),
       e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_statx && ((const char *)b)[0] == 0 && fd_fails("statx", ANY, (int)a)) return -1;
  if (number == SYS_statx && ((const char *)b)[0] != 0 && at_fails("statx", ANY, (int)a, (const char *)b)) return -1;
  if (number == SYS_copy_file_range && fd_fails("copy_file_range", SPACE, (int)c)) return -1;
  return ((long (*)(long, ...))real("syscall"))(number, a, b, c, d, e, f);
}

ssize_t sendfile64(int fd, int from, off64_t *at, size_t size) {
  if (fd_fails("sendfile", SPACE, fd)) return -1;
  return ((ssize_t (*)(int, int, off64_t *, size_t))real("sendfile64"))(fd, from, at, size);
}
