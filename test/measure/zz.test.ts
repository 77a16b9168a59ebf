import { test } from '@jest/globals';
import { LocalMeasurer } from '../../src/measure/local.js';
import { findOperator } from '../../src/operator/registry.js';
import { templates } from '../../src/templates/registry.js';
import { parseTarget } from '../../src/target/parse.js';
import { Random } from '../../src/space/random.js';
const med = (a: number[]) => [...a].sort((x, y) => x - y)[a.length >> 1]!;
test('overhead', async () => {
 for (const [op, threads] of [['matmul', 1], ['matmul', 2], ['conv2d', 1], ['conv2d', 2]] as const) {
  const template = templates.find((t) => t.operator === op)!;
  const workload = findOperator(op).workload(undefined, {});
  const target = parseTarget('llvm', threads);
  const space = template.define(workload, target);
  const task = { template, workload, target, space };
  const m = await LocalMeasurer.create({ seed: 1 });
  const random = new Random(3);
  let best = Infinity;
  let bestConfig;
  for (const round of [0, 1]) {
    const t = performance.now();
    const configs = Array.from({ length: 32 }, () => space.sample(random)!);
    const over: number[] = [], walls: number[] = [], counts: number[]=[];
    let first = 0, last = 0, compile = 0;
    const errors: string[] = [];
    for await (const trial of m.measure(task, configs, best < Infinity ? { best } : {})) {
      const n = performance.now();
      if (first === 0) first = n; else { walls.push(n - last); over.push(n - last - 1000 * (trial.spent.check + trial.spent.run)); }
      compile += trial.spent.compile; counts.push(trial.costs.length);
      if (trial.error) errors.push(`${trial.error} ${trial.message}`);
      else if (med([...trial.costs]) < best) { best = med([...trial.costs]); bestConfig = trial.config; }
      last = n;
    }
    console.log(`${op} ${threads}: build ${(first - t).toFixed(0)} ms (compile ${(1000*compile / 32).toFixed(1)} ms each), wall ${med(walls).toFixed(1)} mean ${((last-first)/31).toFixed(1)} overhead median ${med(over).toFixed(2)} max ${Math.max(...over).toFixed(2)}; best ${(best*1e3).toFixed(3)} ms ${(findOperator(op).flops(workload)/best/1e9).toFixed(1)} GF; repeats ${counts.join(' ')}; total ${(last-t).toFixed(0)}; errors ${errors.slice(0,3).join('|')}`);
  }
  if (bestConfig) for (let k = 0; k < 3; k++) {
    const t = performance.now();
    const [r] = await m.remeasure([{ task, config: bestConfig }]);
    console.log(r!.rounds.map((c) => (1e3 * med([...c])).toFixed(4)).join(' '), 'spread in round', r!.rounds.map((c) => ((Math.max(...c) / Math.min(...c) - 1) * 100).toFixed(2)+'%').join(' '), 'err', r!.maxRelError, r!.message, 'ms', performance.now() - t);
  }
  await m.close();
 }
}, 200000);
