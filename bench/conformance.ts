/**
 * `npm run conformance -- FOLDER [--only TEXT] [--every N] [--build] [--reasons]`
 *
 * ONNX's own tests of operators, each a folder with a model and `test_data_set_0`: read, lowered to layers, and
 * computed by the interpreter; with `--build`, by a library of unmeasured kernels, too. `--every` takes each Nth.
 * Where the refusal of a model names inputs to fix (`--constant axes=VALUES`), they are fixed to the test's. Prints by
 * operator how many pass, how many of these with inputs fixed and how many as a library, too, are refused (with
 * `--reasons`, why) and are wrong; whole numbers and truth must be equal, floats within ONNX's tolerance. Exits with 1
 * where one is wrong.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { network } from '../src/api/network.js';
import { bytesOf } from '../src/backend/cpu/program/library.js';
import { make } from '../src/backend/library/make.js';
import { parseProgramTarget } from '../src/backend/program/program-target.js';
import { bfloat16 } from '../src/elements/bfloat16.js';
import { elementType } from '../src/elements/registry.js';
import { valueType } from '../src/ir/tensor.js';
import { Scratch } from '../src/measure/scratch.js';
import { arraysOf } from '../src/network/compare/answers.js';
import { countedPart, countsOf } from '../src/network/graph/counted.js';
import { interpret } from '../src/network/graph/evaluate.js';
import type { Graph } from '../src/network/graph/graph.js';
import { sameShape, sizeOf } from '../src/network/graph/operators/attributes.js';
import type { ConstantTensor } from '../src/network/onnx/model.js';
import { readOnnx } from '../src/network/onnx/read.js';
import { readTensor } from '../src/network/onnx/tensor.js';
import { portsOf } from '../src/network/program/ports.js';
import { readProgram } from '../src/network/session/read.js';
import { grouped } from '../src/target/grouped.js';
import { UsageError } from '../src/target/errors.js';
import { markdownTable } from './markdown-table.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    build: { type: 'boolean', default: false },
    reasons: { type: 'boolean', default: false },
  },
});
const [root] = positionals;
if (root === undefined || !existsSync(root)) {
  process.stderr.write("Name the folder of ONNX's tests: npm run conformance -- FOLDER\n");
  process.exit(2);
}

/** What ONNX's own runner allows; the relative error by type. */
const [RELATIVE, ABSOLUTE] = [1e-3, 1e-5];
const relatives: Readonly<Record<string, number>> = { [bfloat16.name]: 2 ** -6 };

type Constants = Readonly<Record<string, readonly number[]>>;

interface Result {
  readonly name: string;
  readonly verdict: 'passed' | 'refused' | 'wrong';
  readonly reason: string;
  readonly constants: Constants;
}

async function resultOf(name: string, constants: Constants = {}): Promise<Result> {
  try {
    const reason = await differenceIn(name, constants);
    return { name, verdict: reason === undefined ? 'passed' : 'wrong', reason: reason ?? '', constants };
  } catch (error) {
    if (!(error instanceof UsageError)) throw new Error(`${name} fails`, { cause: error });
    const asked = constantsAskedFor(name, error.message).filter(([input]) => !Object.hasOwn(constants, input));
    if (asked.length > 0) return resultOf(name, { ...constants, ...Object.fromEntries(asked) });
    return { name, verdict: 'refused', reason: error.message, constants };
  }
}

/** The inputs that a refusal asks to fix, as the test has them. */
function constantsAskedFor(name: string, refusal: string): readonly [string, readonly number[]][] {
  const inputs = [...refusal.matchAll(/--constant (\S+)=VALUES/g)].map(([, input]) => input!);
  if (inputs.length === 0) return [];
  const names = readOnnx(join(root!, name, 'model.onnx')).inputs.map((input) => input.name);
  return inputs.map((input) => [
    input,
    Array.from(readTensor(join(root!, name, 'test_data_set_0', `input_${names.indexOf(input)}.pb`)).data),
  ]);
}

/** What a model's outputs differ by from the test's. Throws UsageError where the model is refused. */
async function differenceIn(name: string, constant: Constants): Promise<string | undefined> {
  const asked = { shape: {}, constant, without: [], precision: valueType };
  const { graph, fileInputs } = readProgram(join(root!, name, 'model.onnx'), asked, (types) =>
    parseProgramTarget('llvm', 1, ...types),
  );
  const given = graph.inputs.map((input): [string, ConstantTensor['data']] => [
    input,
    readTensor(join(root!, name, 'test_data_set_0', `input_${fileInputs.indexOf(input)}.pb`)).data,
  ]);
  const difference = differenceFrom(name, graph, interpret(graph, new Map(given)));
  if (difference !== undefined || !values.build) return difference;
  const made = await libraryAnswers(name, graph, constant, new Map(given));
  const built = differenceFrom(name, graph, made);
  return built === undefined ? undefined : `of the library, ${built}`;
}

type Answers = ReadonlyMap<string, ConstantTensor['data']>;

function differenceFrom(name: string, graph: Graph, answers: Answers): string | undefined {
  const counts = countsOf(graph);
  return graph.outputs
    .filter((output) => !counts.has(output))
    .map((output, i) => {
      const answer = countedPart(graph.values.get(output)!, answers.get(output)!, (count) => answers.get(count)![0]!);
      return differenceOf(answer, readTensor(join(root!, name, 'test_data_set_0', `output_${i}.pb`)));
    })
    .find((text) => text !== undefined);
}

function differenceOf(
  { data: answer, ...got }: ConstantTensor,
  { type, data, shape }: ConstantTensor,
): string | undefined {
  if (got.type !== type) return `it is ${got.type}, and ${type} is right`;
  if (!sameShape(got.shape, shape)) return `its shape is [${got.shape.join()}], and [${shape.join()}] is right`;
  const { kind } = elementType(type);
  const relative = relatives[type] ?? RELATIVE;
  const isNear = (got: number, want: number): boolean =>
    kind === 'floating' && Math.abs(got - want) <= ABSOLUTE + relative * Math.abs(want);
  const isAlike = (got: number, want: number): boolean => Object.is(got, want) || got === want || isNear(got, want);
  const at = data.findIndex((want, i) => !isAlike(answer[i]!, want));
  return at < 0 ? undefined : `element ${at} is ${answer[at]!}, and ${data[at]!} is right`;
}

/** Outputs of a library of unmeasured kernels. */
async function libraryAnswers(name: string, graph: Graph, constant: Constants, given: Answers): Promise<Answers> {
  const scratch = new Scratch();
  try {
    const [out, inputs, outputs] = [scratch.path('library'), scratch.path('inputs'), scratch.path('outputs')];
    const asked = { network: join(root!, name, 'model.onnx'), name: 'net', trials: 0, threads: 1, constant };
    const events = network({ ...asked, out, log: scratch.path('log.jsonl') });
    while (!(await events.next()).done);
    await make(out, [join('build', 'run')]);
    const ports = portsOf(graph, graph.inputs);
    const data = graph.inputs.map((input) => given.get(input)!);
    writeFileSync(inputs, bytesOf(ports, data));
    await promisify(execFile)(join(out, 'build', 'run'), [inputs, outputs]);
    const made = portsOf(graph, graph.outputs).map((port) => ({ ...port, elements: sizeOf(port.shape) }));
    const arrays = arraysOf(made, readFileSync(outputs));
    return new Map(graph.outputs.map((output, i) => [output, arrays[i]!]));
  } finally {
    scratch.close();
  }
}

/** The part of a test's name that names the operator. */
function operatorIn({ name }: Result): string {
  return name.split('_')[1] ?? name;
}

const all = readdirSync(root).filter((name) => name.includes(values.only));
const names = all.sort().filter((_, i) => i % Number(values.every) === 0);
const results: Result[] = [];
for (const name of names) results.push(await resultOf(name));
const verdicts = ['passed', 'refused', 'wrong'] as const;
const count = (among: readonly Result[], verdict: Result['verdict']): number =>
  among.filter((result) => result.verdict === verdict).length;
const withConstants = (among: readonly Result[]): number =>
  among.filter(({ verdict, constants }) => verdict === 'passed' && Object.keys(constants).length > 0).length;
const built = (among: readonly Result[]): number => (values.build ? count(among, 'passed') : 0);
const rows = [...grouped(results, operatorIn)].map(([operator, some]) => [
  operator,
  `${count(some, 'passed')}`,
  `${withConstants(some)}`,
  `${built(some)}`,
  `${count(some, 'refused')}`,
  `${count(some, 'wrong')}`,
]);
const heads = ['operator', 'passed', 'with constants', 'built', 'refused', 'wrong'];
process.stdout.write(`${markdownTable(heads, rows)}\n\n`);
for (const { name, verdict, reason } of results)
  if (verdict === 'wrong' || (values.reasons && verdict === 'refused'))
    process.stdout.write(`${verdict} ${name}: ${reason}\n`);
const totals = verdicts.map((verdict) => `${count(results, verdict)} ${verdict}`);
const passed = `${withConstants(results)} with constants, ${built(results)} built`;
process.stdout.write(`${totals.join(', ')}; of those that passed ${passed}\n`);
process.exitCode = results.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
