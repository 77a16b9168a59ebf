/** Convolutions of the reference by `native/reference/convolve.c`. */
import { spawnSync } from 'node:child_process';
import { buildOnce } from '../../measure/c-program.js';
import { cacheFolder } from '../../measure/cache-folder.js';
import type { Scratch } from '../../measure/scratch.js';
import { WorkError } from '../../target/errors.js';
import { machine } from '../../target/machine.js';
import type { ConvolutionExtents, Convolver } from '../graph/convolver.js';

export class NativeConvolver implements Convolver {
  private constructor(private readonly program: string) {}

  /** Throws MissingError without a compiler, WorkError with its first complaint. */
  static async open(scratch: Scratch): Promise<NativeConvolver> {
    const program = {
      ...{ name: 'tune-convolve', sources: ['reference/convolve.c'], headers: [], libraries: [] },
      ...{ flags: ['-O3', '-march=native', '-std=gnu11', '-fopenmp'], state: [machine().cpu] },
    };
    return new NativeConvolver(await buildOnce(program, cacheFolder() ?? scratch.folder));
  }

  convolve(extents: ConvolutionExtents, weights: Float64Array, data: Float64Array): Float64Array {
    const { images, groups, channels, outputs, input, output, kernel, strides, dilations, pads } = extents;
    const numbers = [images, groups, channels, outputs, input, output, kernel, strides, dilations, pads].flat();
    const given = [BigInt64Array.from(numbers, BigInt), weights, data];
    const options = {
      input: Buffer.concat(
        given.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
      ),
      maxBuffer: Infinity,
    };
    const first = spawnSync(this.program, options);
    // Ctrl-C ends it, too. Whoever catches the signal for us decides how we end.
    const { stdout, status, stderr, error } = first.signal === null ? first : spawnSync(this.program, options);
    if (status !== 0)
      throw new WorkError(`The reference of a convolution failed: ${error?.message ?? stderr.toString().trim()}`);
    const result = new Float64Array(images * groups * outputs * output[0] * output[1]);
    new Uint8Array(result.buffer).set(stdout);
    return result;
  }
}
