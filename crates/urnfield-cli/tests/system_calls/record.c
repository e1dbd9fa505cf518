/* Loaded before the C library (LD_PRELOAD): records which files a program writes, flushes and
   renames, in order, one line a call, in the file that URNFIELD_CALLS names. Of flock, the first
   URNFIELD_INTERRUPTED calls fail as if a signal had come. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static void record(const char *call, const char *first, const char *second) {
    const char *log = getenv("URNFIELD_CALLS");
    if (log == NULL) return;
    int before = errno;
    char line[2048];
    int length = snprintf(line, sizeof line, "%s\t%s\t%s\n", call, first, second);
    int file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (file < 0 || length >= (int)sizeof line || syscall(SYS_write, file, line, length) != length)
        abort();
    syscall(SYS_close, file);
    errno = before;
}

static void record_open(const char *call, int file) {
    char link[64], path[1024];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    record(call, path, "");
}

#define NEXT(type, name, ...) \
    ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

ssize_t write(int file, const void *bytes, size_t length) {
    ssize_t done = NEXT(ssize_t, "write", int, const void *, size_t)(file, bytes, length);
    if (done >= 0) record_open("write", file);
    return done;
}

ssize_t writev(int file, const struct iovec *pieces, int count) {
    ssize_t done = NEXT(ssize_t, "writev", int, const struct iovec *, int)(file, pieces, count);
    if (done >= 0) record_open("write", file);
    return done;
}

int ftruncate64(int file, off64_t length) {
    int done = NEXT(int, "ftruncate64", int, off64_t)(file, length);
    if (done == 0) record_open("write", file);
    return done;
}

int fsync(int file) {
    int done = NEXT(int, "fsync", int)(file);
    if (done == 0) record_open("flush", file);
    return done;
}

int fdatasync(int file) {
    int done = NEXT(int, "fdatasync", int)(file);
    if (done == 0) record_open("flush data", file);
    return done;
}

int rename(const char *from, const char *to) {
    int done = NEXT(int, "rename", const char *, const char *)(from, to);
    if (done == 0) record("name", from, to);
    return done;
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    int done = NEXT(int, "linkat", int, const char *, int, const char *, int)(
        from_folder, from, to_folder, to, flags);
    if (done == 0) record("name", from, to);
    return done;
}

int flock(int file, int operation) {
    static int calls;
    const char *most = getenv("URNFIELD_INTERRUPTED");
    if (most != NULL && calls++ < atoi(most)) {
        record_open("interrupted", file);
        errno = EINTR;
        return -1;
    }
    return NEXT(int, "flock", int, int)(file, operation);
}
