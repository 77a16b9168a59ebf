/** The clock and the protocol of native/bench/driver.h, for drivers that Node runs. */
import { createInterface } from 'node:readline';

/** How long a turn warms up, as in driver.h. */
const WARM_MS = 2;

/** Says what is running, and times calls when it is told to, until the input ends. */
export async function serve(call, error, what) {
  say(`ready error=${error.toExponential(3)} ${what}`);
  for await (const line of createInterface({ input: process.stdin })) {
    const reps = Number(/^go (\d+)$/.exec(line)?.[1]);
    if (!(reps >= 1)) throw new Error(`expected "go <reps>", got ${line}`);
    say(secondsPerCall(call, reps).toExponential(9));
  }
}

/** Runs what serves; why it cannot is one line, and exit status 1. */
export async function orSayWhyNot(act) {
  try {
    await act();
  } catch (error) {
    say(`error ${String(error instanceof Error ? error.message : error).split('\n')[0]}`);
    process.exitCode = 1;
  }
}

export function secondsPerCall(call, reps) {
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
