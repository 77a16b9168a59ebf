/*
 * What changes between calls that are timed: one element of an input, and a few words of the output, at places and to
 * values that nobody can foresee. A kernel that answers from what earlier calls left behind is wrong then.
 *
 * All of it takes constant time, some nanoseconds on the clock, which are measured and subtracted.
 */
#define _GNU_SOURCE
#include "candidate.h"

#include <math.h>
#include <string.h>
#include <sys/random.h>

/* Knuth's multiplier (MMIX): the upper bits are what counts. */
static uint64_t next(uint64_t *state) { return *state = *state * 6364136223846793005u + 1442695040888963407u; }

/* A number below a bound, from the upper bits. */
static size_t below(uint64_t random, size_t bound) { return (size_t)(((unsigned __int128)random * bound) >> 64); }

size_t changes_draw(struct changes *changes, size_t bound) { return below(next(&changes->state), bound); }

/*
 * Values for elements of an input: half are random, the others the ends of what is drawn, which show in the largest or
 * smallest of many, too.
 */
static void draw_values(struct poked *input, const struct element_type *type, struct range range, uint64_t seed) {
  float values[POOL];
  fill_random(values, POOL, seed);
  for (int i = 0; i < POOL / 2; i++) values[i] = i % 2 == 0 ? -1 : 1 - 0x1p-24f;
  shape_elements(values, POOL, type, range);
  narrow_elements(input->pool, values, POOL, type);
}

void changes_setup(struct changes *changes) {
  *changes = (struct changes){.active = -1};
  if (getrandom(&changes->state, sizeof changes->state, 0) < 0) changes->state = (uint64_t)(now() * 1e9);
}

void changes_of_input(struct changes *changes, void *data, size_t elements, size_t bytes,
                      const struct element_type *type, struct range range, int argument) {
  struct poked *input = &changes->inputs[changes->input_count++];
  *input = (struct poked){
      .data = data, .elements = elements, .bytes = bytes, .argument = argument, .copies = type == NULL};
  if (type != NULL) draw_values(input, type, range, next(&changes->state));
}

/*
 * Words of an output in the kernel's own form may be padding, which nobody writes: some of those that a call has
 * written are taken, where all are of a plain one.
 */
void changes_of_output(struct changes *changes, const struct buffer *output, uint32_t unwritten, bool plain) {
  changes->words = (uint32_t *)output->data;
  changes->word_count = output->bytes / sizeof *changes->words;
  changes->place_count = 0;
  if (plain) return;
  for (int i = 0; i < 16 * PLACES && changes->word_count > 0 && changes->place_count < PLACES; i++) {
    const size_t word = changes_draw(changes, changes->word_count);
    bool written = true;
    for (size_t byte = 0; byte < sizeof unwritten; byte++)
      written &= ((const char *)&changes->words[word])[byte] != ((const char *)&unwritten)[byte];
    for (int j = 0; j < changes->place_count; j++) written &= changes->places[j] != word;
    if (written) changes->places[changes->place_count++] = word;
  }
  if (changes->place_count == 0) changes->word_count = 0;
}

static void store(void *to, const void *from, size_t bytes) {
  switch (bytes) {
  case 8: memcpy(to, from, 8); return;
  case 4: memcpy(to, from, 4); return;
  case 2: memcpy(to, from, 2); return;
  default: memcpy(to, from, 1);
  }
}

void changes_undo(struct changes *changes) {
  if (changes->active < 0) return;
  const struct poked *input = &changes->inputs[changes->active];
  store(input->data + changes->element * input->bytes, &changes->before, input->bytes);
  changes->active = -1;
}

static void change_input(struct changes *changes) {
  changes_undo(changes);
  if (changes->still || changes->input_count == 0) return;
  const uint64_t random = next(&changes->state);
  changes->active = (int)below(random << 8, (size_t)changes->input_count);
  const struct poked *input = &changes->inputs[changes->active];
  changes->element = below(next(&changes->state), input->elements);
  char *place = input->data + changes->element * input->bytes;
  store(&changes->before, place, input->bytes);
  changes->from = input->copies ? below(next(&changes->state), input->elements) : 0;
  store(place, input->copies ? input->data + changes->from * input->bytes
                             : (const char *)input->pool + (random >> 56) % POOL * input->bytes,
        input->bytes);
}

struct change changes_made(const struct changes *changes) {
  if (changes->active < 0) return (struct change){.argument = -1};
  const struct poked *input = &changes->inputs[changes->active];
  struct change change = {input->argument, changes->element, input->copies, changes->from, 0};
  if (!input->copies) store(&change.value, input->data + changes->element * input->bytes, input->bytes);
  return change;
}

/* Words of the output that may be spoiled. */
static size_t place_total(const struct changes *changes) {
  return changes->place_count > 0 ? (size_t)changes->place_count : changes->word_count;
}

/*
 * Bits that are neither of an exponent, of any type, nor of a sign: what is a number stays one, and is off by a share
 * of itself.
 */
enum { MANTISSAS = 0x007f007f, ALWAYS = 0x00040040 };

/* One word of each of so many equal parts of a ring that begins anywhere, so that no word is spoiled twice. */
static void spoil_output(struct changes *changes) {
  if (changes->spoiled == 0) return;
  const size_t count = place_total(changes), part = count / (size_t)changes->spoiled;
  size_t from = below(next(&changes->state), count);
  for (int i = 0; i < changes->spoiled; i++, from += part) {
    const uint64_t random = next(&changes->state);
    size_t place = from + below(random, part);
    if (place >= count) place -= count;
    if (changes->place_count > 0) place = changes->places[place];
    const uint32_t value = changes->words[place] ^ (((uint32_t)(random >> 8) & changes->mask) | ALWAYS);
    changes->at[i] = place;
    changes->words[place] = changes->as[i] = value;
  }
}

void changes_apply(struct changes *changes) {
  change_input(changes);
  spoil_output(changes);
}

void changes_look(struct changes *changes) {
  unsigned unwritten = 0;
  for (int i = 0; i < changes->spoiled; i++) unwritten += changes->words[changes->at[i]] == changes->as[i];
  changes->unwritten += unwritten;
  changes->looked += (unsigned)changes->spoiled;
}

void changes_for(struct changes *changes, double seconds, bool whole) {
  static const double apart = 20e-6;
  const double wanted = fmin(FEW_WORDS + seconds / apart, MOST_WORDS);
  changes->spoiled = (int)fmin(wanted, (double)place_total(changes));
  changes->mask = whole ? UINT32_MAX : MANTISSAS;
}

/*
 * By chance a right value is what a word was spoiled with, where the whole output hangs on the element that changes: of
 * two elements of 16 bits once in 100,000 words, of a form that is not known once in some thousands. However often it
 * is asked, 10^-4 beside a few words is exceeded once in a million kernels.
 */
bool changes_missed(const struct changes *changes) {
  static const double few = 4;
  const double share = changes->place_count == 0 ? 1e-4 : 0.02;
  return (double)changes->unwritten > few + share * (double)changes->looked;
}
