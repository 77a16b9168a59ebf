/** The C of a network that is its own: the header of the library, the calls of the kernels, and how weights get in. */
import { isKernelCall, type Argument, type Call, type Place, type Port, type Program } from '../../program/program.js';
import { formatBytes } from '../../../target/format.js';
import { nameOf } from '../../library/names.js';
import type { CpuCondition } from '../library/cpu-condition.js';
import { isInBits, memoryOf, portsText } from './port-texts.js';
import { RoutineTexts } from './routines.js';
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
  const declared = declarations(inputs, outputs, parameters);
  const portLines = [...inputs, ...outputs].map(
    (port, i) =>
      ` *   ${parameters[i]!}: ${memoryOf(port.type)}${extentsOf(port)}${meaningOf(port)}${countedText(port, inputs, parameters)}`,
  );
  return `/*
 * ${name}: a network of ${calls.length} layers, written by tune. Arrays are row-major and dense; none may overlap
 * another. Several threads may call it, each with a workspace of its own.
 *
 *   void *workspace = aligned_alloc(64, ${upper}_WORKSPACE);
 *   ${name}_run(${parameters.join(', ')}, workspace);
 *
${portLines.join('\n')}
 *   workspace: ${upper}_WORKSPACE bytes, whatever they hold
 *
 * Arrays and workspace need the alignment of their elements, of a float at least, which builds without NDEBUG check;
 * 64 bytes are faster.
 * On a CPU without the features that the kernels need, a call aborts with a message: ask ${name}_supported first.
 *
 * Of the workspace ${formatBytes(memory.arena)} hold what layers hand on; weights are ${formatBytes(memory.weights)}.
 */
#ifndef ${guard}
#define ${guard}

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ${upper}_INPUTS ${inputs.length}
#define ${upper}_OUTPUTS ${outputs.length}
#define ${upper}_LAYERS ${calls.length}
#define ${upper}_WORKSPACE ${memory.arena + memory.scratch}

/* Returns 0, or 1 where a number of an input is no index of what it picks from: outputs are of no use then. */
int ${name}_run(${declared.join(', ')}, void *workspace);

/* Whether this CPU has what the kernels need. */
int ${name}_supported(void);

/* The same by lists of arrays, in the order of the ports. */
int ${name}_call(const void *const *inputs, void *const *outputs, void *workspace);

/*
 * What an array of the caller's is: the type of its elements (float32, int64, bfloat16), and what NumPy and typed
 * arrays call such memory; bytes of an element; \`rank\` extents.
 */
typedef struct {
  const char *name, *type, *numpy, *typed_array;
  size_t bytes;
  int rank;
  const size_t *extents;
  size_t elements;
} ${name}_port;

extern const ${name}_port ${name}_inputs[${inputs.length}];
extern const ${name}_port ${name}_outputs[${outputs.length}];

/*
 * The output that says how many elements another one has along an axis, where that depends on values, and the axis; -1
 * of all other outputs. Elements lie densely, as if that extent were the array's, and behind them are zeros.
 */
int ${name}_count_of(int output, int *axis);

/* What the macros say, for those who load the library: how many inputs (0) or outputs (1); bytes of the workspace. */
int ${name}_ports(int which);
size_t ${name}_workspace(void);

/* One call of a kernel: \`${name}_call\` makes all of them in this order, until one does not return 0. */
typedef struct {
  const char *name;
  int (*run)(const void *const *inputs, void *const *outputs, void *workspace);
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
  const routines = new RoutineTexts();
  const statementOf = (call: Call): string => {
    const given = call.inputs.map((argument: Argument, place) =>
      argument.in === 'constants' ? `(const void *)(${name}_weights + ${placeOf(call, place)})` : addressOf(argument),
    );
    if (!isKernelCall(call)) {
      const written = [...call.outputs, ...call.scratch].map(addressOf);
      return `return ${routines.call(call.routine, [...given, ...written])};`;
    }
    const addresses = [...given, addressOf(call.output)];
    return `${kernelCallText(kernels.get(call)!, addresses, `memory + ${arena}`)};\n  return 0;`;
  };
  const steps = calls.map((call, i) =>
    [
      `static int layer_${i}(const void *const *inputs, void *const *outputs, void *workspace) {`,
      `  char *const memory = (char *)workspace;`,
      `  (void)inputs, (void)outputs, (void)memory;`,
      `  ${statementOf(call)}`,
      '}',
    ].join('\n'),
  );
  const parameters = namesOf(name, [...inputs, ...outputs]);
  const [ins, outs] = [parameters.slice(0, inputs.length), parameters.slice(inputs.length)];
  const declared = declarations(inputs, outputs, parameters);
  const layers = calls.map(({ layer }, i) => `  {${stringText(layer)}, layer_${i}},`);
  return `/* The layers of ${name}, each a call of its kernel. Written by tune. */
#include "${name}.h"

${['math.h', 'stdio.h', 'stdlib.h', 'string.h', ...requirement.condition.headers].map((header) => `#include <${header}>`).join('\n')}

#include "kernels.h"

extern const char ${name}_weights[];

${[...routines.functions, ...steps].join('\n\n')}

const ${name}_layer ${name}_layers[] = {
${layers.length > 0 ? layers.join('\n') : '  {"", NULL}'}
};

${portsText(name, 'inputs', inputs, stringText)}

${portsText(name, 'outputs', outputs, stringText)}

${supportText(name, requirement)}

int ${name}_call(const void *const *inputs, void *const *outputs, void *workspace) {
  if (!${name}_supported()) {
    fputs(${stringText(unsupported(name, requirement))}, stderr);
    abort();
  }
  for (int i = 0; i < ${name.toUpperCase()}_LAYERS; i++)
    if (${name}_layers[i].run(inputs, outputs, workspace) != 0) return 1;
  return 0;
}

int ${name}_ports(int which) { return which == 0 ? ${name.toUpperCase()}_INPUTS : ${name.toUpperCase()}_OUTPUTS; }

${countOfText(name, outputs)}

size_t ${name}_workspace(void) { return ${name.toUpperCase()}_WORKSPACE; }

int ${name}_run(${declared.join(', ')}, void *workspace) {
  const void *const inputs[] = {${ins.join(', ')}};
  void *const outputs[] = {${outs.join(', ')}};
  return ${name}_call(inputs, outputs, workspace);
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

/** Of an output whose extent is another one. */
function countedText({ counted }: Port, inputs: readonly Port[], names: readonly string[]): string {
  return counted ? `, of which extent ${counted.axis} is *${names[inputs.length + counted.by]!}` : '';
}

function countOfText(name: string, outputs: readonly Port[]): string {
  const cases = outputs.flatMap(({ counted }, i) =>
    counted ? [`  if (output == ${i}) {\n    *axis = ${counted.axis};\n    return ${counted.by};\n  }`] : [],
  );
  const unread = cases.length === 0 ? ['  (void)output, (void)axis;'] : [];
  return [`int ${name}_count_of(int output, int *axis) {`, ...unread, ...cases, '  return -1;', '}'].join('\n');
}

function unsupported(name: string, { features }: Requirement): string {
  return `${name}: this CPU lacks some of ${features.join(' ')}: build the network for it with tune network --target\n`;
}

/** The arrays of the caller's as parameters. */
function declarations(inputs: readonly Port[], outputs: readonly Port[], names: readonly string[]): readonly string[] {
  return [
    ...inputs.map(({ type }, i) => `const ${memoryOf(type)} *${names[i]!}`),
    ...outputs.map(({ type }, i) => `${memoryOf(type)} *${names[inputs.length + i]!}`),
  ];
}

/** What elements are whose type C has not. */
function meaningOf({ type }: Port): string {
  return isInBits(type) ? `, the bits of ${type}` : '';
}

function kernelCallText({ name, exported }: ProgramKernel, addresses: readonly string[], memory: string): string {
  const types = parameterTypes(exported.prototypes.run);
  const all = addresses.map((address, i) => `(${types[i]!})(${address})`);
  return `${name}(${[...all, exported.workspaceBytes > 0 ? memory : 'NULL'].join(', ')})`;
}

/** A pointer of C that suits any type. */
function addressOf(place: Place): string {
  if (place.in === 'arena') return `(void *)(memory + ${place.bytes})`;
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

function extentsOf({ shape }: Port): string {
  return shape.map((extent) => `[${extent}]`).join('');
}

/** Names of parameters for ports, which a model may have called anything. */
function namesOf(program: string, ports: readonly Port[]): string[] {
  const own = ['call', 'count_of', 'inputs', 'layers', 'outputs', 'ports', 'run', 'supported', 'workspace'].map(
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
