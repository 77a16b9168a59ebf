import { matmul as operator } from '../../src/operator/matmul.js';
import { productShape } from '../../src/operator/product.js';
import type { Context } from '../context.js';
import { compareWithPeers, fastest, shareOfPeak, type PeerComparison } from '../against-peers.js';
import { atLeast, type Figure } from '../figures.js';
import { productPeers } from '../../src/products/bench/peers.js';
import { speedRatio } from '../../src/measure/statistics.js';
import type { Section } from './section.js';

const workload = 'gemm.512';
const task = { operator: 'matmul', workload, template: 'auto' };

/** A matrix product tuned with every seed, against the fastest library. */
export const matmul: Section = {
  name: 'matmul',
  summary: `matmul ${workload} against the best of OpenBLAS, BLIS and oneDNN`,
  run: async (context) => {
    const described = operator.workload(workload, {});
    const timed = await compareWithPeers(context, task, productPeers(productShape(described)));
    return figuresOf(timed, operator.flops(described), context);
  },
};

function figuresOf(timed: PeerComparison, flops: number, context: Context): Figure[] {
  const base = { section: 'matmul', over: `${context.rounds.rounds} rounds`, unit: 'ratio' } as const;
  const rival = fastest(timed.peers);
  const kernels = timed.ours.flatMap(({ seed, timing }): Figure[] => [
    ...(rival === undefined
      ? []
      : [
          {
            ...base,
            figure: `seed ${seed} : ${rival.name}, the best library`,
            got: speedRatio(timing.seconds, rival.seconds),
            wanted: atLeast(0.92),
          },
        ]),
    { ...base, figure: `seed ${seed} : FMA peak`, got: shareOfPeak(timing, flops, timed) },
  ]);
  const libraries = timed.peers.map((peer) => ({
    ...base,
    figure: `${peer.name} : FMA peak`,
    got: shareOfPeak(peer, flops, timed),
  }));
  return [...kernels, ...libraries];
}
