/**
 * What a model can be built without, to measure what it brings: what follows a layer element by element as its epilogue
 * (chains of element-wise nodes, too), two layers in a row as one kernel, and layouts of values other than row-major.
 */
export const optimizations = ['epilogues', 'pairs', 'layouts'] as const;
export type Optimization = (typeof optimizations)[number];
