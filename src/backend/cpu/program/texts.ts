/** The C of a network that is its own: the calls of the kernels, and the tables of the header. */
import {
  isKernelCall,
  type Argument,
  type Call,
  type CallCondition,
  type Place,
  type Program,
  type ProgramSet,
} from '../../program/program.js';
import type { CpuCondition } from '../library/cpu-condition.js';
import { stringText } from './c-string.js';
import { workspacesOf, type Memory } from './header-text.js';
import { openExtents, parametersOf } from './parameters.js';
import { memoryOf, portsText } from './port-texts.js';
import { RoutineTexts } from './routines.js';
import type { ProgramKernel } from './program-kernels.js';
import type { UserFunctions } from './user-functions.js';

/** What the kernels need of a CPU. */
export interface Requirement {
  /** As /proc/cpuinfo names them. */
  readonly features: readonly string[];
  readonly condition: CpuCondition;
}

/** `src/kernels.h` */
export function prototypesText(kernels: Iterable<ProgramKernel>): string {
  const prototypes = Array.from(new Set(kernels), ({ exported }) => exported.prototypes.run);
  return ['#ifndef KERNELS_H', '#define KERNELS_H', '#include <stdint.h>', ...prototypes, '#endif', ''].join('\n');
}

export interface CallsSource {
  readonly kernels: ReadonlyMap<Call, ProgramKernel>;
  /** Where the constant begins that a call takes as one of its inputs. */
  readonly placeOf: (call: Call, input: number) => number;
  readonly scratch: Memory['scratch'];
  readonly userFunctions: UserFunctions;
}

/** `src/NAME.c` */
export function callsText(set: ProgramSet, source: CallsSource, requirement: Requirement): string {
  const { name, programs } = set;
  const upper = name.toUpperCase();
  const routines = new RoutineTexts(source.userFunctions);
  const texts = programs.map((program) => programText(set, program, source, routines));
  const headers = ['assert.h', 'math.h', 'stdlib.h', 'string.h', ...requirement.condition.headers];
  return `/* The layers of ${name}, each a call of its kernel. Written by tune. */
#include "${name}.h"

${headers.map((header) => `#include <${header}>`).join('\n')}

#include "kernels.h"
#include "subnormals.h"
#include "weights.h"

${[...routines.functions, ...texts].join('\n\n')}

${shapesText(set, source)}

${supportText(name, requirement)}

${alignmentText(name)}

const char *${name}_message(int status) {
  static const char *const messages[] = {
      "the call succeeded",
      "a number of an input is no index of what it picks from",
      "${name} has no such shape: ${name}_shapes lists those that it has",
      "${name}.weights cannot be read: name its path by ${name}_load, or by ${upper}_WEIGHTS in the environment",
      "${name}.weights is not the file that this library was made with: take the one from the same folder",
      ${stringText(unsupported(name, requirement))},
  };
  return status >= 0 && status <= ${upper}_UNSUPPORTED_CPU ? messages[status] : "there is no such status";
}

int ${name}_call_for(int shape, const void *const *inputs, void *const *outputs, void *workspace) {
  if (shape < 0 || shape >= ${upper}_SHAPES) return ${upper}_BAD_SHAPE;
  if (!${name}_supported()) return ${upper}_UNSUPPORTED_CPU;
  const int status = weights_status();
  if (status != ${upper}_OK) return status;
  const ${name}_shape *const own = &${name}_shapes[shape];
  check_alignment(own->inputs, inputs, ${upper}_INPUTS);
  check_alignment(own->outputs, (const void *const *)outputs, ${upper}_OUTPUTS);
  const unsigned mode = flush_subnormals();
  int done = 0;
  while (done < own->layer_count && own->layers[done].run(inputs, outputs, workspace) == 0) done++;
  restore_mode(mode);
  return done == own->layer_count ? ${upper}_OK : ${upper}_BAD_INDEX;
}

int ${name}_ports(int which) { return which == 0 ? ${upper}_INPUTS : ${upper}_OUTPUTS; }

${countOfText(set)}

size_t ${name}_workspace(void) { return ${upper}_WORKSPACE; }

int ${name}_shape_count(void) { return ${upper}_SHAPES; }

${runText(set)}
`;
}

/** What of several programs each has begins so in C; a library of one program has no such words. */
function prefixOf({ programs }: ProgramSet, program: Program): string {
  return programs.length > 1 ? `shape_${programs.indexOf(program)}_` : '';
}

/** Tables are the caller's to see where there is one program, whose names they are. */
function tableOf(set: ProgramSet, program: Program, which: 'inputs' | 'outputs' | 'layers'): string {
  return `${prefixOf(set, program) || `${set.name}_`}${which}`;
}

/** The layers of one program, and their table; `routines` takes the functions that these call. */
function programText(
  set: ProgramSet,
  program: Program,
  { kernels, placeOf }: CallsSource,
  routines: RoutineTexts,
): string {
  const { name } = set;
  const { calls, arenaBytes, inputs, outputs } = program;
  const prefix = prefixOf(set, program);
  const linkage = prefix === '' ? '' : 'static ';
  const statementOf = (call: Call): string => {
    const given = call.inputs.map((argument: Argument, place) =>
      argument.in === 'constants' ? `(const void *)(${name}_weights + ${placeOf(call, place)})` : addressOf(argument),
    );
    if (!isKernelCall(call)) {
      const written = [...call.outputs, ...call.scratch].map(addressOf);
      return `return ${routines.call(call.routine, [...given, ...written])};`;
    }
    const addresses = [...given, addressOf(call.output)];
    return `${kernelCallText(kernels.get(call)!, addresses, `memory + ${arenaBytes}`)};\n  return 0;`;
  };
  const steps = calls.map((call, i) =>
    [
      `static int ${prefix}layer_${i}(const void *const *inputs, void *const *outputs, void *workspace) {`,
      `  char *const memory = (char *)workspace;`,
      `  (void)inputs, (void)outputs, (void)memory;`,
      ...call.onlyIf.map((condition) => `  if (${isOtherwise(condition)}) return 0;`),
      `  ${statementOf(call)}`,
      '}',
    ].join('\n'),
  );
  const layers = calls.map(({ layer }, i) => `  {${stringText(layer)}, ${prefix}layer_${i}},`);
  const tables = [
    `${linkage}const ${name}_layer ${tableOf(set, program, 'layers')}[] = {
${layers.length > 0 ? layers.join('\n') : '  {"", NULL}'}
};`,
    ...(['inputs', 'outputs'] as const).map((which) =>
      portsText({ name, table: tableOf(set, program, which), linkage }, which === 'inputs' ? inputs : outputs),
    ),
  ];
  return [...steps, ...tables].join('\n\n');
}

function shapesText(set: ProgramSet, source: CallsSource): string {
  const { name, programs } = set;
  const workspaces = workspacesOf(set, source);
  const rows = programs.map((program, i) => {
    const tables = (['inputs', 'outputs', 'layers'] as const).map((which) => tableOf(set, program, which));
    return `  {${[...tables, program.calls.length, workspaces[i]!].join(', ')}},`;
  });
  return [`const ${name}_shape ${name}_shapes[] = {`, ...rows, '};'].join('\n');
}

/** Asked once: a hypervisor may answer CPUID, which takes microseconds. */
function supportText(name: string, { condition }: Requirement): string {
  const macro = `${name.toUpperCase()}_CPU_SUPPORTED`;
  return `/* A build may define it otherwise: 0 is a CPU that lacks them. */
#ifndef ${macro}
#define ${macro} (${condition.text})
#endif

int ${name}_supported(void) {
  static int known = 0; /* 1: no, 2: yes */
  int found = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (found == 0) {
    found = ${macro} ? 2 : 1;
    __atomic_store_n(&known, found, __ATOMIC_RELAXED);
  }
  return found == 2;
}`;
}

/** Kernels check what they are given, but what only moves elements is no kernel. */
function alignmentText(name: string): string {
  return `/* Nothing in builds with NDEBUG. */
static void check_alignment(const ${name}_port *ports, const void *const *arrays, int count) {
  (void)ports, (void)arrays;
  for (int i = 0; i < count; i++)
    assert((uintptr_t)arrays[i] % ports[i].bytes == 0 && "arrays are aligned as their elements are");
}`;
}

function countOfText({ name, programs }: ProgramSet): string {
  const cases = programs[0]!.outputs.flatMap(({ counted }, i) =>
    counted ? [`  if (output == ${i}) {\n    *axis = ${counted.axis};\n    return ${counted.by};\n  }`] : [],
  );
  const unread = cases.length === 0 ? ['  (void)output, (void)axis;'] : [];
  return [`int ${name}_count_of(int output, int *axis) {`, ...unread, ...cases, '  return -1;', '}'].join('\n');
}

function unsupported(name: string, { features }: Requirement): string {
  return `this CPU lacks some of ${features.join(' ')}, which ${name} needs: build it by tune network --target "llvm -mcpu=..."`;
}

/** The functions whose parameters are the arrays. */
function runText(set: ProgramSet): string {
  const { name, programs } = set;
  const parameters = parametersOf(set);
  const { length } = programs[0]!.inputs;
  const lists = `  const void *const inputs[] = {${parameters.names.slice(0, length).join(', ')}};
  void *const outputs[] = {${parameters.names.slice(length).join(', ')}};`;
  const declared = parameters.declared.join(', ');
  if (programs.length > 1) {
    const open = openExtents(set, parameters);
    const tests = programs.map((_, i) => {
      const same = open.map(({ name: extent, extents }) => `${extent} == ${extents[i]!}`);
      return `  if (${same.join(' && ')}) return ${i};`;
    });
    return `int ${name}_shape_of(${open.map(({ name: extent }) => `size_t ${extent}`).join(', ')}) {
${tests.join('\n')}
  return -1;
}

int ${name}_run_for(int shape, ${declared}, void *workspace) {
${lists}
  return ${name}_call_for(shape, inputs, outputs, workspace);
}`;
  }
  return `int ${name}_call(const void *const *inputs, void *const *outputs, void *workspace) {
  return ${name}_call_for(0, inputs, outputs, workspace);
}

int ${name}_run(${declared}, void *workspace) {
${lists}
  return ${name}_call(inputs, outputs, workspace);
}`;
}

function kernelCallText({ name, exported }: ProgramKernel, addresses: readonly string[], memory: string): string {
  const types = parameterTypes(exported.prototypes.run);
  const all = addresses.map((address, i) => `(${types[i]!})(${address})`);
  return `${name}(${[...all, exported.workspaceBytes > 0 ? memory : 'NULL'].join(', ')})`;
}

function isOtherwise({ at, type, holds }: CallCondition): string {
  return `*(const ${memoryOf(type)} *)(${addressOf(at)}) ${holds ? '==' : '!='} 0`;
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
