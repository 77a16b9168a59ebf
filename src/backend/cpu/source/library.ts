/** Configs of source of the user's as a library: their files with the macros of the best, and a test of all. */
import { comment, elementsOf, isScalar } from '../../../codegen/source-text.js';
import { plural } from '../../../target/format.js';
import type { SourceArgument, SourceKernel } from '../../../ir/source-kernel.js';
import { operatorOf } from '../../../templates/task.js';
import { toleranceOf } from '../../../templates/tolerance.js';
import { storeError, valueType } from '../../../ir/tensor.js';
import type { Library, LibraryItem } from '../../library/library.js';
import { commentText } from '../../library/head-comment.js';
import { allTunedText, tunedText } from '../../library/tuned.js';
import { sourceFlags } from '../flags.js';
import { cpuFacts, featureGuard } from '../library/compile-line.js';
import type { CpuTarget } from '../target.js';
import { toolchainNamed } from '../toolchains.js';
import type { CpuKernel } from '../cpu-kernel.js';
import { makefileText } from './makefile.js';
import { TIMED_ALIGNMENT, checkText, prototypeOf } from './check.js';
import { wrapped, wrappedReference } from './wrapper.js';

/** One kernel of it. */
interface Part {
  readonly item: LibraryItem<CpuTarget>;
  /** Of its function, and of its files. */
  readonly name: string;
  readonly source: SourceKernel;
  readonly wrapper: CpuKernel;
  readonly reference: CpuKernel;
  readonly flags: readonly string[];
  /** Features that its code may use; unknown, and empty, where the author's own flags may name another CPU. */
  readonly requires: readonly string[];
  readonly tolerance: number;
}

/** What only shared objects that are loaded by themselves are compiled by. */
const ofLoaded = ['-nostdlib', '-shared', '-fPIC', '-pipe'];

/** One source and one function for each item, of which others than these are hidden. */
export function exportSources(name: string, items: readonly LibraryItem<CpuTarget>[]): Library {
  const named = namesOf(items);
  const parts = items.map((item, place) => partOf(item, named[place]!));
  const files = new Map<string, string>([
    ...parts.flatMap((part) => [
      [`${part.name}.c`, sourceText(part)] as const,
      [`debug/${part.name}.c`, checkText(`${name}.h`, part)] as const,
      [`test/${part.name}_call.c`, callText(part)] as const,
      [`test/${part.name}_reference.c`, renamedText(part.reference.source, `${part.name}_reference`)] as const,
    ]),
    [`${name}.h`, headerText(name, parts)],
    ['test/test.c', testText(parts)],
    ['Makefile', makefileText(name, parts)],
  ]);
  return {
    files,
    link: { include: '.', archive: `lib${name}.a`, flags: linkFlags(parts) },
    kernels: parts.map((part) => ({ item: part.item, name: part.name, file: `${part.name}.c` })),
    refused: [],
  };
}

/** A function alone has the name that it has; of several, that of its workload behind it. */
function namesOf(items: readonly LibraryItem<CpuTarget>[]): readonly string[] {
  const functions = items.map((item) => kernelOf(item).function);
  const used = new Set<string>();
  return items.map(({ task: { workload, target } }, place) => {
    const own = functions[place]!;
    const isAlone = functions.filter((other) => other === own).length === 1;
    const long = `${own}_${workload.name.replace(/\W+/g, '_')}`;
    const onThreads = `${long}_${target.threads}_threads`;
    let found = isAlone ? own : used.has(long) ? onThreads : long;
    for (let count = 2; used.has(found); count++) found = `${onThreads}_${count}`;
    used.add(found);
    return found;
  });
}

function kernelOf({ task: { template, workload, target }, config }: LibraryItem<CpuTarget>): SourceKernel {
  if (template.gives !== 'source') throw new RangeError(`${template.name} is no source`);
  return template.source(workload, target, config);
}

function partOf(item: LibraryItem<CpuTarget>, name: string): Part {
  const source = kernelOf(item);
  const operator = operatorOf(item.task);
  if (operator.gives !== 'source') throw new RangeError(`${operator.name} is no source`);
  const { triple, arch, vector } = item.task.target;
  return {
    item,
    name,
    source,
    wrapper: wrapped({ ...source, macros: [], text: `${prototypeOf(name, source.arguments)};`, function: name }),
    reference: wrappedReference(operator.reference(item.task.workload)),
    flags: sourceFlags(toolchainNamed(triple), arch, source.flags).filter((flag) => !ofLoaded.includes(flag)),
    requires: namesCpu(source) ? [] : vector.features,
    tolerance: toleranceOf(item.task, item.config) + storeError(valueType),
  };
}

/** Whether the author's own flags may name another CPU. */
function namesCpu({ flags }: SourceKernel): boolean {
  return flags.some((flag) => flag.startsWith('-m'));
}

function sourceText(part: Part): string {
  const { name, source, item, requires } = part;
  const line = compileLine(part);
  return [
    commentText([source.title, tunedText(item.tuned), ...cpuFactsOf(part), line]) + featureGuard(requires, line),
    ...source.macros.map(([macro, value]) => `#define ${macro} ${String(value)}`),
    ...(name === source.function ? [] : [`#define ${source.function} ${name}`]),
    source.text,
  ].join('\n');
}

/** The command that compiles it, from the folder of the library. */
function compileLine({ name, flags }: Part): string {
  return ['gcc', ...flags, '-c', `${name}.c`].join(' ');
}

function cpuFactsOf({ requires, source }: Part): string[] {
  return namesCpu(source) ? [`CPU features: those of ${source.flags.join(' ')}`] : cpuFacts(requires);
}

/** The ABI that runners call, under names of the part's own. */
function renamedText(text: string, prefix: string): string {
  return text.replace(/^void (kernel|pack|unpack)\(void \*const \*/gm, `void ${prefix}_$1(void *const *`);
}

function callText({ name, wrapper }: Part): string {
  return renamedText(wrapper.source, `${name}_call`);
}

/** A source alone may call libm, too. */
function linkFlags(parts: readonly Part[]): readonly string[] {
  return [...(parts.some(({ flags }) => flags.includes('-fopenmp')) ? ['-fopenmp'] : []), '-lm'];
}

function headerText(name: string, parts: readonly Part[]): string {
  const guard = `${name.toUpperCase()}_H`;
  const head = commentText([
    `${name}, ${plural(parts.length, 'kernel')} of source that tune chose the macros of.`,
    allTunedText(parts.map(({ item }) => item.tuned)),
    ...parts.flatMap((part) => [`${part.name}:`, ...cpuFactsOf(part), compileLine(part)]),
    `Arrays were timed at multiples of ${TIMED_ALIGNMENT} bytes: give them so where the source asks for aligned loads.`,
    'Debug builds (`make DEBUG=1`, in build-debug/) abort at others.',
    `Link: gcc program.c -I. lib${name}.a ${linkFlags(parts).join(' ')}`,
  ]);
  return [
    head.trimEnd(),
    `#ifndef ${guard}`,
    `#define ${guard}`,
    '#ifdef __cplusplus',
    'extern "C" {',
    '#endif',
    ...parts.flatMap(({ name: own, source }) => [
      '',
      comment(`${source.title}; row-major arrays: ${arraysText(source.arguments)}`),
      `${prototypeOf(own, source.arguments)};`,
    ]),
    '',
    '#ifdef __cplusplus',
    '}',
    '#endif',
    '#endif',
    '',
  ].join('\n');
}

function arraysText(all: readonly SourceArgument[]): string {
  return all
    .flatMap((arg) => (isScalar(arg) ? [] : [`${arg.name} ${arg.shape.join('x')} (${arg.direction})`]))
    .join(', ');
}

/** Draws inputs, calls each kernel and its reference, compares, and times. */
function testText(parts: readonly Part[]): string {
  const functions = parts.flatMap(({ name, wrapper }) => {
    const isPacked = wrapper.args.some(({ role, packedBytes }) => role === 'input' && packedBytes > 0);
    const isUnpacked = wrapper.args.at(-1)!.packedBytes > 0;
    return [
      `void ${name}_call_kernel(void *const *, void *), ${name}_reference_kernel(void *const *, void *);`,
      ...(isPacked ? [`void ${name}_call_pack(void *const *, void *const *);`] : [`#define ${name}_call_pack 0`]),
      ...(isUnpacked ? [`void ${name}_call_unpack(void *const *, void *const *);`] : [`#define ${name}_call_unpack 0`]),
    ];
  });
  const rows = parts.map(({ name, wrapper, reference, tolerance }) => {
    const elements = wrapper.args.map(elementsOf);
    const packed = wrapper.args.map(({ packedBytes }) => packedBytes);
    const calls = ['call_kernel', 'call_pack', 'call_unpack', 'reference_kernel'].map((call) => `${name}_${call}`);
    const output = wrapper.args.at(-1)!;
    const outputs = (output.parts ?? [output]).map(elementsOf);
    return `  {"${name}", ${wrapper.args.length}, {${elements.join(', ')}}, {${packed.join(', ')}}, ${reference.workspaceBytes}, {${outputs.join(', ')}}, ${tolerance}, ${calls.join(', ')}},`;
  });
  return [...functions, '', testHead, 'static const struct part parts[] = {', ...rows, '};', testBody].join('\n');
}

const testHead = `#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct part {
  const char *name;
  int count;
  size_t elements[32], packed[32], workspace, outputs[32]; /* outputs: of each array that is written, then 0 */
  double tolerance;
  void (*kernel)(void *const *, void *), (*pack)(void *const *, void *const *), (*unpack)(void *const *, void *const *);
  void (*reference)(void *const *, void *);
};`;

const testBody = `
static uint32_t state = 1;

/* Uniform in [-1, 1). */
static float draw(void) {
  state = state * 1664525u + 1013904223u;
  return (float)((int32_t)state >> 7) * 0x1p-24f;
}

static void *room(size_t bytes) {
  void *found = aligned_alloc(64, (bytes + 127) / 64 * 64);
  if (found == NULL) exit(2);
  memset(found, 0xff, (bytes + 127) / 64 * 64);
  return found;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double error_of(const float *got, const float *want, size_t count) {
  double sum = 0, worst = 0;
  for (size_t i = 0; i < count; i++) sum += (double)want[i] * want[i];
  double rms = fmax(sqrt(sum / (double)count), 1e-30);
  for (size_t i = 0; i < count; i++) {
    double error = fabs((double)got[i] - want[i]) / fmax(fabs((double)want[i]), rms);
    if (!(error <= worst)) worst = isnan(error) ? INFINITY : error;
  }
  return worst;
}

static int test(const struct part *part) {
  void *args[32], *given[32];
  int last = part->count - 1;
  for (int i = 0; i < part->count; i++) {
    args[i] = room(part->elements[i] * sizeof(float));
    given[i] = part->packed[i] ? room(part->packed[i]) : args[i];
    if (i < last) for (size_t k = 0; k < part->elements[i]; k++) ((float *)args[i])[k] = draw();
  }
  void *workspace = room(part->workspace), *got = args[last], *want = room(part->elements[last] * sizeof(float));
  if (part->pack) part->pack(args, given);
  part->kernel(given, NULL);
  if (part->unpack) part->unpack(given, args);
  args[last] = want;
  part->reference(args, workspace);
  double error = 0, best = INFINITY;
  size_t from = 0;
  for (int i = 0; i < 32 && part->outputs[i] > 0; from += part->outputs[i++])
    error = fmax(error, error_of((float *)got + from, (float *)want + from, part->outputs[i]));
  for (double end = seconds() + 0.05, before = seconds(); before < end; before = seconds()) {
    part->kernel(given, NULL);
    best = fmin(best, seconds() - before);
  }
  int right = error <= part->tolerance;
  printf("%s %s: error %.1e (allowed %.1e), %.3g us\\n", right ? "ok   " : "WRONG", part->name, error, part->tolerance,
         1e6 * best);
  return right;
}

int main(void) {
  int wrong = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) wrong += !test(&parts[i]);
  return wrong > 0;
}
`;
