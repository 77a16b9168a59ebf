/** Speeds of operators that count bytes, beside those that count FLOPs. */
import { Chalk } from 'chalk';
import { expect, test } from '@jest/globals';
import { renderBest } from '../../src/cli/render/best.js';
import { renderNetwork } from '../../src/cli/render/network-summary.js';
import { renderReplay } from '../../src/cli/render/replay.js';
import type { NetworkEvent, NetworkEventNamed } from '../../src/network/schedule/events.js';
import { countsOf } from '../../src/operator/counts.js';
import { findOperator } from '../../src/operator/registry.js';
import { named } from './screens/network-events.js';
import { bests, replays } from './screens/rows.js';

const page = { paint: new Chalk({ level: 0 }) };
const operator = findOperator('pool');
const moving = { operator: operator.name, gflops: 14.7, counts: countsOf(operator, operator.workload(undefined, {})) };
const isFinish = (event: NetworkEvent): event is NetworkEventNamed<'finish'> => event.event === 'finish';

/** A table of a convolution and a pool, and one of the convolution alone. */
const tables: Readonly<Record<string, (isMixed: boolean) => string>> = {
  best: (isMixed) => renderBest([bests[0]!, ...(isMixed ? [{ ...bests[0]!, ...moving }] : [])], page),
  replay: (isMixed) => renderReplay([replays[0]!, ...(isMixed ? [{ ...replays[0]!, ...moving }] : [])], page),
  'network --layers': (isMixed) => {
    const finish = named.find(isFinish)!;
    const [layer] = finish.layers;
    const { gflops, ...pool } = moving;
    const other = { ...layer!, ...pool, best: { ...layer!.best!, gflops } };
    const layers = isMixed ? [layer!, other] : [layer!];
    return renderNetwork({ ...finish, layers }, { isWhole: true, words: [] }, page).split('\n\n')[0]!;
  },
};

test.each(Object.entries(tables))(
  '%s has units in its cells where one counts bytes, and no GFLOPS for bytes',
  (_, table) => {
    expect(moving.counts).toBe('bytes');
    const [head, flops, bytes] = table(true).split('\n');
    expect(head).toMatch(/ speed /);
    expect(head).not.toContain('GFLOPS');
    expect(flops).toMatch(/\d GFLOPS /);
    expect(bytes).toContain(' 14.7 GB/s ');
    const [alone, row] = table(false).split('\n');
    expect(alone).toMatch(/ GFLOPS /);
    expect(row).not.toContain('GFLOPS');
  },
);
