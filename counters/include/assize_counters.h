/*
 * The counter protocol of Assize for C and C++, in one header (docs/counter-protocol.md).
 *
 *   struct assize_link lab = ASSIZE_LINK_NONE;
 *   assize_open(&lab, "engine", "main");             // outside of a trial: does nothing, as all that follows
 *   assize_setting(&lab, "zero-copy", "on", "on");
 *   assize_ready(&lab);
 *   ... in the loop, or when lab.fd becomes readable:  assize_answer(&lab, counters, n);
 *   ... at the end, once:                              assize_final(&lab, counters, n);
 *
 * Names and values hold no white space. Counters never fall. Every function returns 0, or -1 with errno set.
 * Not thread-safe: one thread at a time.
 */
#ifndef ASSIZE_COUNTERS_H
#define ASSIZE_COUNTERS_H

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct assize_counter {
  const char *name;
  uint64_t value;
};

struct assize_link {
  int fd; /* -1: no trial */
  size_t used;
  char line[512];
};

#define ASSIZE_LINK_NONE {-1, 0, {0}}

static inline int assize_printf(struct assize_link *link, const char *format, ...) {
  char text[1024];
  va_list arguments;
  if (link->fd < 0) return 0;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length >= sizeof text) {
    errno = EMSGSIZE;
    return -1;
  }
  for (int sent = 0; sent < length;) {
    ssize_t n = send(link->fd, text + sent, (size_t)(length - sent), MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) return -1;
    if (n > 0) sent += (int)n;
  }
  return 0;
}

static inline int assize_open(struct assize_link *link, const char *component, const char *instance) {
  const char *path = getenv("ASSIZE_COUNTERS");
  struct sockaddr_un address;
  link->fd = -1;
  link->used = 0;
  if (path == NULL || *path == 0) return 0;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    int failure = errno;
    close(fd);
    errno = failure;
    return -1;
  }
  link->fd = fd;
  return assize_printf(link, "hello 1 %ld %s %s\n", (long)getpid(), component, instance);
}

static inline int assize_setting(struct assize_link *link, const char *name, const char *requested, const char *enabled) {
  return assize_printf(link, "setting %s %s %s\n", name, requested, enabled);
}

static inline int assize_ready(struct assize_link *link) { return assize_printf(link, "ready\n"); }

static inline int assize_values(struct assize_link *link, const struct assize_counter *counters, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (assize_printf(link, "%s %llu\n", counters[i].name, (unsigned long long)counters[i].value) != 0) return -1;
  }
  return 0;
}

/* Answers the checkpoints that have come; never waits. */
static inline int assize_answer(struct assize_link *link, const struct assize_counter *counters, size_t count) {
  while (link->fd >= 0) {
    char c;
    ssize_t n = recv(link->fd, &c, 1, MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
    if (n == 0) return 0; /* the lab is gone */
    if (c != '\n') {
      if (link->used < sizeof link->line - 1) link->line[link->used++] = c;
      continue;
    }
    link->line[link->used] = 0;
    link->used = 0;
    if (strncmp(link->line, "checkpoint ", 11) == 0 &&
        (assize_printf(link, "counters %s %zu\n", link->line + 11, count) != 0 ||
         assize_values(link, counters, count) != 0)) {
      return -1;
    }
  }
  return 0;
}

/* Writes the final record and disconnects. */
static inline int assize_final(struct assize_link *link, const struct assize_counter *counters, size_t count) {
  if (link->fd < 0) return 0;
  int result = assize_printf(link, "final %zu\n", count);
  if (result == 0) result = assize_values(link, counters, count);
  close(link->fd);
  link->fd = -1;
  return result;
}

#endif
