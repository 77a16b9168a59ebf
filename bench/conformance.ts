/**
 * `npm run conformance -- FOLDER [--only TEXT] [--build] [--reasons]`
 *
 * ONNX's own tests of operators, each a folder with a model and `test_data_set_0`: read, lowered to layers, and
 * computed by the interpreter; with `--build`, by a library of unmeasured kernels, too. Where the refusal of a model
 * names inputs to fix (`--constant axes=VALUES`), they are fixed to the test's. Prints by operator how many pass, how
 * many of these with inputs fixed, are refused (with `--reasons`, why) and are wrong; whole numbers must be equal,
 * floats within ONNX's tolerance. Exits with 1 where one is wrong.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { network } from '../src/api/network.js';
import { parseProgramTarget } from '../src/backend/program/program-target.js';
import { bfloat16 } from '../src/elements/bfloat16.js';
import { elementType } from '../src/elements/registry.js';
import { valueType } from '../src/ir/tensor.js';
import { countedPart, countsOf } from '../src/network/graph/counted.js';
import { interpret } from '../src/network/graph/evaluate.js';
import { sameShape } from '../src/network/graph/operators/attributes.js';
import type { ConstantTensor } from '../src/network/onnx/model.js';
import { readOnnx } from '../src/network/onnx/read.js';
import { readTensor } from '../src/network/onnx/tensor.js';
import { readProgram } from '../src/network/session/read.js';
import { grouped } from '../src/target/grouped.js';
import { UsageError } from '../src/target/errors.js';
import { markdownTable } from './markdown-table.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
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
    const reason = differenceIn(name, constants) ?? (values.build ? await failureOfBuilt(name, constants) : undefined);
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

/** What the interpreter makes otherwise than the test has it. Throws UsageError where the model is refused. */
function differenceIn(name: string, constant: Constants): string | undefined {
  const data = join(root!, name, 'test_data_set_0');
  const asked = { shape: {}, constant, without: [], precision: valueType };
  const { graph, fileInputs } = readProgram(join(root!, name, 'model.onnx'), asked, (types) =>
    parseProgramTarget('llvm', 1, ...types),
  );
  const given = graph.inputs.map((input): [string, ConstantTensor['data']] => [
    input,
    readTensor(join(data, `input_${fileInputs.indexOf(input)}.pb`)).data,
  ]);
  const answers = interpret(graph, new Map(given));
  const counts = countsOf(graph);
  return graph.outputs
    .filter((output) => !counts.has(output))
    .map((output, i) => {
      const answer = countedPart(graph.values.get(output)!, answers.get(output)!, (count) => answers.get(count)![0]!);
      return differenceOf(answer, readTensor(join(data, `output_${i}.pb`)));
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
  const relative = relativeTo(type);
  const isNear = (got: number, want: number): boolean =>
    kind === 'floating' && Math.abs(got - want) <= ABSOLUTE + relative * Math.abs(want);
  const isAlike = (got: number, want: number): boolean => Object.is(got, want) || got === want || isNear(got, want);
  const at = data.findIndex((want, i) => !isAlike(answer[i]!, want));
  return at < 0 ? undefined : `element ${at} is ${answer[at]!}, and ${data[at]!} is right`;
}

function relativeTo(type: string): number {
  return relatives[type] ?? RELATIVE;
}

/** Of the outputs as the test has them. */
function outputTypes(name: string): readonly string[] {
  const data = join(root!, name, 'test_data_set_0');
  const files = readdirSync(data).filter((file) => file.startsWith('output_'));
  return files.map((file) => readTensor(join(data, file)).type);
}

/** What the test of a library says that is built of the model, with unmeasured kernels. */
async function failureOfBuilt(name: string, constant: Constants): Promise<string | undefined> {
  const scratch = mkdtempSync(join(tmpdir(), 'tune-conformance-'));
  const options = {
    network: join(root!, name, 'model.onnx'),
    verify: join(root!, name),
    trials: 0,
    threads: 1,
    tolerance: Math.max(...outputTypes(name).map(relativeTo)),
    constant,
  };
  try {
    for await (const event of network({ ...options, log: join(scratch, 'log.jsonl') })) {
      if (event.event !== 'finish') continue;
      const wrong = event.program?.verified.find(({ correct }) => !correct);
      if (wrong) return `the library is off by ${wrong.error ?? NaN}`;
    }
    return undefined;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The part of a test's name that names the operator. */
function operatorIn({ name }: Result): string {
  return name.split('_')[1] ?? name;
}

const names = readdirSync(root).filter((name) => name.includes(values.only));
const results: Result[] = [];
for (const name of names.sort()) results.push(await resultOf(name));
const verdicts = ['passed', 'refused', 'wrong'] as const;
const count = (among: readonly Result[], verdict: Result['verdict']): number =>
  among.filter((result) => result.verdict === verdict).length;
const withConstants = (among: readonly Result[]): number =>
  among.filter(({ verdict, constants }) => verdict === 'passed' && Object.keys(constants).length > 0).length;
const rows = [...grouped(results, operatorIn)].map(([operator, some]) => [
  operator,
  `${count(some, 'passed')}`,
  `${withConstants(some)}`,
  `${count(some, 'refused')}`,
  `${count(some, 'wrong')}`,
]);
const heads = ['operator', 'passed', 'with constants', 'refused', 'wrong'];
process.stdout.write(`${markdownTable(heads, rows)}\n\n`);
for (const { name, verdict, reason } of results)
  if (verdict === 'wrong' || (values.reasons && verdict === 'refused'))
    process.stdout.write(`${verdict} ${name}: ${reason}\n`);
const totals = verdicts.map((verdict) => `${count(results, verdict)} ${verdict}`);
process.stdout.write(`${totals.join(', ')}; ${withConstants(results)} of those passed with constants\n`);
process.exitCode = results.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
