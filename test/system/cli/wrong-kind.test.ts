import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findOperator } from '../../../src/operator/registry.js';
import { encode } from '../../../src/log/record/record.js';
import { templates } from '../../../src/templates/registry.js';
import type { Template } from '../../../src/templates/template.js';
import { useQuickGcc } from '../../support/quick-gcc.js';
import { run } from '../../cli/run.js';

useQuickGcc();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-wrong-kind-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A log that somebody made up: records of a template on a target that it is not for. */
function madeUpLog({ name, operator, version, target }: Template): string {
  const computes = findOperator(operator);
  const workload = computes.workload(undefined, {});
  const line = encode({
    target: target === 'simd' ? 'cuda -arch=sm_90' : 'llvm -mcpu=x86-64-v3 -threads=1',
    task: name,
    args: computes.encode(workload),
    index: 3,
    entity: [['tile', 'ot', 4]],
    costs: [1e-3],
    error: 0,
    allCost: 0.1,
    timestamp: 1.7e9,
    tune: { operator, workload: workload.name, templateVersion: version },
  });
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, `${line}\n`);
  return path;
}

const made = templates.map((template) => {
  const [is, asked] = template.target === 'simd' ? ['CPUs', 'GPUs'] : ['GPUs', 'CPUs'];
  return [template.name, template, `it is for ${is}, not ${asked}`] as const;
});

/** The first template of each operator for each kind of target: what a run does with a record is the same for all. */
const firsts = made.filter(
  ([, { operator, target }], i) =>
    made.findIndex(([, other]) => other.operator === operator && other.target === target) === i,
);

describe('a log with a record of a template on a target of another kind', () => {
  test.each(made)('%s: best shows it, and everything that would build it says why not', async (_, template, why) => {
    const log = madeUpLog(template);
    const best = await run('best', log, '--json');
    expect({ code: best.code, said: best.said }).toEqual({ code: 0, said: undefined });

    const replay = await run('replay', log);
    expect(replay).toMatchObject({ code: 1, said: undefined });
    expect(replay.stderr).toContain(why);

    const random = ['--explorer', 'random', '--trials', '1', '--json'];
    const simulate = await run('simulate', log, ...random);
    expect({ code: simulate.code, said: simulate.said }).toEqual({ code: 0, said: undefined });
    expect(simulate.stderr).toContain(why);
  });

  test.each(firsts)('%s: as history it is passed over with the reason', async (name, template, why) => {
    const words = [template.operator, '--trials', '1', '--threads', '1', '--history', madeUpLog(template)];
    const out = join(folder, `${name}.out.jsonl`);
    const { stderr } = await run(...words, '--minutes', '0.0001', '--log', out);
    expect(stderr).toContain(`1 records of the history cannot be used: ${name} cannot serve`);
    expect(stderr).toContain(why);
  });
});
