/** The clock and the protocol of native/bench/driver.h, for drivers that Node runs. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** How long a turn warms up, as in driver.h. */
const WARM_MS = 2;

/**
 * Says what is running, and times calls when it is asked to, until the input ends. `further`: functions that answer to
 * lines that only some drivers know.
 */
export async function serve(call, error, what, further = {}) {
  say(`ready error=${error.toExponential(3)} ${what}`);
  for await (const line of createInterface({ input: process.stdin })) {
    if (Object.hasOwn(further, line)) {
      say(further[line]());
      continue;
    }
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

/** A number of this process's status, in bytes: `VmHWM`, `VmRSS`; 0 where there is no such file. */
export function processBytes(key) {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    const [, kilobytes] = new RegExp(`^${key}:\\s*(\\d+) kB`, 'm').exec(status) ?? [];
    return 1024 * Number(kilobytes ?? 0);
  } catch {
    return 0;
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
