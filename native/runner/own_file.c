/*
 * Files that a kernel may open while it is loaded: its own. Its object has to be opened when the filter of system calls
 * is there already, which knows no names, and constructors run then. Landlock knows files (Linux 5.13; it needs no
 * privilege).
 */
#define _GNU_SOURCE
#include "tune.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>) && defined(__NR_landlock_create_ruleset)
#include <linux/landlock.h>

bool only_file(const char *path) {
  const struct landlock_ruleset_attr judged = {.handled_access_fs =
                                                   LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR};
  const int rules = (int)syscall(__NR_landlock_create_ruleset, &judged, sizeof judged, 0);
  if (rules < 0) return false;
  const int file = open(path, O_PATH | O_CLOEXEC);
  const struct landlock_path_beneath_attr own = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = file};
  const bool holds = file >= 0 && syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &own, 0) == 0 &&
                     prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                     syscall(__NR_landlock_restrict_self, rules, 0) == 0;
  if (file >= 0) close(file);
  close(rules);
  return holds;
}

#else

bool only_file(const char *path) { return (void)path, false; }

#endif
