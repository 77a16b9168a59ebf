import { conv2dShape, type Conv2dShape } from '../operator/conv2d.js';
import { productShape, type ProductShape } from '../operator/product.js';
import type { Workload } from '../operator/operator.js';

/** A library to compare with: the driver that calls it, and the exact shared library that it must be linked to. */
export interface Peer {
  readonly name: string;
  /** What people call the library; several peers may be ways to use one. */
  readonly library: string;
  readonly source: string;
  /**
   * Candidates, the intended build first. Debian has several builds of OpenBLAS and BLIS with one soname, between which
   * "alternatives" choose, and either may also stand in for libblas: so a build is named by its folder, and the driver
   * is given that folder as its run path.
   */
  readonly files: readonly string[];
  /** Debian package that brings the library, and the header if the driver needs one. */
  readonly apt: string;
  readonly flags: readonly string[];
  readonly args: readonly string[];
  /** Whether it may choose what our kernel may choose, so that it is a rival; otherwise it is only shown. */
  readonly competes: boolean;
}

type Library = Pick<Peer, 'library' | 'files' | 'apt' | 'flags'>;

const openblas: Library = {
  library: 'OpenBLAS',
  files: ['pthread', 'openmp', 'serial'].map((build) => `openblas-${build}/libopenblas.so.0`),
  apt: 'libopenblas-dev',
  flags: [],
};

const blis: Library = {
  library: 'BLIS',
  files: ['openmp', 'pthread', 'serial'].map((build) => `blis-${build}/libblis.so.4`),
  apt: 'libblis-dev',
  flags: [],
};

const onednn: Library = { library: 'oneDNN', files: ['libdnnl.so'], apt: 'libdnnl-dev', flags: ['-fopenmp'] };

/** The peers of a workload; none where no library has it. */
export function peersOf(workload: Workload): readonly Peer[] {
  switch (workload.operator) {
    case 'matmul':
      return gemmPeers(productShape(workload));
    case 'conv2d':
      return convPeers(conv2dShape(workload));
    default:
      return [];
  }
}

/**
 * The libraries that multiply matrices: C[m,n] = A[m,k] * B[k,n], row-major. Nothing is prepacked, but where B is
 * constant oneDNN may also choose its layout.
 */
export function gemmPeers({ m, n, k, constant }: Pick<ProductShape, 'm' | 'n' | 'k' | 'constant'>): readonly Peer[] {
  const args = [`m=${m}`, `n=${n}`, `k=${k}`];
  const ways = ['sgemm', 'matmul', ...(constant.length > 0 ? ['packed'] : [])];
  return [
    { ...openblas, name: 'OpenBLAS', source: 'openblas.c', args, competes: true },
    { ...blis, name: 'BLIS', source: 'blis.c', args, competes: true },
    ...ways.map((way) => ({
      ...onednn,
      name: `oneDNN ${way}`,
      source: 'onednn_gemm.c',
      args: [...args, `way=${way}`],
      competes: true,
    })),
  ];
}

/** oneDNN's algorithms; each is a rival of a workload whose activations have the same freedom, `any` or plain NCHW. */
const convolutions = [
  { name: 'oneDNN direct', algorithm: 'direct', layout: 'any' },
  { name: 'oneDNN Winograd', algorithm: 'winograd', layout: 'any' },
  { name: 'oneDNN NCHW', algorithm: 'direct', layout: 'nchw' },
] as const;

/**
 * oneDNN's convolutions: direct and Winograd with every layout its own choice, and direct with plain NCHW activations.
 */
export function convPeers(shape: Conv2dShape): readonly Peer[] {
  const sizes = Object.entries(driverSizes(shape)).map(([name, value]) => `${name}=${value}`);
  return convolutions.map(({ name, algorithm, layout }) => ({
    ...onednn,
    name,
    source: 'onednn_conv.c',
    args: [...sizes, `algorithm=${algorithm}`, `layout=${layout}`],
    competes: layout === (shape.layout === 'any' ? 'any' : 'nchw'),
  }));
}

/** A convolution as native/bench/onednn_conv.c takes it. */
function driverSizes(shape: Conv2dShape): Readonly<Record<string, number>> {
  const { batch: n, inChannels: ic, height: h, width: w, outChannels: oc, groups: g } = shape;
  const [kh, kw] = shape.kernel;
  const [sh, sw] = shape.stride;
  const [pt, pl, pb, pr] = shape.pad;
  const [dh, dw] = shape.dilation;
  return { n, ic, h, w, oc, kh, kw, sh, sw, pt, pl, pb, pr, dh, dw, g };
}
