import type { Context } from '../context.js';
import { compareWithPeers, shareOfPeak, type PeerComparison } from '../against-peers.js';
import { atLeast, type Figure } from '../figures.js';
import { conv2d, conv2dShape } from '../../src/operator/conv2d.js';
import { convPeers } from '../../src/products/bench/peers.js';
import type { Timing } from '../../src/measure/rounds.js';
import { speedRatio } from '../../src/measure/statistics.js';
import type { Section } from './section.js';

const workload = 'resnet18.C2';

/**
 * The direct convolution tuned with every seed, against oneDNN's and the multiply-add peak, which it can reach. What
 * other algorithms gain shows in `tune bench resnet18`.
 */
export const conv: Section = {
  name: 'conv',
  summary: `conv2d.direct on ${workload} against oneDNN's direct convolution and the FMA peak`,
  run: async (context) => {
    const described = conv2d.workload(workload, {});
    const peers = convPeers(conv2dShape(described)).filter(({ name }) => name !== 'oneDNN Winograd');
    const timed = await compareWithPeers(context, { operator: 'conv2d', workload, template: 'conv2d.direct' }, peers);
    return figuresOf(timed, conv2d.flops(described), context);
  },
};

function figuresOf(timed: PeerComparison, flops: number, context: Context): Figure[] {
  const over = `${context.rounds.rounds} rounds`;
  const line = (figure: string, rest: Pick<Figure, 'unit' | 'got' | 'wanted'>): Figure => {
    return { section: 'conv', figure, over, ...rest };
  };
  // The library at its best, every layout its own choice, is what counts; plain NCHW, which is what we compute on,
  // informs.
  const wanted = (peer: Timing): Pick<Figure, 'wanted'> =>
    peer.name === 'oneDNN direct' ? { wanted: atLeast(0.85) } : {};
  const kernels = timed.ours.flatMap(({ seed, timing }) => [
    ...timed.peers.map((peer) =>
      line(`seed ${seed} : ${peer.name}`, {
        ...wanted(peer),
        unit: 'ratio',
        got: speedRatio(timing.seconds, peer.seconds),
      }),
    ),
    line(`seed ${seed} : FMA peak`, { unit: 'ratio', got: shareOfPeak(timing, flops, timed), wanted: atLeast(0.85) }),
  ]);
  const libraries = timed.peers.map((peer) =>
    line(`${peer.name} : FMA peak`, { unit: 'ratio', got: shareOfPeak(peer, flops, timed) }),
  );
  return [...kernels, ...libraries];
}
