import type { CDriver, NodeDriver } from './peer.js';

/** What the drivers of a library have in common. */
type CLibrary = Omit<CDriver, 'source'>;

export const openblas: CLibrary = {
  kind: 'c',
  files: ['pthread', 'openmp', 'serial'].map((build) => `openblas-${build}/libopenblas.so.0`),
  apt: 'libopenblas-dev',
  flags: [],
};

export const blis: CLibrary = {
  kind: 'c',
  files: ['openmp', 'pthread', 'serial'].map((build) => `blis-${build}/libblis.so.4`),
  apt: 'libblis-dev',
  flags: [],
};

export const onednn: CLibrary = { kind: 'c', files: ['libdnnl.so'], apt: 'libdnnl-dev', flags: ['-fopenmp'] };

/** Debian has it for linking into a program only; what it would ask of a BLAS is never called. */
export const libxsmm: CLibrary = {
  kind: 'c',
  files: ['libxsmm.a'],
  apt: 'libxsmm-dev',
  flags: ['-fopenmp', '-lxsmmnoblas', '-lpthread'],
};

export const onnxruntime: NodeDriver = { kind: 'node', folder: 'onnxruntime', package: 'onnxruntime-node' };
