/** A kernel in C with knobs, and its spec. */

/** Scales a vector, in steps. */
export const scaleC = `void scale(const float *x, float *y, int n, float by) {
  for (int i = 0; i < n; i += STEP)
    for (int j = i; j < i + STEP && j < n; j++) y[j] = by * x[j];
}
void scale_naive(const float *x, float *y, int n, float by) {
  for (int i = 0; i < n; i++) y[i] = by * x[i];
}
`;

/** A spec of it. */
export const scaleSpec = {
  name: 'scale',
  files: ['scale.c'],
  function: 'scale',
  sizes: { n: 100 },
  workloads: { large: { n: 1000 } },
  arguments: [
    { name: 'x', shape: ['n'] },
    { name: 'y', shape: ['n'], direction: 'out' },
    { name: 'n', type: 'int32', value: 'n' },
    { name: 'by', value: 2.5 },
  ],
  knobs: { STEP: [1, 2, 4], OPT: { flags: ['-O1', '-O2 -fno-math-errno'] } },
  restrictions: ['STEP <= n'],
  reference: { function: 'scale_naive' },
  flops: 'n',
} as const;
