/**
 * `npm run conformance -- FOLDER [--only TEXT] [--build] [--reasons]`
 *
 * ONNX's own tests of operators, each a folder with a model and `test_data_set_0`: read, lowered to layers, and
 * computed by the interpreter; with `--build`, by a library of unmeasured kernels, too. Prints by operator how many
 * pass, are refused (with `--reasons`, why) and are wrong; whole numbers must be equal, floats within ONNX's
 * tolerance. Exits with 1 where one is wrong.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { network } from '../src/api/network.js';
import { parseProgramTarget } from '../src/backend/program/program-target.js';
import { elementType } from '../src/elements/registry.js';
import { valueType } from '../src/ir/tensor.js';
import { interpret } from '../src/network/graph/evaluate.js';
import type { ConstantTensor } from '../src/network/onnx/model.js';
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

/** What ONNX's own runner allows. */
const [RELATIVE, ABSOLUTE] = [1e-3, 1e-5];

interface Result {
  readonly name: string;
  readonly verdict: 'passed' | 'refused' | 'wrong';
  readonly reason: string;
}

async function resultOf(name: string): Promise<Result> {
  try {
    const reason = differenceIn(name) ?? (values.build ? await failureOfBuilt(name) : undefined);
    return reason === undefined ? { name, verdict: 'passed', reason: '' } : { name, verdict: 'wrong', reason };
  } catch (error) {
    if (error instanceof UsageError) return { name, verdict: 'refused', reason: error.message };
    throw new Error(`${name} fails`, { cause: error });
  }
}

/** What the interpreter makes otherwise than the test has it. Throws UsageError where the model is refused. */
function differenceIn(name: string): string | undefined {
  const data = join(root!, name, 'test_data_set_0');
  const asked = { shape: {}, constant: {}, without: [], precision: valueType };
  const { graph } = readProgram(join(root!, name, 'model.onnx'), asked, (types) =>
    parseProgramTarget('llvm', 1, ...types),
  );
  const given = new Map(graph.inputs.map((value, i) => [value, readTensor(join(data, `input_${i}.pb`)).data]));
  const answers = [...interpret(graph, given).values()];
  return answers
    .map((answer, i) => differenceOf(answer, readTensor(join(data, `output_${i}.pb`))))
    .find((text) => text !== undefined);
}

function differenceOf(answer: Float64Array, { type, data, shape }: ConstantTensor): string | undefined {
  if (answer.length !== data.length) return `${answer.length} elements, not those of ${shape.join('x')}`;
  const { kind, unitRoundoff } = elementType(type);
  const relative = Math.max(RELATIVE, 2 * unitRoundoff);
  const isNear = (got: number, want: number): boolean =>
    kind === 'floating' && Math.abs(got - want) <= ABSOLUTE + relative * Math.abs(want);
  const isAlike = (got: number, want: number): boolean => Object.is(got, want) || got === want || isNear(got, want);
  const at = data.findIndex((want, i) => !isAlike(answer[i]!, want));
  return at < 0 ? undefined : `element ${at} is ${answer[at]!}, and ${data[at]!} is right`;
}

/** What the test of a library says that is built of the model, with unmeasured kernels. */
async function failureOfBuilt(name: string): Promise<string | undefined> {
  const scratch = mkdtempSync(join(tmpdir(), 'tune-conformance-'));
  const options = {
    network: join(root!, name, 'model.onnx'),
    verify: join(root!, name),
    trials: 0,
    threads: 1,
    tolerance: RELATIVE,
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
const count = (among: readonly Result[], verdict: Result['verdict']): string =>
  `${among.filter((result) => result.verdict === verdict).length}`;
const verdicts = ['passed', 'refused', 'wrong'] as const;
const rows = [...grouped(results, operatorIn)].map(([operator, some]) => [
  operator,
  ...verdicts.map((verdict) => count(some, verdict)),
]);
process.stdout.write(`${markdownTable(['operator', ...verdicts], rows)}\n\n`);
for (const { name, verdict, reason } of results)
  if (verdict === 'wrong' || (values.reasons && verdict === 'refused'))
    process.stdout.write(`${verdict} ${name}: ${reason}\n`);
process.stdout.write(`${verdicts.map((verdict) => `${count(results, verdict)} ${verdict}`).join(', ')}\n`);
process.exitCode = results.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
