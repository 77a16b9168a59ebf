// An operator of your own with a template: a convolution along one dimension, as audio and time series have it,
//
//   out[o, x] = sum over c and k of data[c, stride · x + k] · weights[o, c, k]
//
//   bin/tune contract examples/conv1d.js
//   bin/tune conv1d --template examples/conv1d.js --in-channels 80 --width 1500
import {
  at,
  defineOperator,
  defineTemplate,
  extentField,
  index,
  input,
  Schedule,
  SpaceBuilder,
  sum,
  times,
  UsageError,
  z,
} from 'tune';

/** Samples of each channel of the output. */
const outWidth = ({ width, kernel, stride }) => Math.floor((width - kernel) / stride) + 1;

export const operator = defineOperator({
  name: 'conv1d',
  summary: 'one-dimensional convolution, any stride',

  // The fields of a shape. Each is an option of the command line, a line of its help, and a part of a log.
  shape: z.object({
    inChannels: extentField('--in-channels <n>', 'channels of the input'),
    width: extentField('--width <n>', 'samples of each channel'),
    outChannels: extentField('--out-channels <n>', 'channels of the output'),
    kernel: extentField('--kernel <n>', 'samples that the kernel spans'),
    stride: extentField('--stride <n>', 'step of the kernel', '1'),
  }),
  // Named shapes, as options; the first is the default.
  workloads: {
    'whisper.conv1': { inChannels: '80', width: '3002', outChannels: '384', kernel: '3' },
    'whisper.conv2': { inChannels: '384', width: '3002', outChannels: '384', kernel: '3', stride: '2' },
  },
  // What any other shape is called.
  describe: ({ inChannels, width, outChannels, kernel, stride }) =>
    `${inChannels}x${width}-${outChannels}x${kernel}${stride === 1 ? '' : `s${stride}`}`,
  // Fields that are right by themselves, but not together.
  check: ({ width, kernel }) => {
    if (kernel > width) throw new UsageError(`--kernel ${kernel} is longer than --width ${width}`);
  },
  // Shapes on which `tune contract` checks templates: ones, primes, what vectors and tiles do not divide.
  awkward: [
    { inChannels: '1', width: '1', outChannels: '1', kernel: '1', stride: '1' },
    { inChannels: '3', width: '37', outChannels: '5', kernel: '7', stride: '1' },
    { inChannels: '13', width: '100', outChannels: '17', kernel: '3', stride: '2' },
    { inChannels: '2', width: '211', outChannels: '31', kernel: '5', stride: '3' },
    { inChannels: '16', width: '66', outChannels: '64', kernel: '3', stride: '1' },
    { inChannels: '7', width: '11', outChannels: '1', kernel: '11', stride: '4' },
  ],
  // The fields in the order in which a log holds them.
  log: { order: ['inChannels', 'width', 'outChannels', 'kernel', 'stride'] },

  flops: (shape) => 2 * shape.inChannels * shape.outChannels * shape.kernel * outWidth(shape),

  // What is computed, element by element, with no word about how: the reference and every schedule are made of this.
  computation: (shape) => {
    const { inChannels, width, outChannels, kernel, stride } = shape;
    const data = input('data', [inChannels, width]);
    const weights = input('weights', [outChannels, inChannels, kernel]);
    const output = sum(
      'out',
      [outChannels, outWidth(shape)],
      ['o', 'x'],
      { c: inChannels, k: kernel },
      ([o, x], { c, k }) => times(at(data, c, index.add(index.scale(x, stride), k)), at(weights, o, c, k)),
    );
    return { inputs: [data, weights], output, constants: [weights] };
  },
});

export const template = defineTemplate({
  name: 'conv1d.direct',
  operator: 'conv1d',
  version: 1,
  summary: 'a register tile of channels and samples',
  target: 'simd',

  define: (workload, { vector, threads }) => {
    const { outChannels } = operator.shapeOf(workload);
    return (
      new SpaceBuilder()
        // The register tile: channels of the output, and vectors of samples.
        .choice(
          'channels',
          [1, 2, 3, 4, 6, 8].filter((channels) => channels <= outChannels),
        )
        .choice('vectors', [1, 2, 3, 4])
        // Whether the weights of a tile's channels are kept side by side, off the clock, for they are constant.
        .choice('pack', [true, false])
        .choice('parallel', threads > 1 ? ['channels', 'none'] : ['none'])
        .constraint(
          `the tile and what feeds it must fit the ${vector.registers} vector registers`,
          (knobs) => knobs.channels * knobs.vectors + knobs.vectors + 1 <= vector.registers,
        )
        .build()
    );
  },

  schedule: (workload, { vector: { lanes } }, knobs) => {
    const schedule = new Schedule(operator.computation(workload));
    const [, weights] = schedule.computation.inputs;
    if (knobs.pack) {
      // From [o, c, k] to [o / channels, c, k, o % channels], made once; the last tile is filled up with zeros.
      const tile = knobs.channels;
      schedule.pack(weights, [{ dim: 0, part: 'outer', tile }, 1, 2, { dim: 0, part: 'inner', tile }], 'prepacked');
    }
    const out = schedule.output;
    const sums = schedule.cacheWrite(out, 'register');

    // Tiles of channels and samples. 'peel' makes the last, shorter tile code of its own.
    const [o, x] = out.loopsOver('o', 'x');
    const [channelTiles, channel] = out.split(o, knobs.channels, 'peel');
    const [sampleTiles, samples] = out.split(x, knobs.vectors * lanes, 'peel');
    const [vectors, lane] = out.split(samples, lanes, 'min');
    out.reorder(channelTiles, sampleTiles, channel, vectors, lane);
    out.unroll(channel, vectors).vectorize(lane, lanes);
    if (knobs.parallel === 'channels') out.parallel(channelTiles);

    // The sums of a tile, in registers: a step of c and k multiplies vectors of samples by one weight of each channel.
    sums.computeAt(out, sampleTiles);
    const [sumChannel, sumSamples, c, k] = sums.loopsOver('o', 'x', 'c', 'k');
    const [sumVectors, sumLane] = sums.split(sumSamples, lanes, 'min');
    sums.reorder(c, k, sumChannel, sumVectors, sumLane);
    sums.unroll(sumChannel, sumVectors).vectorize(sumLane, lanes);
    return schedule;
  },
});
