/**
 * A network in ONNX Runtime: node network.mjs JOB.json
 *
 * A job has
 *   runtime          the folder whose `node_modules` has onnxruntime-node
 *   model, threads   path of the ONNX file; threads that compute
 *   inputs           [{ name, type, shape }]; `data` is a file of their elements, one array behind the other
 *   outputs          [{ name, type }]; `results` is the file that a first call writes them to, in this order
 *   profile          null, and the driver speaks the protocol of native/bench/driver.h; or { prefix, calls }, and it
 *                    makes so many calls and leaves ONNX Runtime's profile in a file whose path begins so
 *
 * It answers to `process` as native/network/driver.c does: loading is that of the session.
 *
 * Inside the clock is what a program in Node pays, the call through its binding (an empty call is timed, and said).
 * Inputs and outputs stay in the same memory.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { emptyCall } from './empty-call.mjs';
import { orSayWhyNot, processBytes, serve } from './protocol.mjs';
import { runtimeIn, settingsOf } from './session.mjs';

await orSayWhyNot(async () => {
  const job = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  const runtime = runtimeIn(job.runtime);
  const { session, call, results, loaded, first, before } = ready(runtime, job);
  if (job.profile !== null) {
    for (let i = 0; i < job.profile.calls; i++) call();
    session.endProfiling();
    return;
  }
  call();
  writeFileSync(job.results, Buffer.concat(results().map(({ data }) => bytesOf(data))));
  const what = `ONNX Runtime ${runtime.version}, ${emptyCall(runtime, job.threads)}`;
  await serve(call, 0, `${what}, threads ${job.threads}`, {
    process: () => [loaded, first, before, processBytes('VmHWM')].join(' '),
  });
});

/** The session, a call of it, the tensors that the last call wrote, and what it took to get there. */
function ready({ binding, Tensor }, { model, threads, inputs, data, outputs, profile }) {
  const session = new binding.InferenceSession();
  const profiling = profile === null ? {} : { enableProfiling: true, profileFilePrefix: profile.prefix };
  const feeds = feedsOf(Tensor, inputs, readFileSync(data));
  const before = processBytes('VmRSS');
  const loaded = secondsOf(() => session.loadModel(model, { ...settingsOf(threads), ...profiling }));
  const options = {};
  // Shapes of outputs are known after a call that makes them; later ones write into memory of ours.
  const open = Object.fromEntries(outputs.map(({ name }) => [name, null]));
  let made;
  const first = secondsOf(() => (made = session.run(feeds, open, options)));
  const start = { loaded, first, before };
  const tensors = outputs.map(({ name, type: wanted }) => {
    const { type, dims, size } = made[name];
    if (type !== wanted) throw new Error(`output ${name} is ${type}, not ${wanted}`);
    return new Tensor(type, arrayOf(type, size), dims);
  });
  const fetches = Object.fromEntries(outputs.map(({ name }, i) => [name, tensors[i]]));
  try {
    session.run(feeds, fetches, options);
  } catch {
    // An output of another rank than the file declares is taken only where ONNX Runtime makes it.
    const call = () => (made = session.run(feeds, open, options));
    return { ...start, session, call, results: () => outputs.map(({ name }) => made[name]) };
  }
  return { ...start, session, call: () => session.run(feeds, fetches, options), results: () => tensors };
}

function secondsOf(act) {
  const start = process.hrtime.bigint();
  act();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

function feedsOf(Tensor, inputs, bytes) {
  let at = 0;
  const feeds = inputs.map(({ name, type, shape }) => {
    const elements = arrayOf(
      type,
      shape.reduce((count, extent) => count * extent, 1),
    );
    bytesOf(elements).set(bytes.subarray(at, at + elements.byteLength));
    at += elements.byteLength;
    return [name, new Tensor(type, elements, shape)];
  });
  if (bytes.length !== at) throw new Error('inputs have another shape');
  return Object.fromEntries(feeds);
}

/** An array for so many elements of a type, as ONNX Runtime has it: NaN where the type has that. */
function arrayOf(type, size) {
  if (type === 'float32') return new Float32Array(size).fill(NaN);
  if (type === 'float64') return new Float64Array(size).fill(NaN);
  const arrays = { int8: Int8Array, uint8: Uint8Array, bool: Uint8Array, int16: Int16Array, uint16: Uint16Array };
  const wide = { int32: Int32Array, uint32: Uint32Array, int64: BigInt64Array, uint64: BigUint64Array };
  const found = { ...arrays, ...wide, float16: Uint16Array }[type];
  if (found === undefined) throw new Error(`Node has no arrays of ${type}`);
  return new found(size);
}

function bytesOf({ buffer, byteOffset, byteLength }) {
  return Buffer.from(buffer, byteOffset, byteLength);
}
