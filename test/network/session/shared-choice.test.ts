import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { KernelChoice, KernelOption } from '../../../src/network/program/choose.js';
import type { KernelForm, ProgramLayer } from '../../../src/network/program/layer.js';
import type { NetworkKernel } from '../../../src/network/session/network-layer.js';
import { shareWeights } from '../../../src/network/session/shared-choice.js';

/** A way to compute a layer, and the bytes of weights that only it would read. */
interface Way {
  readonly seconds: number;
  readonly bytes: number;
}

const ways = fc.record({
  seconds: fc.double({ min: 1e-6, max: 1e-2, noNaN: true }),
  bytes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1e7 })),
});
const network = fc.array(fc.array(ways, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });

/** What `chooseKernels` gives, where layers do not depend on each other. */
function chooserOf(layers: readonly (readonly Way[])[], isMeasured: boolean) {
  const bytesOf = new Map<unknown, number>();
  const kernels = layers.map((layer) =>
    layer.map(({ seconds, bytes }) => {
      const kernel = { seconds, best: isMeasured ? {} : undefined } as NetworkKernel;
      bytesOf.set(kernel, bytes);
      return kernel;
    }),
  );
  const chooseAt = (price: number): KernelChoice<NetworkKernel> => {
    const priced = (kernel: NetworkKernel): number => kernel.seconds + price * bytesOf.get(kernel)!;
    const best = kernels.map((own) => own.reduce((a, b) => (priced(b) < priced(a) ? b : a)));
    const options = best.map((kernel): [ProgramLayer, KernelOption<NetworkKernel>] => [
      { name: 'layer' } as ProgramLayer,
      { inputs: [], output: 'NCHW', seconds: priced(kernel), how: { form: {} as KernelForm, kernel } },
    ]);
    return { layouts: new Map(), layers: [], options: new Map(options), seconds: sum(best.map(priced)) };
  };
  return { chooseAt, stored: { newBytes: (_: KernelForm, kernel: object) => bytesOf.get(kernel)! } };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function kernelsIn({ options }: KernelChoice<NetworkKernel>): readonly NetworkKernel[] {
  return [...options.values()].flatMap(({ how }) => ('kernel' in how ? [how.kernel] : []));
}

test.each([
  [true, 1.03],
  [false, 1.25],
])('sharing adds no weights beside the fastest, within the time allowed (measured: %s)', (isMeasured, most) => {
  fc.assert(
    fc.property(network, (layers) => {
      const { chooseAt, stored } = chooserOf(layers, isMeasured);
      const [fastest, shared] = [kernelsIn(chooseAt(0)), kernelsIn(shareWeights(chooseAt, stored))];
      const secondsOf = (kernels: readonly NetworkKernel[]): number => sum(kernels.map(({ seconds }) => seconds));
      const newBytes = (kernels: readonly NetworkKernel[]): number =>
        sum(kernels.map((kernel) => stored.newBytes({} as KernelForm, kernel)));
      expect(secondsOf(shared)).toBeLessThanOrEqual(most * secondsOf(fastest) * (1 + 1e-9));
      expect(newBytes(shared)).toBeLessThanOrEqual(newBytes(fastest));
    }),
  );
});

test('a small layer may be much slower where that saves most of the weights, a large one may not', () => {
  const layers = [
    [
      { seconds: 1e-2, bytes: 1000 },
      { seconds: 1.5e-2, bytes: 0 },
    ],
    [
      { seconds: 1e-4, bytes: 1e6 },
      { seconds: 3e-4, bytes: 0 },
    ],
  ];
  const { chooseAt, stored } = chooserOf(layers, true);
  expect(kernelsIn(shareWeights(chooseAt, stored)).map(({ seconds }) => seconds)).toEqual([1e-2, 3e-4]);
});
