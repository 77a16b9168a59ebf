/** `include/NAME.h`: what a library of a network offers. */
import type { WeightsPlace } from '../../capabilities/export-program.js';
import type { Port, ProgramSet } from '../../program/program.js';
import { formatBytes } from '../../../target/format.js';
import { openExtents, parametersOf, portText, type Parameters } from './parameters.js';

/** Sizes in bytes. */
export interface Memory {
  /** Of each program: what its kernel needs that needs most. */
  readonly scratch: readonly number[];
  readonly weights: number;
}

/** Of each program. */
export function workspacesOf({ programs }: ProgramSet, { scratch }: Pick<Memory, 'scratch'>): readonly number[] {
  return programs.map(({ arenaBytes }, i) => arenaBytes + scratch[i]!);
}

export function headerText(set: ProgramSet, memory: Memory, weights: WeightsPlace): string {
  const { name, programs } = set;
  const { inputs, outputs } = programs[0]!;
  const upper = name.toUpperCase();
  const guard = `${upper}_H`;
  const arena = Math.max(...programs.map(({ arenaBytes }) => arenaBytes));
  return `/*
${introText(set)}
 *   workspace: ${upper}_WORKSPACE bytes, whatever they hold
 *
 * Arrays and workspace need the alignment of their elements, of a float at least, which builds without NDEBUG check
 * (\`make DEBUG=1\`, CMAKE_BUILD_TYPE=Debug); 64 bytes are faster.
 * On a CPU without the features that the kernels need, calls return ${upper}_UNSUPPORTED_CPU and compute nothing.
 *
 * Of the workspace ${formatBytes(arena)} hold what layers hand on; weights are ${formatBytes(memory.weights)}.
 */
#ifndef ${guard}
#define ${guard}

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ${upper}_SHAPES ${programs.length}
#define ${upper}_INPUTS ${inputs.length}
#define ${upper}_OUTPUTS ${outputs.length}
#define ${upper}_WORKSPACE ${Math.max(...workspacesOf(set, memory))}
${statusText(name, upper)}
${weightsText(name, upper, weights)}

/* Whether this CPU has what the kernels need. */
int ${name}_supported(void);

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

/* One call of a kernel: a call of the network makes all of them in this order, until one does not return 0. */
typedef struct {
  const char *name;
  int (*run)(const void *const *inputs, void *const *outputs, void *workspace);
} ${name}_layer;

/* What the network is for inputs of one set of extents; \`workspace\`: the bytes that it needs of one. */
typedef struct {
  const ${name}_port *inputs, *outputs;
  const ${name}_layer *layers;
  int layer_count;
  size_t workspace;
} ${name}_shape;

extern const ${name}_shape ${name}_shapes[${programs.length}];

/* A call by lists of arrays, in the order of the ports, for inputs of a shape: an index of ${name}_shapes. */
int ${name}_call_for(int shape, const void *const *inputs, void *const *outputs, void *workspace);

/*
 * The output that says how many elements another one has along an axis, where that depends on values, and the axis; -1
 * of all other outputs. Elements lie densely, as if that extent were the array's, and behind them are zeros.
 */
int ${name}_count_of(int output, int *axis);

/* What the macros say, for those who load the library: inputs (0) or outputs (1); bytes of the workspace; shapes. */
int ${name}_ports(int which);
size_t ${name}_workspace(void);
int ${name}_shape_count(void);
${runText(set)}
#ifdef __cplusplus
}
#endif
#endif
`;
}

function introText(set: ProgramSet): string {
  const { name, programs } = set;
  const { inputs, outputs, calls } = programs[0]!;
  const upper = name.toUpperCase();
  const parameters = parametersOf(set);
  const open = openExtents(set, parameters);
  const isAlone = programs.length === 1;
  const layers = [...new Set(programs.map((program) => program.calls.length))].join('/');
  const size = isAlone
    ? `a network of ${calls.length} layers`
    : `a network of ${layers} layers for ${programs.length} shapes`;
  const shape = `${name}_shape_of(${open.map(({ name: extent }) => extent).join(', ')})`;
  const call = isAlone ? `${name}_run(` : `${name}_run_for(${shape}, `;
  const ports = [...inputs.keys()]
    .map((i) => portText(programs, 'inputs', i, open))
    .concat(outputs.map((port, i) => portText(programs, 'outputs', i) + countedText(port, parameters, inputs.length)));
  return ` * ${name}: ${size}, written by tune. Arrays are row-major and dense; none may overlap
 * another. Several threads may call it, each with a workspace of its own.
 *
 *   void *workspace = aligned_alloc(64, ${upper}_WORKSPACE);
 *   ${call}${parameters.names.join(', ')}, workspace);
 *
${ports.map((text, i) => ` *   ${parameters.names[i]!}: ${text}`).join('\n')}${shapesText(open, programs.length)}`;
}

/** Of an output whose extent is another one. */
function countedText({ counted }: Port, { names }: Parameters, inputs: number): string {
  return counted ? `, of which extent ${counted.axis} is *${names[inputs + counted.by]!}` : '';
}

/** What each shape has of the extents that are not the same in all. */
function shapesText(open: ReturnType<typeof openExtents>, count: number): string {
  if (count === 1) return '';
  const rows = Array.from({ length: count }, (_, i) => {
    const extents = open.map(({ name, extents }) => `${name} ${extents[i]!}`);
    return ` *   shape ${i}: ${extents.join(', ')}`;
  });
  return `\n${rows.join('\n')}`;
}

function statusText(name: string, upper: string): string {
  return `
/*
 * What calls return. Outputs are of no use unless it is ${upper}_OK.
 *   BAD_INDEX: a number of an input is no index of what it picks from
 *   BAD_SHAPE: the library has no such shape
 *   NO_WEIGHTS: the file of the weights cannot be read; WRONG_WEIGHTS: it is not that of this library, or was changed
 *   UNSUPPORTED_CPU: the CPU lacks a feature that the kernels need
 */
enum {
  ${upper}_OK = 0,
  ${upper}_BAD_INDEX = 1,
  ${upper}_BAD_SHAPE = 2,
  ${upper}_NO_WEIGHTS = 3,
  ${upper}_WRONG_WEIGHTS = 4,
  ${upper}_UNSUPPORTED_CPU = 5
};

/* The same as a sentence. */
const char *${name}_message(int status);
`;
}

function weightsText(name: string, upper: string, weights: WeightsPlace): string {
  const returned = { embed: `${upper}_OK`, file: `what ${name}_load does, which it calls where nobody did` }[weights];
  const prepare = `/*
 * Does ahead what a first call does besides: reads all weights into memory, and writes to each page of a workspace,
 * unless that is NULL. Returns ${returned}.
 */
int ${name}_prepare(void *workspace);`;
  if (weights === 'embed') return prepare;
  return `/* The name of the file that holds the weights. */
#define ${upper}_WEIGHTS_FILE "${name}.weights"

/*
 * Maps the file of the weights, read-only, so that processes share its pages and only those are in memory that are
 * read. It must be the very file of this library, byte for byte, and must not be written to as long as it is mapped.
 * NULL: the file that the environment's ${upper}_WEIGHTS names, or else that of the build, or that which was
 * installed. A call that finds none mapped does the same; once it is, nothing happens. Returns ${upper}_OK,
 * ${upper}_NO_WEIGHTS or ${upper}_WRONG_WEIGHTS.
 */
int ${name}_load(const char *path);

${prepare}`;
}

/** The functions whose parameters are the arrays: of a library for one shape, or for several. */
function runText(set: ProgramSet): string {
  const { name, programs } = set;
  const upper = name.toUpperCase();
  const parameters = parametersOf(set);
  const { inputs, outputs, calls } = programs[0]!;
  const declared = parameters.declared.join(', ');
  if (programs.length > 1) {
    const open = openExtents(set, parameters);
    return `
/* The shape whose inputs have these extents, or -1 where there is none, which calls answer with ${upper}_BAD_SHAPE. */
int ${name}_shape_of(${open.map(({ name: extent }) => `size_t ${extent}`).join(', ')});

/* A call for inputs of a shape. */
int ${name}_run_for(int shape, ${declared}, void *workspace);
`;
  }
  return `
#define ${upper}_LAYERS ${calls.length}

/* A call. */
int ${name}_run(${declared}, void *workspace);

/* The same by lists of arrays, in the order of the ports. */
int ${name}_call(const void *const *inputs, void *const *outputs, void *workspace);

extern const ${name}_port ${name}_inputs[${inputs.length}];
extern const ${name}_port ${name}_outputs[${outputs.length}];
extern const ${name}_layer ${name}_layers[${Math.max(1, calls.length)}];
`;
}
