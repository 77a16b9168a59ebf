/** The contract of procedures: compiled C computes what the interpreter does, of every type that they serve. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { memoryOf } from '../../../../src/backend/cpu/program/port-texts.js';
import { procedureText } from '../../../../src/backend/cpu/program/procedure-text.js';
import { elementsAsBytes, numbersFromBytes } from '../../../../src/elements/in-bytes.js';
import { elementType } from '../../../../src/elements/registry.js';
import { runProcedure } from '../../../../src/ir/procedure/interpret.js';
import { scratchBytes } from '../../../../src/ir/procedure/procedure.js';
import { hostCompiler } from '../../../../src/measure/c-compiler.js';
import { compileTo } from '../../../../src/measure/c-program.js';
import { Scratch } from '../../../../src/measure/scratch.js';
import { canonicalOf, operators } from '../../../../src/network/graph/operators/registry.js';
import { sizeOf } from '../../../../src/network/graph/operators/attributes.js';
import { nearestKernelType } from '../../../../src/network/program/stored-types.js';
import { Random } from '../../../../src/space/random.js';
import { samples, type Sample, type SampleInput } from './samples.js';

interface Case {
  readonly op: string;
  readonly sample: Sample;
  readonly inputs: readonly Float64Array[];
  readonly want: readonly Float64Array[] | undefined;
  /** In memory. */
  readonly inputTypes: readonly string[];
  readonly outputTypes: readonly string[];
  readonly types: readonly string[];
  readonly scratch: readonly number[];
  readonly name: string;
  readonly functions: readonly string[];
}

let random: Random;
const scratch = new Scratch();
const names = operators.filter(({ canonical }) => canonical?.procedure).map(({ name }) => name);
let results: ReadonlyMap<Case, { readonly status: number; readonly outputs: readonly Float64Array[] }>;

test('every operator with a procedure has samples', () => {
  expect(Object.keys(samples).sort()).toEqual([...names].sort());
});

/** Quarters, of which sums are exact, and ties many; all bits of bytes. */
function drawn({ type, shape, draw }: SampleInput, memory: string): Float64Array {
  const { kind, limits } = elementType(type);
  const one = (): number => {
    if (draw !== 'any') {
      const at = draw.least + random.float() * (draw.end - draw.least);
      return kind === 'floating' ? Math.round(at * 8) / 8 : Math.floor(at);
    }
    if (kind === 'truth') return random.int(2);
    if (kind === 'floating') return (random.int(25) - 12) / 4;
    return random.int(3) === 0 ? random.pick([...limits]) : Math.max(limits[0], random.int(25) - 12);
  };
  return Float64Array.from({ length: sizeOf(shape) }, one).map((x) => within(x, [type, memory]));
}

/** A number of whole types; of wide ones a small one, whose products JavaScript has. */
function within(x: number, types: readonly string[]): number {
  return types.map(elementType).reduce((near, { kind, bytes, limits: [least, largest] }) => {
    if (kind !== 'whole') return near;
    const most = bytes > 4 ? 2 ** 10 : Infinity;
    return Math.min(Math.max(near, least, -most), largest, most);
  }, x);
}

function caseOf(op: string, sample: Sample, stored: (type: string) => string): Case {
  const attributes = new Map(Object.entries(sample.attributes));
  const outputs = Array.from({ length: sample.outputs ?? 1 }, (_, i) => `y${i}`);
  const node = { name: op, op, inputs: sample.inputs.map((_, i) => `x${i}`), outputs, attributes };
  const canonical = canonicalOf({ op });
  const made = canonical.infer(node, sample.inputs);
  const procedure = canonical.procedure!(node, sample.inputs, made);
  const given = sample.inputs.filter((input) => input !== undefined);
  const [inputTypes, outputTypes] = [given, made].map((all) => all.map(({ type }) => stored(type))) as [
    string[],
    string[],
  ];
  const inputs = given.map((input, i) => drawn(input, inputTypes[i]!));
  const { name, functions } = procedureText(procedure, { inputs: inputTypes, outputs: outputTypes });
  return {
    ...{ op, sample, inputs, inputTypes, outputTypes, name, functions },
    types: made.map(({ type }) => type),
    scratch: procedure.scratch.map(scratchBytes),
    want: runProcedure(procedure, inputs),
  };
}

/** All cases as they are, and, of types that no kernel computes in, as other layers keep them. */
const cases = names.flatMap((op) => {
  // What is drawn for an operator does not depend on the samples of others.
  random = new Random(7);
  return (samples[op] ?? []).flatMap((sample) => {
    const plain = caseOf(op, sample, (type) => type);
    const isKept = [...plain.inputTypes, ...plain.types].every((type) => nearestKernelType(type) === type);
    return isKept || op === 'BitCast' ? [plain] : [plain, caseOf(op, sample, nearestKernelType)];
  });
});

beforeAll(async () => {
  const [source, data, answers, program] = ['cases.c', 'inputs', 'answers', 'cases'].map((name) =>
    scratch.path(name),
  ) as [string, string, string, string];
  writeFileSync(source, sourceText(cases));
  writeFileSync(
    data,
    Buffer.concat(
      cases.flatMap(({ inputs, inputTypes }) =>
        inputs.map((input, i) => elementsAsBytes(input, elementType(inputTypes[i]!))),
      ),
    ),
  );
  await compileTo(program, ['-O0', '-Wall', '-Wextra', '-Werror', ...sanitizers(), source, '-lm'], hostCompiler());
  execFileSync(program, [data, answers]);
  results = readAnswers(readFileSync(answers));
}, 300_000);

afterAll(() => {
  scratch.close();
});

/** What finds reads and writes outside of arrays takes ten times as long to build: TUNE_SANITIZE=1 asks for it. */
function sanitizers(): readonly string[] {
  const flags = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
  return process.env['TUNE_SANITIZE'] === undefined ? [] : flags;
}

function sourceText(all: readonly Case[]): string {
  const functions = new Set(all.flatMap(({ functions }) => functions));
  const calls = all.map(({ name, inputs, inputTypes, outputTypes, scratch }, i) => {
    const sizes = outputSizes(all[i]!);
    const lines = [
      ...inputs.map((input, k) => `void *x${k} = taken(${input.length} * sizeof(${memoryOf(inputTypes[k]!)}));`),
      ...outputTypes.map((type, k) => `void *y${k} = made(${sizes[k]!} * sizeof(${memoryOf(type)}));`),
      ...scratch.map((bytes, k) => `void *s${k} = made(${bytes});`),
      `putc(${name}(${[...inputs.map((_, k) => `x${k}`), ...sizes.map((_, k) => `y${k}`), ...scratch.map((_, k) => `s${k}`)].join(', ')}), answers);`,
      ...outputTypes.map((type, k) => `fwrite(y${k}, sizeof(${memoryOf(type)}), ${sizes[k]!}, answers);`),
      ...[...inputs.keys()].map((k) => `free(x${k});`),
      ...[...sizes.keys()].map((k) => `free(y${k});`),
      ...[...scratch.keys()].map((k) => `free(s${k});`),
    ];
    return `static void case_${i}(void) {\n  ${lines.join('\n  ')}\n}`;
  });
  return `#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *data, *answers;

static void *made(size_t bytes) {
  void *memory = malloc(bytes > 0 ? bytes : 1);
  memset(memory, 0x5a, bytes);
  return memory;
}

static void *taken(size_t bytes) {
  void *memory = made(bytes);
  if (fread(memory, 1, bytes, data) != bytes) exit(3);
  return memory;
}

${[...functions, ...calls].join('\n\n')}

int main(int count, char **words) {
  if (count != 3) return 2;
  data = fopen(words[1], "rb");
  answers = fopen(words[2], "wb");
  ${all.map((_, i) => `case_${i}();`).join('\n  ')}
  return fclose(answers);
}
`;
}

function outputSizes({ op, sample }: Case): readonly number[] {
  const attributes = new Map(Object.entries(sample.attributes));
  const outputs = Array.from({ length: sample.outputs ?? 1 }, (_, i) => `y${i}`);
  const node = { name: op, op, inputs: sample.inputs.map((_, i) => `x${i}`), outputs, attributes };
  return canonicalOf({ op })
    .infer(node, sample.inputs)
    .map(({ shape }) => sizeOf(shape));
}

function readAnswers(bytes: Buffer): typeof results {
  let at = 0;
  return new Map(
    cases.map((one) => {
      const status = bytes[at++]!;
      const outputs = outputSizes(one).map((size, k) => {
        const type = elementType(one.outputTypes[k]!);
        const numbers = numbersFromBytes(bytes, at, size, type);
        at += size * type.bytes;
        return numbers;
      });
      return [one, { status, outputs }];
    }),
  );
}

test.each(names)('%s in C computes what the interpreter does', (op) => {
  for (const one of cases.filter((other) => other.op === op)) {
    const { status, outputs } = results.get(one)!;
    const what = `${JSON.stringify(one.sample.attributes)} of ${one.inputTypes.join()} to ${one.outputTypes.join()}`;
    expect([what, status]).toEqual([what, one.sample.fails ? 1 : 0]);
    if (one.sample.fails) expect(one.want).toBeUndefined();
    else
      for (const [i, got] of outputs.entries())
        expect([what, farthest(got, one.want![i]!, one, i)]).toEqual([what, undefined]);
  }
});

/** The first element that is another, beyond rounding; undefined where there is none. */
function farthest(
  got: Float64Array,
  want: Float64Array,
  { types, outputTypes }: Case,
  output: number,
): string | undefined {
  const [type, memory] = [elementType(types[output]!), elementType(outputTypes[output]!)];
  const size = Math.max(...Array.from(want, (x) => (Number.isFinite(x) ? Math.abs(x) : 0)));
  const allowed = type.kind === 'floating' ? 32 * Math.max(type.unitRoundoff, memory.unitRoundoff) * (1 + size) : 0;
  const [least, largest] = memory.kind === 'whole' ? memory.limits : [-Infinity, Infinity];
  const at = want.findIndex((x, i) => {
    const near = Math.min(Math.max(x, least), largest);
    return !(got[i] === near || Object.is(got[i], near) || Math.abs(got[i]! - near) <= allowed);
  });
  return at < 0 ? undefined : `element ${at} is ${got[at]!}, not ${want[at]!}`;
}
