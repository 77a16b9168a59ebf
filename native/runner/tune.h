/*
 * The native half of `tune`: one small program with a few roles, spoken to in lines over stdin and stdout.
 *
 *   tune-native build JOBS FOLDER   runs compilers, JOBS at a time (builder.c)
 *   tune-native run                 loads, checks and times kernels, each in a forked child (runner.c)
 *   tune-native cuda                the same on a GPU, in a child that starts anew when a kernel spoils it
 *                                   (../cuda/runner.c)
 *   tune-native nvrtc LIBRARY ...   compiles CUDA, as a compiler is called (../cuda/nvrtc.c)
 *   tune-native call OBJECT ...     calls a function of the user's, in a forked child (function.c)
 *   tune-native ready               does nothing, to show that it runs here
 *   tune-native sandbox             reports whether kernels are kept from the rest of the system (sandbox.c)
 *
 * A command is one line of fields parted by tabs; an answer is one line of JSON. When stdin ends, everything that was
 * started is killed and the program ends: nothing outlives the tuner, even when that is killed.
 */
#ifndef TUNE_H
#define TUNE_H

#include "core_pace.h"
#include "system.h"

enum { MAX_ARGS = 64, MAX_COSTS = 256, MAX_JUDGEMENTS = 8, MESSAGE_BYTES = 512 };

/* elements.c: what arguments consist of; values are compared, and references computed, in floats. */

/* What there is to know of a type, of which those that kernels take are in a table. */
struct element_type;
struct task;

/* Reads "float16 4096"; false when it is none of ours. */
bool read_argument(const char *text, const struct element_type **type, size_t *count);
/*
 * The elements of the arrays that lie one after the other in an output of so many, which the same text may list behind
 * that number; how many arrays there are, 0 where they are not all of it.
 */
int read_parts(const char *text, size_t count, size_t *parts);
/* Whether elements lie in memory as floats, and whether they are whole numbers. */
bool is_float(const struct element_type *type);
bool is_whole(const struct element_type *type);
size_t argument_bytes(const struct task *task, int i);
/* Between which numbers an argument is drawn, as the same text may list behind that; otherwise -1 and 1. */
struct range {
  float low, high;
};
struct range read_range(const char *text);
/* Draws numbers of the type, as floats, in a range. */
void draw_elements(float *data, size_t count, uint64_t seed, const struct element_type *type, struct range range);
/* The same of floats that are uniform in [-1, 1) already. */
void shape_elements(float *data, size_t count, const struct element_type *type, struct range range);
/* Rounds floats to numbers of the type. */
void round_elements(float *data, size_t count, const struct element_type *type);
/* Writes floats as elements of the type. */
void narrow_elements(void *to, const float *from, size_t count, const struct element_type *type);
/* So many elements from one on, as floats: where they lie, or put into `space`. */
const float *float_elements(const void *data, size_t from, size_t count, const struct element_type *type,
                            float *space);
/*
 * What an output is poisoned with now, by turns: NaNs, or, as whole numbers have no value to spare, two patterns of
 * which one is wrong whatever should have been written.
 */
uint32_t next_poison(struct task *task);
/* Whether an element of an output is as it was poisoned with that pattern. */
bool is_unwritten(const void *data, size_t i, const struct element_type *type, uint32_t pattern);
/* Whether all are, as numbers of the type, too. */
bool all_finite(const float *data, size_t count, const struct element_type *type);

/* random.c */

void fill_random(float *data, size_t count, uint64_t seed);

/* check.c */

/* Where a wrong answer is wrong. */
struct check {
  size_t worst;     /* index of the first element with the largest error */
  size_t unwritten; /* elements that still hold the poison */
  float got, want;  /* at `worst` */
};

double root_mean_square(const float *data, size_t count);
/* max |got - want| / max(|want|, rms(want)); infinite when an element is not a number. */
double largest_error(const float *got, const float *want, size_t count, double rms);

/* trial.c: one candidate, in its own process. */

typedef void kernel_function(void *const *args, void *workspace);
typedef void pack_function(void *const *args, void *const *packed);
typedef void unpack_function(void *const *packed, void *const *args);

/* What is asked of a trial. */
struct trial {
  const char *path;
  double timeout, tolerance, best, budget, judging; /* seconds for the reference, once more, of timed calls */
  int min_repeats, max_repeats;
  size_t memory; /* bytes that the kernel may allocate itself */
  size_t packed_bytes[MAX_ARGS];
  /* Where elements of a packed form are those of the argument, one after the other: bytes of one; otherwise 0. */
  size_t packed_element[MAX_ARGS];
  size_t sweep;   /* bytes that push all else out of a core's own cache, for calls that are timed apart; 0: none */
  int judgements; /* calls among those that are timed that the reference will be run for */
};

enum stage { LOADING, PACKING, RUNNING, CHECKING, TIMING, RECHECKING, STAGES };
/* FAULTED: by the kernel, on a GPU. FAILED: for another reason than the kernel. */
/* IMPLAUSIBLE: its time is not that of the computation, on what it was given. */
enum outcome { NONE, DONE, UNLOADABLE, WRONG, IMPLAUSIBLE, FAULTED, FAILED };
/* What disturbs a repeat; a set of these is an unsigned number with a bit for each. */
enum cause { WAITED, MOVED, SLOWED, UNSTEADY, CAUSES };
/* Those by which a repeat does not count; on a SLOWED core it does where that lasts. */
#define DISTURBING (1u << WAITED | 1u << MOVED | 1u << UNSTEADY)

/* The element of an input that is not as it was drawn. */
struct change {
  int argument;   /* -1: there is none */
  size_t element; /* its number */
  bool copied;    /* it is as another element, `from`; otherwise it is `value`, in its type */
  size_t from;
  uint32_t value;
};

/* What the output of a call that is shown to the parent was made of. */
struct shown {
  int draw;         /* 0: the task's first draw of inputs, 1: the other one */
  int overrun;      /* as in `result` */
  uint32_t poison;  /* what the output was filled with before */
  struct change change;
};

/* What comes of it: memory shared between the child, which writes it, and its parent. */
struct result {
  volatile enum stage stage;
  volatile enum outcome outcome;
  char message[MESSAGE_BYTES];
  bool faulted;
  uintptr_t fault;       /* address of a SIGSEGV or SIGBUS */
  const char *forbidden; /* the system call that a SIGSYS was for */
  double pack_seconds, check_seconds, run_seconds;
  double max_error;
  struct check check;
  int overrun; /* number of a buffer that was written beyond its ends, -1 for none */
  int cost_count;
  double costs[MAX_COSTS];
  int repeats;         /* all that were timed, those that do not count among them */
  bool watched;        /* whether anything could show which were disturbed */
  int disturbed;       /* of these */
  int causes[CAUSES];  /* of all, those that each cause met: several may meet in one */
  int doubtful;        /* of the costs: disturbed, and counted for want of better ones */
  int slow;            /* of the costs: on a core that was slower than it can be */
  double cold;         /* seconds of a call on weights that no core's own cache holds; 0: not measured */
  double fresh;        /* of a kernel that answers inputs that hardly change faster: seconds of a call on new ones */
  double cores;        /* of one that takes more than it was given: those that it kept busy */
  double witnessed;    /* of one whose times are not those that the parent measured: seconds of a call by its clock */
  long calls;          /* that the parent is a witness of */
  struct shown shown;
  struct core_pace fastest_pace; /* of all trials so far, if any */
};
/* Of the memory that it lies in, whole pages of any machine. */
enum { RESULT_BYTES = 1 << 16 };

/*
 * A task that is open: its inputs, what must come out, and the buffers of the trial at hand.
 * Buffers are numbered: argument i is i, its packed form MAX_ARGS + i, the workspace 2 * MAX_ARGS.
 */
struct task {
  bool open;
  bool unused;   /* whether no trial has run since the last draw */
  int arg_count; /* the last one is the output */
  size_t elements[MAX_ARGS];
  const struct element_type *types[MAX_ARGS];
  struct range ranges[MAX_ARGS]; /* of inputs */
  struct buffer inputs[MAX_ARGS];
  struct buffer values[MAX_ARGS]; /* inputs that are no floats as these, while the reference runs */
  struct buffer want;             /* floats, whatever the output's type */
  int part_count;                 /* arrays that lie one after the other in the output, mostly one */
  size_t parts[MAX_ARGS];         /* elements of each */
  double rms[MAX_ARGS];           /* of what must come out in each, or more: what its errors are relative to */
  /* Inputs of another draw, and what must come out of them; task_exchange puts them in the place of those above. */
  struct draw {
    bool there;
    struct buffer inputs[MAX_ARGS], want;
    double rms[MAX_ARGS];
  } other;
  struct opening {
    uint64_t seed;
    double timeout;
    char *reference; /* path of its object */
    size_t workspace;
    double magnitude; /* what errors are relative to at least */
    double seconds;   /* that it took */
  } opening;
  size_t flush_bytes;  /* how much is read through the caches before every repeat; 0 leaves them alone */
  struct buffer flush; /* so many bytes, where the caches are those of the CPU */
  struct buffer output, workspace, packed[MAX_ARGS];
  struct buffer own[MAX_ARGS]; /* inputs of the trial at hand, of which elements may change; not of all */
  struct buffer shown;         /* the output of a call, for the parent to look at */
  /* What the output was filled with before the last call, and before the one that was judged last. */
  uint32_t poison, judged;
};
enum { PACKED = MAX_ARGS, WORKSPACE = 2 * MAX_ARGS };

/* Runs in the child, which asks its parent on that descriptor. */
void trial_run(struct task *task, const struct trial *trial, struct result *result, int parent);

/* reference.c */

/*
 * Loads the reference's object and calls its kernel, on the task's inputs, as floats, and `want`, in a process of its
 * own; how that ended.
 */
struct ending reference_start(struct task *task, struct result *result);
/* Whether that made an answer that can be compared with; otherwise `ending` or the result's outcome says why not. */
bool reference_is_done(const struct task *task, struct ending ending, const struct result *result);

/* child_kernel.c: what both do in the child. */

/* Has the first fault, or the call that the sandbox refuses, noted before it ends the process. */
void child_catch_faults(struct result *result);
/* Loads an object, and finds a function in it; they end the process where that fails. */
void *child_load(const char *path, struct result *result);
void *child_symbol(void *object, const char *name, struct result *result);
/* Ends the process. */
void child_end(struct result *result, enum outcome outcome);

/* check.c: what both kinds of trial end with. */

/*
 * Compares the output with what must come out, and notes all that the answer says of it; false when anything is wrong.
 */
bool judge(struct task *task, double tolerance, int overrun, struct result *result);

/* compare.c: how often, and on what, results are compared beside those of the first call. */

/* A kernel that is loaded, whatever runs it. */
struct subject {
  /* Calls it once, all that it writes poisoned before, and judges what comes out. */
  bool (*compare)(void *context);
  /* Gives it the task's other inputs, packed anew, where there are some. */
  void (*exchange)(void *context);
  void *context;
};

/* A second call before any is timed, unless the first took long: what a first call alone computes is found early. */
bool compare_before(const struct trial *trial, const struct subject *subject, double first, struct result *result);
/*
 * Calls on other inputs: a kernel that answers from what earlier calls left behind is wrong there. Ten in a row of one
 * that may become the best, unless they take too long, so that what is wrong every tenth time shows; more as long as
 * they are quick, since what is wrong now and then takes luck to find.
 */
bool compare_after(const struct trial *trial, const struct subject *subject, struct result *result);
/* Seconds a call, the median of all repeats. */
double typical_cost(const struct result *result);
/* That time is the only one that counts, for want of an undisturbed one. */
void count_alone(struct result *result, double seconds);
/* Whether a kernel that takes so many seconds a call may become the best. */
bool may_become_best(const struct trial *trial, double seconds);
/* The same of one that was timed. */
bool contends(const struct trial *trial, const struct result *result);

/* repeats.c */

struct watch {
  /* Seconds a call, the mean of `calls`; reports what was disturbing. */
  double (*time)(void *context, long calls, unsigned *causes);
  void *context;
  bool single;   /* each repeat is one call, since what goes before it would not go before the others */
  bool doubtful; /* the first run was disturbed, and says nothing */
  bool settled;  /* what the first run took is what others take, too */
};

void sort_seconds(double *seconds, int count);
/* Whether a first run took three times as long as the best; a first run is cold, which two milliseconds more excuse. */
bool is_hopeless(const struct trial *trial, double first);

/*
 * Repeats until the budget is spent, and up to two budgets longer while the interval of the time is too wide to show
 * whether the kernel is as fast as the best so far. A repeat lasts a millisecond or one call; one that was disturbed is
 * not the kernel's time and is taken again, for up to three budgets in all; then the others count alone, or, if they
 * are too few, all that follow. On a slow core a repeat is taken again for a shorter time, and then counts as well.
 *
 * A kernel that is clearly slower than the best so far stops early, with the costs that it then has: after its first
 * run when that is hopeless, after one undisturbed repeat that took three times as long, and after three when none of
 * them came within 1.5 times.
 */
void time_repeats(const struct trial *trial, const struct watch *watch, double first, struct result *result);

/* task.c */

/* Clears all of its memory, so that a kernel leaves nothing there for the next process. */
void result_reset(struct result *result);
/*
 * Carries out the command `open` but for the buffer that flushes caches; answers itself, and returns false, when that
 * fails. Draws inputs twice, or keeps those that were open as the other ones; none but the first where drawing and the
 * reference take long, or memory is short.
 */
bool task_open(struct task *task, int count, char **fields, struct result *result);
void task_close(struct task *task);
/* Rounds what must come out, and measures what its errors are relative to. */
void task_measure_want(struct task *task);
/* The other inputs and their results in the place of the first ones, and the other way round. */
void task_exchange(struct task *task);
/* Reads the first nine fields of the command `trial`. */
struct trial read_trial(char **fields);

/* answers.c */

void answer_begin(const char *outcome, const struct result *result);
void answer_number(const char *name, double value);
void answer_string(const char *name, const char *value);
void answer_end(void);
void answer_message(const char *outcome, const char *message, const struct result *result);
/* Of a trial that came to an outcome. */
void answer_trial(const struct result *result);
/* Of one that worked, so that more may follow until answer_end. */
void answer_done(const struct result *result);
/*
 * Of a child that ended in any other way; whole for one that was never started, otherwise more may follow until
 * answer_end.
 */
void answer_ending(struct ending ending, const struct result *result);
void answer_opened(const struct result *result);

/* serve.c: what runners have in common. */

/*
 * Makes this process one that waits for children; returns the memory in which they leave results. Ends the process when
 * there is none.
 */
struct result *serve_setup(void);
/* Carries out commands until stdin ends. */
int serve(void (*open)(int count, char **fields), void (*trial)(int count, char **fields));

/* The roles. */
int builder_main(int jobs, const char *folder);
int runner_main(void);
int function_main(int count, char **fields);
int cuda_main(double kill_seconds);
/*
 * Prints in a line of JSON what NVIDIA's driver reports of the first GPU that it shows (CUDA_VISIBLE_DEVICES chooses),
 * or why there is none:
 *
 *   {"name":"NVIDIA H100 80GB HBM3","bus":"0000:01:00.0","driver":13000,"major":9,...}
 *   {"missing":"the driver finds no GPU"}
 */
int describe_gpu(void);
int nvrtc_main(int count, char **arguments);
int sandbox_main(void);

#endif
