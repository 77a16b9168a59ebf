import { modelOf } from './model.mjs';
import { nothing } from './operations.mjs';
import { secondsPerCall } from './protocol.mjs';
import { prepare } from './session.mjs';

const CALLS = 1000;

/** What the way into the library and back takes, as people read it: of a call that computes next to nothing. */
export function emptyCall(runtime, threads) {
  const { operation, inputs, feeds, output } = nothing();
  const { call } = prepare(runtime, modelOf(operation, inputs, output), feeds, output, threads);
  secondsPerCall(call, CALLS);
  return `a call through Node costs ${(1e6 * secondsPerCall(call, CALLS)).toFixed(1)} µs`;
}
