import type { CDriver, NodeDriver } from './peer.js';

/** What the drivers of a library have in common. */
type CLibrary = Omit<CDriver, 'source'>;

export const openblas: CLibrary = {
  kind: 'c',
  files: ['pthread', 'openmp', 'serial'].map((build) => `openblas-${build}/libopenblas.so.0`),
  install: { apt: 'libopenblas-dev' },
  flags: [],
};

export const blis: CLibrary = {
  kind: 'c',
  files: ['openmp', 'pthread', 'serial'].map((build) => `blis-${build}/libblis.so.4`),
  install: { apt: 'libblis-dev' },
  flags: [],
};

/** Debian's (libdnnl-dev) is taken where the script's is not there. */
export const onednn: CLibrary = {
  kind: 'c',
  files: ['libdnnl.so'],
  install: { script: 'bench/onednn/install.sh', folder: 'onednn' },
  flags: ['-fopenmp'],
};

/** Debian has it for linking into a program only; what it would ask of a BLAS is never called. */
export const libxsmm: CLibrary = {
  kind: 'c',
  files: ['libxsmm.a'],
  install: { apt: 'libxsmm-dev' },
  flags: ['-fopenmp', '-lxsmmnoblas', '-lpthread'],
};

export const onnxruntime: NodeDriver = { kind: 'node', folder: 'onnxruntime', package: 'onnxruntime-node' };
