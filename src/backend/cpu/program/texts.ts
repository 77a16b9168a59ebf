/** The C of a network that is its own: the header of the library, the calls of the kernels, and how weights get in. */
import type { Call, Place, Port, Program } from '../../program/program.js';
import { formatBytes } from '../../../target/format.js';
import { nameOf } from '../../library/names.js';
import type { CpuCondition } from '../library/cpu-condition.js';
import type { ProgramKernel } from './program-kernels.js';

/** Sizes in bytes. */
export interface Memory {
  readonly arena: number;
  /** What the kernel needs that needs most. */
  readonly scratch: number;
  readonly weights: number;
}

/** What the kernels need of a CPU. */
export interface Requirement {
  /** As /proc/cpuinfo names them. */
  readonly features: readonly string[];
  readonly condition: CpuCondition;
}

/** `include/NAME.h` */
export function headerText({ name, inputs, outputs, calls }: Program, memory: Memory): string {
  const upper = name.toUpperCase();
  const guard = `${upper}_H`;
  const parameters = namesOf(name, [...inputs, ...outputs]);
  const declared = [
    ...inputs.map((_, i) => `const float *${parameters[i]!}`),
    ...outputs.map((_, i) => `float *${parameters[inputs.length + i]!}`),
  ];
  const told = [...inputs, ...outputs].map((port, i) => ` *   ${parameters[i]!}: float${extentsOf(port)}`);
  return `/*
 * ${name}: a network of ${calls.length} layers, written by tune. All elements are float32, arrays are row-major and
 * dense; none may overlap another. Several threads may call it, each with a workspace of its own.
 *
 *   void *workspace = aligned_alloc(64, ${upper}_WORKSPACE);
 *   ${name}_run(${parameters.join(', ')}, workspace);
 *
${told.join('\n')}
 *   workspace: ${upper}_WORKSPACE bytes, whatever they hold
 *
 * Arrays and workspace need the alignment of a float, which builds without NDEBUG check; 64 bytes are faster.
 * On a CPU without the features that the kernels need, a call aborts with a message: ask ${name}_supported first.
 *
 * Of the workspace ${formatBytes(memory.arena)} hold what layers hand on; weights are ${formatBytes(memory.weights)}.
 */
#ifndef ${guard}
#define ${guard}

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ${upper}_INPUTS ${inputs.length}
#define ${upper}_OUTPUTS ${outputs.length}
#define ${upper}_LAYERS ${calls.length}
#define ${upper}_WORKSPACE ${memory.arena + memory.scratch}

void ${name}_run(${declared.join(', ')}, void *workspace);

/* Whether this CPU has what the kernels need. */
int ${name}_supported(void);

/* The same by lists of arrays, in the order of the ports. */
void ${name}_call(const float *const *inputs, float *const *outputs, void *workspace);

/* What an array of the caller's is; extents are \`rank\` many. */
typedef struct {
  const char *name;
  int rank;
  const size_t *extents;
  size_t floats;
} ${name}_port;

extern const ${name}_port ${name}_inputs[${inputs.length}];
extern const ${name}_port ${name}_outputs[${outputs.length}];

/* What the macros say, for those who load the library: how many inputs (0) or outputs (1); bytes of the workspace. */
int ${name}_ports(int which);
size_t ${name}_workspace(void);

/* One call of a kernel: \`${name}_call\` makes all of them in this order. */
typedef struct {
  const char *name;
  void (*run)(const float *const *inputs, float *const *outputs, void *workspace);
} ${name}_layer;

extern const ${name}_layer ${name}_layers[${Math.max(1, calls.length)}];

#ifdef __cplusplus
}
#endif
#endif
`;
}

/** `src/kernels.h` */
export function prototypesText(kernels: Iterable<ProgramKernel>): string {
  const prototypes = Array.from(new Set(kernels), ({ exported }) => exported.prototypes.run);
  return ['#ifndef KERNELS_H', '#define KERNELS_H', '#include <stdint.h>', ...prototypes, '#endif', ''].join('\n');
}

/** `src/NAME.c`: the calls, and the tables of the header. */
export function callsText(
  program: Program,
  kernels: ReadonlyMap<Call, ProgramKernel>,
  { arena, placeOf }: Pick<Memory, 'arena'> & { readonly placeOf: (call: Call, input: number) => number },
  requirement: Requirement,
): string {
  const { name, inputs, outputs, calls } = program;
  const steps = calls.map((call, i) => {
    const kernel = kernels.get(call)!;
    const given = call.inputs.map((argument, place) =>
      argument.in === 'constants' ? `${name}_weights + ${placeOf(call, place)}` : addressOf(argument),
    );
    const own = kernel.exported.workspaceBytes > 0 ? `memory + ${arena}` : 'NULL';
    const types = parameterTypes(kernel.exported.prototypes.run);
    const all = [...given, addressOf(call.output)].map((address, i) => `(${types[i]!})(${address})`);
    return [
      `static void layer_${i}(const float *const *inputs, float *const *outputs, void *workspace) {`,
      `  char *const memory = (char *)workspace;`,
      `  (void)inputs, (void)outputs, (void)memory;`,
      `  ${kernel.name}(${[...all, own].join(', ')});`,
      '}',
    ].join('\n');
  });
  const parameters = namesOf(name, [...inputs, ...outputs]);
  const [ins, outs] = [parameters.slice(0, inputs.length), parameters.slice(inputs.length)];
  const declared = [...ins.map((one) => `const float *${one}`), ...outs.map((one) => `float *${one}`)];
  const layers = calls.map(({ layer }, i) => `  {${stringText(layer)}, layer_${i}},`);
  return `/* The layers of ${name}, each a call of its kernel. Written by tune. */
#include "${name}.h"

${['stdio.h', 'stdlib.h', ...requirement.condition.headers].map((header) => `#include <${header}>`).join('\n')}

#include "kernels.h"

extern const char ${name}_weights[];

${steps.join('\n\n')}

const ${name}_layer ${name}_layers[] = {
${layers.length > 0 ? layers.join('\n') : '  {"", NULL}'}
};

${portsText(name, 'inputs', inputs)}

${portsText(name, 'outputs', outputs)}

${supportText(name, requirement)}

void ${name}_call(const float *const *inputs, float *const *outputs, void *workspace) {
  if (!${name}_supported()) {
    fputs(${stringText(unsupported(name, requirement))}, stderr);
    abort();
  }
  for (int i = 0; i < ${name.toUpperCase()}_LAYERS; i++) ${name}_layers[i].run(inputs, outputs, workspace);
}

int ${name}_ports(int which) { return which == 0 ? ${name.toUpperCase()}_INPUTS : ${name.toUpperCase()}_OUTPUTS; }

size_t ${name}_workspace(void) { return ${name.toUpperCase()}_WORKSPACE; }

void ${name}_run(${declared.join(', ')}, void *workspace) {
  const float *const inputs[] = {${ins.join(', ')}};
  float *const outputs[] = {${outs.join(', ')}};
  ${name}_call(inputs, outputs, workspace);
}
`;
}

/** Asked once: a hypervisor may answer CPUID, which takes microseconds. */
function supportText(name: string, { condition }: Requirement): string {
  return `int ${name}_supported(void) {
  static int known = 0; /* 1: no, 2: yes */
  int found = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (found == 0) {
    found = (${condition.text}) ? 2 : 1;
    __atomic_store_n(&known, found, __ATOMIC_RELAXED);
  }
  return found == 2;
}`;
}

function unsupported(name: string, { features }: Requirement): string {
  return `${name}: this CPU lacks some of ${features.join(' ')}: build the network for it with tune network --target\n`;
}

function portsText(name: string, which: 'inputs' | 'outputs', ports: readonly Port[]): string {
  const extents = ports.map(
    ({ shape }, i) => `static const size_t ${which}_${i}[] = {${shape.length > 0 ? shape.join(', ') : '1'}};`,
  );
  const rows = ports.map(
    (port, i) => `  {${stringText(port.name)}, ${port.shape.length}, ${which}_${i}, ${floatsOf(port)}},`,
  );
  return [...extents, `const ${name}_port ${name}_${which}[] = {`, ...rows, '};'].join('\n');
}

function addressOf(place: Place): string {
  if (place.in === 'arena') return `memory + ${place.bytes}`;
  const start = `${place.in}s[${place.port}]`;
  return place.bytes === 0 ? start : `(${place.in === 'input' ? 'const ' : ''}char *)${start} + ${place.bytes}`;
}

/** `const float *` of `const float *data`, of all parameters. */
function parameterTypes(prototype: string): readonly string[] {
  return /\((.*)\)/
    .exec(prototype)![1]!
    .split(', ')
    .map((parameter) => parameter.replace(/\w+$/, ''));
}

function floatsOf({ shape }: Port): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

function extentsOf({ shape }: Port): string {
  return shape.map((extent) => `[${extent}]`).join('');
}

/** Names of parameters for ports, which a model may have called anything. */
function namesOf(program: string, ports: readonly Port[]): string[] {
  const own = ['call', 'inputs', 'layers', 'outputs', 'ports', 'run', 'supported', 'workspace'].map(
    (one) => `${program}_${one}`,
  );
  const taken = new Set<string>(['inputs', 'outputs', 'workspace', ...own, ...keywords]);
  return ports.map(({ name }) => {
    const found = nameOf([/^[a-z]/i.test(name) ? name : `x ${name}`], taken);
    taken.add(found);
    return found;
  });
}

/** Of C and C++, that a port may be called. */
const keywords = new Set(
  (
    'auto bool break case catch char class const continue default delete do double else enum extern float for goto if ' +
    'inline int long namespace new operator private public register restrict return short signed sizeof static struct ' +
    'alignas alignof and asm bitand bitor compl concept constexpr decltype explicit export false friend mutable ' +
    'noexcept not nullptr or requires static_assert thread_local true typeid typename xor ' +
    'switch template this throw try typedef union unsigned using virtual void volatile while'
  ).split(' '),
);

/** A string of C, whatever it says. */
function stringText(text: string): string {
  const escaped = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  const isPlain = (byte: number): boolean => /[\w .:/+-]/.test(String.fromCharCode(byte));
  return `"${Array.from(Buffer.from(text), (byte) => (isPlain(byte) ? String.fromCharCode(byte) : escaped(byte))).join('')}"`;
}
