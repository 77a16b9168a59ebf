/*
 * A trial on the CPU: in the kernel's process what it is called on, what changes between calls and which of them are
 * timed; in its parent what is said of the outputs.
 */
#ifndef CANDIDATE_H
#define CANDIDATE_H

#include "quiet.h"
#include "tune.h"

/* changes.c: what changes between calls that are timed. */

enum { POOL = 256, PLACES = 256, FEW_WORDS = 2, MOST_WORDS = 256 };

struct changes {
  uint64_t state; /* of the random numbers */
  int input_count;
  struct poked {
    char *data;
    size_t elements, bytes;
    int argument;
    bool copies;         /* elements become as others are, since nobody here knows their type */
    uint32_t pool[POOL]; /* otherwise values in their type, one after the other */
  } inputs[MAX_ARGS];
  bool still; /* inputs are to be as they were drawn */
  /* The element that is not: number of the input here, -1 for none, what was there, and whose value it has. */
  int active;
  size_t element, from;
  uint64_t before;
  uint32_t *words; /* of the output, as the kernel writes it */
  size_t word_count;
  int place_count; /* of a form that is not known: some words that a call writes */
  size_t places[PLACES];
  int spoiled; /* words a call */
  uint32_t mask;
  size_t at[MOST_WORDS];
  uint32_t as[MOST_WORDS];
  unsigned long unwritten, looked; /* words that a call left as they were, of so many */
};

void changes_setup(struct changes *changes);
/* One more input, of which elements may change; `type`: NULL where nobody here knows it. */
void changes_of_input(struct changes *changes, void *data, size_t elements, size_t bytes,
                      const struct element_type *type, struct range range, int argument);
/* The output, after a call that found it filled with `unwritten`; all of a plain one is written in each call. */
void changes_of_output(struct changes *changes, const struct buffer *output, uint32_t unwritten, bool plain);
/* How much changes with a call that takes so long; `whole`: the output consists of whole numbers. */
void changes_for(struct changes *changes, double seconds, bool whole);
/* Before a call: the last change of an input is undone and another made, words of the output are spoiled. */
void changes_apply(struct changes *changes);
/* After it: were these words written? */
void changes_look(struct changes *changes);
/* What is changed now. */
struct change changes_made(const struct changes *changes);
/* Inputs are as they were drawn. */
void changes_undo(struct changes *changes);
/* Whether calls left out some of what they should write. */
bool changes_missed(const struct changes *changes);
/* A number below a bound that nobody can foresee. */
size_t changes_draw(struct changes *changes, size_t bound);

/* child_kernel.c: calls of a kernel. */

/*
 * Seconds a call, the mean of `calls`, between which something changes: every call of a kernel is made here, so that
 * none can be distinguished from others by where it came from.
 */
double child_time_calls(kernel_function *kernel, void *const *args, void *workspace, long calls,
                        struct changes *changes);
/* Seconds that changes take a call. */
double child_time_changes(struct changes *changes);
/* Asks the parent; ends the process when there is none. */
char child_ask(int parent, char question);
/* candidate.c */

/* A kernel that is loaded, and what it is called on. */
struct candidate {
  struct task *task;
  const struct trial *trial;
  struct result *result;
  int parent; /* descriptor */
  void *object;
  kernel_function *kernel;
  void *args[MAX_ARGS];
  int draw; /* whose values its inputs are: 0 the task's first, 1 its other ones */
  bool own;      /* whether they lie in the trial's own buffers */
  bool packed;   /* whether they were packed before, off the clock */
  bool changing; /* whether elements of inputs change now */
};

/* Whether the kernel takes an argument packed. */
bool takes_packed(const struct task *task, int i);
/* Gives it the values of a draw, packed anew, in the trial's own buffers or where they were drawn. */
void candidate_take(struct candidate *candidate, int draw, bool own);
/* Packs its inputs as they are. */
void candidate_pack(struct candidate *candidate);
/* Fills all that a call writes with what no call should leave there. */
void candidate_poison(const struct candidate *candidate);
/* Shows the parent what the last call left; false, and the trial is over, when it is wrong. */
bool candidate_judge(const struct candidate *candidate);
/*
 * Lets the parent choose whether to keep what the last call left, made of inputs with that change; true where it did,
 * which touches the caches.
 */
bool candidate_offer(const struct candidate *candidate, struct change change);
/* Number of a buffer that was written beyond its ends, -1 for none. */
int candidate_overrun(const struct candidate *candidate);

/* timed.c: timed calls, mixed with others that a kernel cannot distinguish from them. */

/* Times the candidate, which took `first` seconds when it was called once; DONE unless something is wrong. */
enum outcome timed_calls(struct candidate *candidate, double first, bool doubtful, struct quiet *quiet);

/* cold.c */

/* Measures a call on weights that no core's own cache holds, where the trial asks for that. */
void time_cold(struct candidate *candidate, struct quiet *quiet);

/* judge.c: what the parent says of the outputs that a trial shows. */

enum question { JUDGE = 'j', MAY_KEEP = 'm', KEEP = 'k', BEGIN = 'b', END = 'e' };
enum reply { YES = 'y', NO = 'n', UNSURE = 'u' };

/* Makes ready for a trial of the task; the child must not see what is right. */
void judge_begin(struct task *task, const struct trial *trial, struct result *result);
/* Answers a question of the child's. */
char judge_answer(char question, pid_t child);
/*
 * After the child has ended: runs the reference on what the kept outputs were made of, if the kernel may become the
 * best, and puts what was found wrong into the result. A trial that was never judged has failed.
 */
void judge_end(void);

#endif
