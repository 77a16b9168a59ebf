/**
 * What a model can be built without, to measure what it brings: what follows a layer element by element as its epilogue
 * (chains of element-wise nodes, too), two layers in a row as one kernel, and layouts that are chosen for the whole
 * graph (each layer takes its fastest kernel instead).
 */
export const optimizations = ['epilogues', 'pairs', 'layouts'] as const;
export type Optimization = (typeof optimizations)[number];
