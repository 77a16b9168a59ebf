/*
 * What is kept from a kernel. It needs memory, threads and a clock, and nothing else of the system, so a filter of
 * system calls (seccomp, which needs no privilege) stands between both, in two steps:
 *
 *   sandbox_enter   before the object is loaded: no network, no processes, no signals to others, no writing to files,
 *                   and no reading of others than the object (own_file.c)
 *   sandbox_lock    before its first function is called: no files at all, no other code than what is there, and no
 *                   threads where the target has one
 *
 * A call that no kernel has reason to make ends it with SIGSYS, so that its trial says which call it was. Calls that
 * are in neither list do not exist, to which libraries know an answer. Files that are opened to be read later than the
 * object are refused without a fuss, since C libraries look at /proc and /sys and do without.
 */
#define _GNU_SOURCE
#include "tune.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <omp.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

#ifdef ARCHITECTURE

/* The commonest first. */
static const int allowed[] = {
    __NR_futex, __NR_sched_yield, __NR_madvise, __NR_mmap, __NR_munmap, __NR_mprotect, __NR_mremap, __NR_brk,
    __NR_clock_gettime, __NR_clock_getres, __NR_gettimeofday, __NR_nanosleep, __NR_clock_nanosleep, __NR_getrusage,
    __NR_times, __NR_restart_syscall, __NR_exit, __NR_exit_group, __NR_set_robust_list, __NR_set_tid_address,
    __NR_rt_sigprocmask, __NR_rt_sigaction, __NR_rt_sigreturn, __NR_rt_sigtimedwait, __NR_sigaltstack, __NR_gettid,
    __NR_getpid, __NR_getppid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_getrandom, __NR_getcpu,
    __NR_membarrier, __NR_sched_getaffinity, __NR_sched_setaffinity, __NR_sched_getparam, __NR_sched_getscheduler,
    __NR_uname, __NR_sysinfo, __NR_read, __NR_pread64, __NR_write, __NR_writev, __NR_lseek, __NR_fstat,
    __NR_newfstatat, __NR_faccessat, __NR_readlinkat, __NR_close, __NR_seccomp,
#ifdef __NR_rseq
    __NR_rseq,
#endif
#ifdef __NR_statx
    __NR_statx,
#endif
#ifdef __NR_faccessat2
    __NR_faccessat2,
#endif
#ifdef __NR_futex_waitv
    __NR_futex_waitv,
#endif
#ifdef __x86_64__
    __NR_arch_prctl, __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_time, __NR_pause,
#endif
#ifdef __riscv
    __NR_riscv_flush_icache,
#endif
};

struct named {
  int number;
  const char *name;
};

#define CALL(name) {__NR_##name, #name}

/* Those that the rules below judge by their arguments are named here, too. */
static const struct named forbidden[] = {
    CALL(clone), CALL(execve), CALL(execveat), CALL(kill), CALL(tkill), CALL(tgkill), CALL(rt_sigqueueinfo),
    CALL(rt_tgsigqueueinfo), CALL(ptrace), CALL(process_vm_readv), CALL(process_vm_writev), CALL(setsid), CALL(setpgid),
    CALL(setpriority), CALL(socket), CALL(socketpair), CALL(connect), CALL(bind), CALL(listen), CALL(sendto),
    CALL(sendmsg), CALL(openat), CALL(truncate), CALL(ftruncate), CALL(fallocate), CALL(unlinkat), CALL(renameat2),
    CALL(mkdirat), CALL(mknodat), CALL(linkat), CALL(symlinkat), CALL(fchmod), CALL(fchmodat), CALL(fchown),
    CALL(fchownat), CALL(utimensat), CALL(chdir), CALL(fchdir), CALL(chroot), CALL(mount), CALL(umount2),
    CALL(pivot_root), CALL(memfd_create), CALL(setuid), CALL(setgid), CALL(setresuid), CALL(setresgid), CALL(unshare),
    CALL(setns), CALL(reboot), CALL(bpf), CALL(shmget), CALL(close_range),
#ifdef __x86_64__
    CALL(fork), CALL(vfork), CALL(open), CALL(creat), CALL(unlink), CALL(rename), CALL(renameat), CALL(mkdir),
    CALL(rmdir), CALL(link), CALL(symlink), CALL(mknod), CALL(chmod), CALL(chown), CALL(lchown), CALL(utime),
    CALL(utimes),
#endif
    {__NR_close, "close"},
};

enum { LONGEST = 512 };

struct program {
  struct sock_filter code[LONGEST];
  unsigned short length;
};

static void add(struct program *program, unsigned short code, unsigned char jt, unsigned char jf, unsigned k) {
  if (program->length == LONGEST) abort();
  program->code[program->length++] = (struct sock_filter){code, jt, jf, k};
}

static void load(struct program *program, size_t offset) {
  add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset);
}

static void give(struct program *program, unsigned action) { add(program, BPF_RET | BPF_K, 0, 0, action); }

/* What comes of a call, whatever its arguments are. The number of the call is loaded, as everywhere below. */
static void rule(struct program *program, int call, unsigned action) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)call);
  give(program, action);
}

/* Allows a call when the bits `mask` of an argument are `value`, and traps it otherwise. */
static void rule_on_argument(struct program *program, int call, int argument, unsigned mask, unsigned value) {
  /* Where the lower half of an argument lies on machines that store it first, which all of these are. */
  const size_t place = offsetof(struct seccomp_data, args) + (size_t)argument * sizeof(uint64_t);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 5, (unsigned)call);
  load(program, place);
  add(program, BPF_ALU | BPF_AND | BPF_K, 0, 0, mask);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
  give(program, SECCOMP_RET_ALLOW);
  give(program, SECCOMP_RET_TRAP);
}

/* Refuses a call, without a fuss, when any of the bits `mask` of an argument is set. */
static void refuse_bits(struct program *program, int call, int argument, unsigned mask) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (unsigned)call);
  load(program, offsetof(struct seccomp_data, args) + (size_t)argument * sizeof(uint64_t));
  add(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, mask);
  give(program, SECCOMP_RET_ERRNO | EACCES);
  give(program, SECCOMP_RET_ALLOW);
}

/* Loads the number of the call; calls of another architecture (a 32-bit one, say) have other numbers. */
static void begin(struct program *program) {
  load(program, offsetof(struct seccomp_data, arch));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE);
  give(program, SECCOMP_RET_TRAP);
  load(program, offsetof(struct seccomp_data, nr));
}

/*
 * Installs a filter for good. Kernels before 5.16 slow down what is filtered, as a defence against leaks that do not
 * matter here (SPEC_ALLOW); a kernel timed so would be slower than where it is used.
 */
static bool install(struct program *program) {
  struct sock_fprog filter = {.len = program->length, .filter = program->code};
  if (syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0) return true;
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}

static bool enter(void) {
  static struct program program;
  enum { WRITING = O_ACCMODE | O_CREAT | O_TRUNC };
  const unsigned self = (unsigned)getpid();
  program.length = 0;
  begin(&program);
  rule_on_argument(&program, __NR_clone, 0, CLONE_THREAD, CLONE_THREAD);
  rule_on_argument(&program, __NR_openat, 2, WRITING, 0);
#ifdef __NR_open
  rule_on_argument(&program, __NR_open, 1, WRITING, 0);
#endif
  rule_on_argument(&program, __NR_kill, 0, ~0u, self);
  rule_on_argument(&program, __NR_tgkill, 0, ~0u, self);
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) rule(&program, allowed[i], SECCOMP_RET_ALLOW);
  for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
    rule(&program, forbidden[i].number, SECCOMP_RET_TRAP);
  give(&program, SECCOMP_RET_ERRNO | ENOSYS);
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && install(&program);
}

static void lock(bool threads) {
  static struct program program;
  program.length = 0;
  begin(&program);
  rule(&program, __NR_openat, SECCOMP_RET_ERRNO | EACCES);
#ifdef __NR_open
  rule(&program, __NR_open, SECCOMP_RET_ERRNO | EACCES);
#endif
  rule(&program, __NR_close, SECCOMP_RET_TRAP);
  if (!threads) rule(&program, __NR_clone, SECCOMP_RET_TRAP);
  /* Nobody changes code, such as the clock's. */
  refuse_bits(&program, __NR_mprotect, 2, PROT_EXEC);
  refuse_bits(&program, __NR_mmap, 2, PROT_EXEC);
  give(&program, SECCOMP_RET_ALLOW);
  install(&program);
}

const char *sandbox_call_name(const siginfo_t *info) {
  if (info->si_arch != ARCHITECTURE) return "of another architecture";
  for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
    if (forbidden[i].number == info->si_syscall) return forbidden[i].name;
  return NULL; /* somebody sent the signal */
}

#else

static bool enter(void) { return false; }
static void lock(bool threads) { (void)threads; }
const char *sandbox_call_name(const siginfo_t *info) { return (void)info, NULL; }

#endif

static bool switched_off(void) {
  const char *wanted = getenv("TUNE_SANDBOX");
  return wanted != NULL && strcmp(wanted, "0") == 0;
}

/* Whether the filter is there, and whether the object is the only file that may be read. */
static bool entered, alone;

/* Who ends the process does not get to those that tidy up then, which might wait for what the sandbox refuses. */
static void leave(int status, void *context) {
  (void)context;
  _exit(status);
}

void sandbox_enter(const char *object) {
  omp_get_max_threads(); /* LLVM's OpenMP makes a file in /dev/shm when it starts, which a fork has it do again */
  setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0}); /* nobody fills a disk, filter or not */
  on_exit(leave, NULL);
  if (switched_off()) return;
  alone = only_file(object);
  entered = enter();
}

void sandbox_lock(bool threads) {
  if (entered) lock(threads);
}

/* The program itself, in the place of an object. */
static const char own_program[] = "/proc/self/exe";

/* Asks for a connection, which ends it where the sandbox holds. */
static void try_network(void *context) {
  (void)context;
  sandbox_enter(own_program);
  sandbox_lock(true);
  syscall(__NR_socket, AF_INET, SOCK_STREAM, 0);
}

/* Reads what is not its own, as a constructor could; it ends with 1 where that is refused. */
static void try_file(void *context) {
  (void)context;
  sandbox_enter(own_program);
  _exit(alone && open("/", O_RDONLY) < 0);
}

int sandbox_main(void) {
  children_setup();
  const struct ending network = run_child(try_network, NULL, 10), file = run_child(try_file, NULL, 10);
  const bool holds = network.how == SIGNALLED && network.value == SIGSYS;
  const bool apart = file.how == EXITED && file.value == 1;
  printf("{\"sandbox\":\"%s\"}\n", holds ? apart ? "on" : "filter" : switched_off() ? "off" : "absent");
  return 0;
}
