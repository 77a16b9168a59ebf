/**
 * `npm run soak:failing -- [--operator conv2d] [--workload resnet18.C2] [--trials 256] [--share 0.3]`: a whole search,
 * of whose candidates a share is replaced by kernels that fail in one of eight ways, and prints what it took, its
 * best, and what memory and descriptors this process and its helpers held on the way.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { backendOf } from '../../src/backend/registry.js';
import { generate } from '../../src/backend/generate.js';
import { LocalMeasurer } from '../../src/backend/measurer.js';
import { planRun } from '../../src/tuner/plan.js';
import { shapeSchema } from '../../src/tuner/tune-options.js';
import { asCpuKernel } from '../../src/backend/cpu/builder.js';
import type { DeviceKernel } from '../../src/ir/device-kernel.js';
import { hashOf } from '../../src/measure/build-cache.js';
import type { Config } from '../../src/space/config.js';
import { formatTime } from '../../src/target/format.js';
import type { Task } from '../../src/templates/template.js';
import { nothingKnown } from '../../src/model/prior.js';
import { tune } from '../../src/tuner/tuner.js';
import { childrenOf } from '../support/processes.js';
import { readSoakOptions } from '../support/soak-options.js';

const { operator, workload, trials, share } = readSoakOptions({
  name: 'soak:failing',
  text: 'A whole search, of whose candidates a share is replaced by kernels that fail in one of eight ways.',
  options: {
    operator: { default: 'conv2d', text: 'what is computed' },
    workload: { default: 'resnet18.C2', text: 'a name, or a shape as JSON: {"m": 24, "n": 24, "k": 24}' },
    trials: { default: 256, text: 'of the search' },
    share: { default: 0.3, isFraction: true, text: 'of the candidates that fail' },
  },
}).values;

/** Bodies of kernels; every way is as likely as the others. */
const faults = [
  'oops;',
  '*(volatile int *)8 = 1;',
  '__builtin_trap();',
  'for (volatile int i = 0;; i++) continue;',
  'exit(0);',
  'fork();',
  'for (;;) *(char *)malloc(1 << 20) = 1;',
  '',
] as const;

/** Memory (MB) and descriptors of a process. */
interface Held {
  readonly megabytes: number;
  readonly descriptors: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const plan = await planRun({
  operator,
  ...(workload.startsWith('{') ? { shape: shapeSchema.parse(JSON.parse(workload)) } : { workload }),
  threads: 1,
  seed: 1,
  trials,
  earlyStop: trials,
});
const measurer = await LocalMeasurer.create({ seed: 1, generate: withFaults });
const held = new Map<number, readonly Held[]>();
const start = performance.now();
let searched = 0;
for await (const event of tune({
  taskStates: plan.tasks.map((task) => ({ task, resumed: [], prior: nothingKnown })),
  flops: plan.operator.flops(plan.workload),
  settings: plan.settings,
  measurer,
  peak: () => backendOf(plan.target).measurePeak(plan.target),
})) {
  if (event.event === 'trial' && [200, 2000].includes(event.trial)) held.set(event.trial, heldNow());
  if (event.event === 'trial' && event.phase === 'search') searched = (performance.now() - start) / 1000;
  if (event.event !== 'finish') continue;
  const { trials, failed, failures, best, seconds: spent } = event;
  const seconds = (performance.now() - start) / 1000;
  console.log(`${operator} ${workload}, ${trials} trials, ${failed} failed; best ${formatTime(best?.seconds ?? NaN)}`);
  console.log(`${seconds.toFixed(1)} s in all, ${searched.toFixed(1)} s until the last trial of the search`);
  const split = (['search', 'compile', 'check', 'run'] as const).map((step) => `${step} ${spent[step].toFixed(1)} s`);
  console.log(`  of trials, several of which build at once: ${split.join(', ')}`);
  for (const { error, count: times, message } of failures) console.log(`  class ${error}, ${times} times: ${message}`);
}
await measurer.close();
for (const [trial, all] of held)
  for (const [i, { megabytes, descriptors }] of all.entries())
    console.log(
      `after ${trial} trials, ${i === 0 ? 'the tuner' : 'a helper'}: ${megabytes} MB, ${descriptors} descriptors`,
    );

/** The kernel of a config, or in its place one that fails; which, the config decides. */
function withFaults(task: Task, config: Config): DeviceKernel {
  const kernel = generate(task, config);
  const draw = parseInt(hashOf(`${task.template.name} ${config.index}`).slice(0, 8), 16);
  if (draw / 2 ** 32 >= share) return kernel;
  const source = `void exit(int); int fork(void); void *malloc(unsigned long);
void pack(void *const *args, void *const *packed) {}
void unpack(void *const *packed, void *const *args) {}
void kernel(void *const *args, void *workspace) { ${faults[draw % faults.length]} } /* ${config.index} */`;
  return { ...asCpuKernel(kernel), source };
}

/** This process and its helpers, in the order in which they were started. */
function heldNow(): readonly Held[] {
  collectGarbage();
  return [process.pid, ...childrenOf(process.pid)].map((pid) => ({
    megabytes: Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  }));
}
