import { expect, test } from '@jest/globals';
import { generate } from '../../src/backend/generate.js';
import type { CpuTarget } from '../../src/backend/cpu/target.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import type { Values } from '../../src/space/space.js';
import { findTemplate } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import type { Task } from '../../src/templates/template.js';
import { take } from '../support/take.js';
import { amx, avx512 } from '../support/targets.js';

const SAMPLED = 12;
const [FEW, MANY] = [1024, 4096];

function taskOf(tokens: number, given: Readonly<Record<string, string>>, target: CpuTarget): Task {
  const shape = { heads: '12', queries: `${tokens}`, keys: `${tokens}`, width: '64', ...given };
  return makeTask(findTemplate('attention.rows'), findOperator('attention').workload(undefined, shape), target);
}

/** Of what is suggested first, and of configs that are drawn. */
function configsOf({ space, template, workload, target }: Task): readonly Values[] {
  const random = new Random(7);
  const drawn = Array.from({ length: SAMPLED }, () => space.sample(random)!.values);
  return [...take(template.suggestions!(workload, target), 1), ...drawn];
}

/** With as many keys weighed at a time as there are, where all are. */
function workspaceOf(task: Task, values: Values): number {
  const { values: blocks } = task.space.knobs.find(({ name }) => name === 'block_k')!;
  const own = blocks.includes(values['block_k']!) ? values : { ...values, block_k: blocks.at(-1)! };
  return generate(task, task.space.config(own)).workspaceBytes;
}

test.each<[string, Record<string, string>, CpuTarget]>([
  ['float32', {}, avx512],
  ['float32, on threads', {}, { ...avx512, threads: 2 }],
  ['float32, of the keys before a query', { causal: '1' }, avx512],
  ['bfloat16, in matrices', { dtype: 'bfloat16' }, amx],
])('the workspace of attention grows as keys do: %s', (_, given, target) => {
  const [few, many] = [FEW, MANY].map((tokens) => taskOf(tokens, given, target)) as [Task, Task];
  for (const values of configsOf(few)) {
    const bytes = workspaceOf(many, values);
    expect(bytes / workspaceOf(few, values)).toBeLessThanOrEqual(MANY / FEW);
    // The scores of a head would be more.
    expect(bytes).toBeLessThan(4 * MANY * MANY);
  }
});
