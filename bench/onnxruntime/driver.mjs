/**
 * ONNX Runtime as a peer, with the protocol of native/bench/driver.h:
 *
 *   node driver.mjs product batch=1 m=512 n=512 k=512 ta=0 tb=0 constant=0 threads=1
 *   node driver.mjs convolution n=1 ic=64 h=56 w=56 oc=64 kh=3 kw=3 sh=1 sw=1 pt=1 pl=1 pb=1 pr=1 dh=1 dw=1 g=1 …
 *
 * Inside its clock is what a program in Node pays: the call through its binding (an empty call is timed, and said),
 * and the conversion of activations into the layout that the kernel likes and back. Constant inputs are converted
 * ahead; inputs and output stay in the same memory.
 */
import { createInterface } from 'node:readline';
import { modelOf } from './model.mjs';
import { convolution, nothing, product, transposedConvolution } from './operations.mjs';

const problems = { product, convolution, transposedConvolution };

/** How long a turn warms up, as in driver.h. */
const WARM_MS = 2;

const [kind, ...words] = process.argv.slice(2);

try {
  await serve();
} catch (error) {
  say(`error ${String(error instanceof Error ? error.message : error).split('\n')[0]}`);
  process.exitCode = 1;
}

async function serve() {
  const make = problems[kind];
  if (make === undefined) throw new Error(`there is no "${kind}", only ${Object.keys(problems).join(', ')}`);
  const { threads, ...shape } = numbersOf(words);
  const { prepare, version } = await import('./session.mjs');
  const problem = make(shape);
  const session = sessionOf(prepare, problem, threads);
  session.call();
  const error = errorOf(problem, session.result);
  const empty = sessionOf(prepare, nothing(), threads);
  secondsPerCall(empty.call, 1000);
  const overhead = (1e6 * secondsPerCall(empty.call, 1000)).toFixed(1);
  const what = `${problem.operation.type} of ONNX Runtime ${version}`;
  say(`ready error=${error.toExponential(3)} ${what}, a call through Node costs ${overhead} µs, threads ${threads}`);
  for await (const line of createInterface({ input: process.stdin })) {
    const reps = Number(/^go (\d+)$/.exec(line)?.[1]);
    if (!(reps >= 1)) throw new Error(`expected "go <reps>", got ${line}`);
    say(secondsPerCall(session.call, reps).toExponential(9));
  }
}

function sessionOf(prepare, { operation, inputs, feeds, output }, threads) {
  return prepare(modelOf(operation, inputs, output), feeds, output, threads);
}

/** Whole numbers by name; a word that is none of them is an error, so that a typo cannot pass. */
function numbersOf(list) {
  const pairs = list.map((word) => {
    const [, name, digits] = /^(\w+)=(\d+)$/.exec(word) ?? [];
    if (name === undefined) throw new Error(`"${word}" is no <name>=<number>`);
    return [name, Number(digits)];
  });
  return Object.fromEntries(pairs);
}

/** Of about 500 elements max |got - want| / max(|want|, rms(want)), as driver.h has it. */
function errorOf({ elementAt }, result) {
  const step = Math.floor(result.length / 500) + 1;
  const entries = Array.from({ length: Math.ceil(result.length / step) }, (_, i) => i * step);
  const wanted = entries.map(elementAt);
  const rms = Math.sqrt(wanted.reduce((sum, want) => sum + want * want, 0) / wanted.length);
  const errors = entries.map((entry, i) => Math.abs(result[entry] - wanted[i]) / Math.max(Math.abs(wanted[i]), rms));
  return Math.max(...errors);
}

function secondsPerCall(call, reps) {
  const warm = performance.now() + WARM_MS;
  do call();
  while (performance.now() < warm);
  const start = process.hrtime.bigint();
  for (let i = 0; i < reps; i++) call();
  return Number(process.hrtime.bigint() - start) / 1e9 / reps;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
