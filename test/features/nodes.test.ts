import { describe, expect, test } from '@jest/globals';
import { nodeWidth } from '../../src/features/layout.js';
import { kinds } from '../../src/features/nest-nodes.js';
import { scaled } from '../../src/features/scale.js';
import { statementsOf } from '../../src/features/statements.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import { featureNestOf } from '../../src/templates/nest.js';
import { makeTask } from '../../src/templates/task.js';
import { findTemplate } from '../../src/templates/registry.js';
import type { Task } from '../../src/templates/template.js';
import { viewOf } from '../../src/transfer/known-tasks.js';
import { avx512, sm90 } from '../support/targets.js';

const tasks = [
  ['matmul.blocked', 'gemm.64', avx512],
  ['matmul.simt', 'gemm.64', sm90],
].map(([name, shape, target]) => {
  const template = findTemplate(name as string);
  const workload = findOperator(template.operator).workload(shape as string, {});
  return [name as string, makeTask(template, workload, target as typeof avx512)] as const;
});

interface Node {
  readonly parent: number;
  readonly source: number;
  readonly kind: number;
  readonly length: number;
  readonly runs: number;
}

function nodesOf(task: Task, view: 'tree' | 'graph', index: number): readonly Node[] {
  const featurizer = viewOf(task, [view]);
  const layout = featurizer.layout!;
  const row = new Float32Array(featurizer.width);
  featurizer.write(task.space.get(index), row, 0);
  const [each, links] = [nodeWidth(layout), layout.links.length];
  const nodes: Node[] = [];
  for (let at = 0; at < row.length && row[at] === 1; at += each) {
    const source = links > 1 ? row[at + 2]! : 0;
    const first = at + 3 + links;
    nodes.push({
      parent: row[at + 1]!,
      source,
      kind: row[at + 1 + links]!,
      length: row[first]!,
      runs: row[first + 1]!,
    });
  }
  return nodes;
}

describe.each(tasks)('nodes of %s', (_, task) => {
  const random = new Random(2);
  const configs = Array.from({ length: 5 }, () => task.space.sample(random)!);

  test('parents come first, and a statement has the loops of its own around it', () => {
    for (const config of configs) {
      const nodes = nodesOf(task, 'tree', config.index);
      nodes.forEach(({ parent }, place) => {
        expect(parent).toBeLessThanOrEqual(place);
      });
      const lengths = (place: number): number[] =>
        place === 0 ? [] : [...lengths(nodes[place - 1]!.parent), nodes[place - 1]!.length];
      const found = nodes.filter(({ kind }) => kind === kinds.statement).map(({ parent }) => lengths(parent).join());
      const wanted = statementsOf(featureNestOf(task, config)).map(({ lengths: all }) =>
        all.filter((length) => length > 1).map(scaled),
      );
      expect(found.sort()).toEqual(wanted.map((one) => one.join()).sort());
    }
  });

  test('loops that several statements share are one node', () => {
    const nodes = nodesOf(task, 'tree', configs[0]!.index);
    const loops = nodes.filter(({ kind }) => kind === kinds.loop).length;
    const all = statementsOf(featureNestOf(task, configs[0]!)).flatMap(({ lengths }) => lengths.filter((n) => n > 1));
    expect(loops).toBeLessThan(all.length);
  });

  test('the graph has an access for each of a statement, and reads lead to what wrote them', () => {
    const statements = statementsOf(featureNestOf(task, configs[0]!));
    const nodes = nodesOf(task, 'graph', configs[0]!.index);
    const accesses = nodes.filter(({ kind }) => kind === kinds.reads || kind === kinds.writes);
    expect(accesses).toHaveLength(statements.flatMap((one) => one.accesses).length);
    for (const { source, kind } of accesses) {
      if (source === 0) continue;
      expect(kind).toBe(kinds.reads);
      expect(nodes[source - 1]!.kind).toBe(kinds.statement);
    }
  });

  test('a trace has a step for each primitive, and another for another config', () => {
    const view = viewOf(task, ['trace']);
    const rows = configs.map((config) => {
      const row = new Float32Array(view.width);
      view.write(config, row, 0);
      return row.join();
    });
    expect(new Set(rows).size).toBe(new Set(configs.map(({ index }) => index)).size);
    expect(rows[0]!.startsWith('1,')).toBe(true);
  });
});
