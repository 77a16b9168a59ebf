/** Kernels that are wrong in ways that one comparison of one call does not find, made of right ones. */
import type { CpuKernel } from '../../src/backend/cpu/cpu-kernel.js';
import { bytesOf, elementsOf } from '../../src/measure/verdict.js';

export interface Wrong {
  readonly name: string;
  /** What is done in place of a call: `honest(args, workspace)`, the output C of n elements, `call` counts from 0. */
  readonly body: string;
  /** What is told of it. */
  readonly message: RegExp;
}

const again = /though the first call was right/;
const honest = 'honest(args, workspace);';
/** Numbers that are hard to foresee, 0 to 99. */
const draw = 'static unsigned state = 1; state = state * 1664525u + 1013904223u;';

export const wrongs: readonly Wrong[] = [
  {
    name: 'the last element is off by 5e-5 of what elements are',
    body: `${honest} C[n - 1] += 5e-5f * MAGNITUDE;`,
    message: /relative error/,
  },
  {
    name: 'one channel is too large by a factor of 1 + 1e-3',
    body: `${honest} for (long i = n - CHANNEL; i < n; i++) C[i] *= 1.001f;`,
    message: /relative error/,
  },
  { name: 'only the first call computes', body: `if (call == 0) ${honest}`, message: again },
  { name: 'only the first four calls compute', body: `if (call < 4) ${honest}`, message: again },
  {
    name: 'it answers from the inputs of its first call',
    body: `static float kept[KEPT];
  if (call == 0) __builtin_memcpy(kept, args[0], sizeof kept);
  void *others[ARGS];
  __builtin_memcpy(others, args, sizeof others);
  others[0] = kept;
  honest(others, workspace);`,
    message: again,
  },
  { name: 'every tenth call is wrong', body: `${honest} if (call % 10 == 7) C[n / 2] += MAGNITUDE;`, message: again },
  {
    name: 'three calls of ten are wrong',
    body: `${honest} ${draw} if (call > 0 && (state >> 16) % 100 < 30) C[n / 3] += MAGNITUDE;`,
    message: again,
  },
  { name: 'one element beyond the output is written', body: `${honest} C[n] = 0;`, message: /just outside of "/ },
  {
    name: 'one element beyond is written from the fourth call on',
    body: `${honest} if (call > 3) C[n] = 0;`,
    message: /just outside of ".*though the first call was right/,
  },
];

/** `magnitude`: the root mean square of the elements; the last dimensions, without the first two, are a channel. */
export function wronged(kernel: CpuKernel, { body }: Wrong, magnitude: number): CpuKernel {
  const { args } = kernel;
  const output = args.at(-1)!;
  const words = {
    MAGNITUDE: `${magnitude.toFixed(6)}f`,
    CHANNEL: elementsOf({ ...output, shape: output.shape.slice(Math.min(2, output.shape.length - 1)) }),
    KEPT: (args[0]!.packedBytes || bytesOf(args[0]!)) / 4,
    ARGS: args.length,
  };
  const text = Object.entries(words).reduce((all, [word, value]) => all.replaceAll(word, String(value)), body);
  return {
    ...kernel,
    source: `#define kernel honest
${kernel.source}
#undef kernel
void kernel(void *const *args, void *workspace) {
  static long calls;
  const long call = calls++, n = ${elementsOf(output)};
  float *C = args[${args.length - 1}];
  (void)call, (void)n, (void)C;
  ${text}
}
`,
  };
}
