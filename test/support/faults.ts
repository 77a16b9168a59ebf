import type { DeviceKernel } from '../../src/ir/device-kernel.js';
import { ErrorNo } from '../../src/measure/measurement.js';
import { faults, hang, type Fault } from '../../src/products/soak/faults.js';
import { good, kernel, loop } from '../measure/fixture.js';

/** What goes wrong by itself: the compiler refuses it, it crashes, or its answer is wrong. */
export const commonFaults: readonly Fault[] = [
  ...faults.filter((fault) => fault !== hang),
  ['does not compile', kernel('C[0] = oops;'), ErrorNo.compileHost, /^kernel\.c:\d+:\d+: error: .*oops/],
  ['is cut off', { ...good, source: 'void kernel(' }, ErrorNo.compileHost, /error: /],
  ['has no kernel', { ...good, source: 'int x;' }, ErrorNo.compileDevice, /no symbol kernel/],
  [
    'calls what does not exist',
    kernel('nothing_has_this_name();', 'void nothing_has_this_name(void);'),
    ErrorNo.compileDevice,
    /^undefined symbol: nothing_has_this_name/,
  ],
  ['packs without a pack function', kernel(loop, '', { packed: 64 }), ErrorNo.compileDevice, /no symbol pack/],
  // Not by a division by zero, which gives 0 on Arm.
  ['ends with SIGFPE', kernel('raise(8);', 'int raise(int);'), ErrorNo.runtimeDevice, /^SIGFPE/],
  ['has an illegal instruction', kernel('__builtin_trap();'), ErrorNo.runtimeDevice, /^SIG(ILL|TRAP)/],
  ['aborts', kernel('abort();', 'void abort(void);'), ErrorNo.runtimeDevice, /^SIGABRT while running/],
  ['is killed', kernel('raise(9);', 'int raise(int);'), ErrorNo.runtimeDevice, /^SIGKILL/],
  ['ends its process', kernel('_exit(3);', 'void _exit(int);'), ErrorNo.runtimeDevice, /status 3/],
  [
    'reads far past the end of an input',
    kernel(`${loop} C[0] += ((volatile float *)A)[n + 20];`),
    ErrorNo.runtimeDevice,
    /touched memory \d+ bytes past the end of "A"/,
  ],
  [
    'writes before the start of the output',
    kernel(`${loop} ((volatile float *)C)[-2000] = 0;`),
    ErrorNo.runtimeDevice,
    /bytes before the start of "C"/,
  ],
  ['writes to an input', kernel(`${loop} ((float *)A)[3] = 0;`), ErrorNo.runtimeDevice, /wrote to its input "A"/],
  [
    'overruns its workspace',
    kernel(`${loop} ((volatile float *)workspace)[64] = 0;`, '', { workspaceBytes: 256 }),
    ErrorNo.runtimeDevice,
    /past the end of the workspace/,
  ],
  [
    'crashes while packing',
    kernel(loop, 'void pack(void *const *args, void *const *packed) { *(volatile int *)packed[0] = 1; }', {
      packed: 64,
    }),
    ErrorNo.runtimeDevice,
    /SIGSEGV while packing constants/,
  ],
  [
    'recurses without end',
    kernel(
      'C[0] = deep(n);',
      'float deep(long n) { volatile char x[4096]; x[n] = 1; return n ? deep(n + 1) + x[n] : 0; }',
    ),
    ErrorNo.runtimeDevice,
    /SIGSEGV/,
  ],
  [
    'allocates without bound',
    kernel('for (;;) *(char *)malloc(1 << 20) = 1;', 'void *malloc(unsigned long);'),
    ErrorNo.runtimeDevice,
    /SIGSEGV/,
  ],
  [
    'demands an impossible workspace',
    kernel(loop, '', { workspaceBytes: 2 ** 50 }),
    ErrorNo.unknown,
    /not enough memory/,
  ],
  [
    'leaves elements out',
    kernel(loop.replace('i = 0', 'i = 5')),
    ErrorNo.wrongAnswer,
    /^5 of 1003 elements of "C" were not written/,
  ],
  ['writes infinities', kernel(`${loop} C[7] = 1e38f * 10;`), ErrorNo.wrongAnswer, /C\[0, 7\]/],
  [
    'computes with what follows an input',
    kernel(`${loop} C[1] += ((volatile float *)A)[n];`),
    ErrorNo.wrongAnswer,
    /C\[0, 1\] is not a number, perhaps computed from memory outside/,
  ],
  [
    'computes with the workspace as it comes',
    kernel(`${loop} C[2] += *(float *)workspace;`, '', { workspaceBytes: 64 }),
    ErrorNo.wrongAnswer,
    /C\[0, 2\] is not a number/,
  ],
  [
    'adds to the output',
    kernel(loop.replace('C[i] =', 'C[i] +=')),
    ErrorNo.wrongAnswer,
    /^1003 of 1003 .*computed from what it held before/,
  ],
  [
    'takes other arguments',
    { ...good, args: good.args.slice(1) },
    ErrorNo.unknown,
    /takes arguments of 1003, 1003 elements/,
  ],
];

/** A kernel that calls functions of the C library before it computes. */
const calling = (calls: string): DeviceKernel =>
  kernel(
    `${calls} ${loop}`,
    `int fork(void); int setsid(void); int execl(const char *, const char *, ...); int socket(int, int, int);
     int kill(int, int); int getppid(void); int creat(const char *, int); int unlink(const char *); int close(int);
     int open(const char *, int, ...); int usleep(unsigned); void exit(int); int memfd_create(const char *, unsigned);`,
  );

/** What a kernel does to the rest of the system, which the sandbox refuses. */
export const forbiddenCalls: readonly Fault[] = (
  [
    // Some C libraries block signals around a fork, and then nobody can note which call it was.
    ['starts a process', 'fork();', /clone|fork|a system call that is refused/],
    ['runs a program', 'execl("/bin/true", "true", (char *)0);', /execve/],
    ['leaves its session', 'setsid();', /setsid/],
    ['opens a connection', 'socket(2, 1, 0);', /socket/],
    ['kills its parent', 'kill(getppid(), 9);', /kill/],
    ['kills whatever it may', 'kill(-1, 9);', /kill/],
    ['makes a file', 'creat("made-by-a-kernel", 0600);', /creat|openat/],
    ['opens a file to write', 'open("/tmp", 1);', /open(at)?/],
    ['makes a file in memory', 'memfd_create("a", 0);', /memfd_create/],
    ['removes a file', 'unlink("/tmp/nothing-is-here");', /unlink/],
    ['closes descriptors', 'for (int i = 0; i < 1024; i++) close(i);', /close/],
  ] as const
).map(([name, calls, call]) => [
  name,
  calling(calls),
  ErrorNo.runtimeDevice,
  new RegExp(
    `^SIGSYS while running: the kernel made (the system call )?(${call.source}), and kernels may reach no files`,
  ),
]);

/** What it does to its own process, or in vain. */
export const selfInflicted: readonly Fault[] = [
  [
    'blocks all signals and crashes',
    kernel(
      '__builtin_memset(all, 255, sizeof all); sigprocmask(0, all, 0); *(volatile int *)8 = 1;',
      'static char all[128]; int sigprocmask(int, const void *, void *);',
    ),
    ErrorNo.runtimeDevice,
    /SIGSEGV/,
  ],
];

/** What looks suspicious and does no harm: these kernels are right. */
export const harmless: readonly (readonly [name: string, kernel: DeviceKernel])[] = [
  [
    'fills stdout',
    kernel(
      `for (int i = 0; i < 1000; i++) puts("{}"); printf("%d\\n", 1); ${loop}`,
      'int puts(const char *); int printf(const char *, ...);',
    ),
  ],
  ['looks for files, and finds none', calling('if (open("/", 0) >= 0) *(volatile int *)8 = 1;')],
  ['sleeps', calling('usleep(100);')],
  [
    'allocates memory that it may have',
    kernel(
      `char *p = malloc(1 << 24); for (int i = 0; i < 1 << 24; i += 4096) p[i] = 1; free(p); ${loop}`,
      'void *malloc(unsigned long); void free(void *);',
    ),
  ],
];
