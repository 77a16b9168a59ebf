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
import { emptyCall } from './empty-call.mjs';
import { modelOf } from './model.mjs';
import { convolution, product, transposedConvolution } from './operations.mjs';
import { orSayWhyNot, serve } from './protocol.mjs';
import { prepare, runtimeIn } from './session.mjs';

const problems = { product, convolution, transposedConvolution };

const [kind, ...words] = process.argv.slice(2);

await orSayWhyNot(async () => {
  const make = problems[kind];
  if (make === undefined) throw new Error(`there is no "${kind}", only ${Object.keys(problems).join(', ')}`);
  const { threads, ...shape } = numbersOf(words);
  const { operation, inputs, feeds, output, elementAt } = make(shape);
  const runtime = runtimeIn(import.meta.dirname);
  const { call, result } = prepare(runtime, modelOf(operation, inputs, output), feeds, output, threads);
  call();
  const what = `${operation.type} of ONNX Runtime ${runtime.version}, ${emptyCall(runtime, threads)}`;
  await serve(call, errorOf(elementAt, result), `${what}, threads ${threads}`);
});

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
function errorOf(elementAt, result) {
  const step = Math.floor(result.length / 500) + 1;
  const entries = Array.from({ length: Math.ceil(result.length / step) }, (_, i) => i * step);
  const wanted = entries.map(elementAt);
  const rms = Math.sqrt(wanted.reduce((sum, want) => sum + want * want, 0) / wanted.length);
  const errors = entries.map((entry, i) => Math.abs(result[entry] - wanted[i]) / Math.max(Math.abs(wanted[i]), rms));
  return Math.max(...errors);
}
