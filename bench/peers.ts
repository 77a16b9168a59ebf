import { dirname } from 'node:path';
import { buildDriver, findLibrary } from './build.js';
import { Driver } from './driver.js';

/** A library to compare with: the driver that calls it, and the exact shared library that it must be linked to. */
export interface Peer {
  readonly name: string;
  readonly source: string;
  /**
   * Candidates, the intended build first. Debian has several builds of OpenBLAS and BLIS with one soname, between which
   * "alternatives" choose, and either may also stand in for libblas: so a build is named by its folder, and the driver is
   * given that folder as its run path.
   */
  readonly libraries: readonly string[];
  /** Debian package that brings the library, and the header if the driver needs one. */
  readonly apt: string;
  readonly flags: readonly string[];
  readonly args: readonly string[];
}

const openblas: Omit<Peer, 'args'> = {
  name: 'OpenBLAS',
  source: 'openblas.c',
  libraries: ['pthread', 'openmp', 'serial'].map((build) => `openblas-${build}/libopenblas.so.0`),
  apt: 'libopenblas-dev',
  flags: [],
};

const blis: Omit<Peer, 'args'> = {
  name: 'BLIS',
  source: 'blis.c',
  libraries: ['openmp', 'pthread', 'serial'].map((build) => `blis-${build}/libblis.so.4`),
  apt: 'libblis-dev',
  flags: [],
};

const onednn = { libraries: ['libdnnl.so'], apt: 'libdnnl-dev', flags: ['-fopenmp'] };

/** The libraries that multiply matrices: C[m,n] = A[m,k] * B[k,n], row-major, nothing packed ahead. */
export function gemmPeers(m: number, n: number, k: number): readonly Peer[] {
  const args = [`m=${m}`, `n=${n}`, `k=${k}`];
  return [
    { ...openblas, args },
    { ...blis, args },
    { ...onednn, name: 'oneDNN', source: 'onednn_gemm.c', args },
  ];
}

/** A convolution as onednn_conv.c takes it; padding is top, left, bottom, right. */
export interface ConvShape {
  readonly batch: number;
  readonly inChannels: number;
  readonly image: readonly [height: number, width: number];
  readonly outChannels: number;
  readonly kernel: readonly [height: number, width: number];
  readonly stride: readonly [height: number, width: number];
  readonly pad: readonly [top: number, left: number, bottom: number, right: number];
  readonly dilation: readonly [height: number, width: number];
  readonly groups: number;
}

/** oneDNN's direct convolution with every layout its own choice, and with plain NCHW activations. */
export function convPeers(shape: ConvShape): readonly Peer[] {
  const [h, w] = shape.image;
  const [kh, kw] = shape.kernel;
  const [sh, sw] = shape.stride;
  const [pt, pl, pb, pr] = shape.pad;
  const [dh, dw] = shape.dilation;
  const sizes = {
    n: shape.batch,
    ic: shape.inChannels,
    h,
    w,
    oc: shape.outChannels,
    kh,
    kw,
    sh,
    sw,
    pt,
    pl,
    pb,
    pr,
    dh,
    dw,
  };
  const args = Object.entries({ ...sizes, g: shape.groups }).map(([name, value]) => `${name}=${value}`);
  return ['any', 'nchw'].map((layout) => ({
    ...onednn,
    name: `oneDNN ${layout}`,
    source: 'onednn_conv.c',
    args: [...args, `layout=${layout}`],
  }));
}

/** A peer that had to be left out. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

/** Peers that run, and those that cannot. */
export interface Started {
  readonly drivers: readonly Driver[];
  readonly leftOut: readonly LeftOut[];
}

/** Builds and starts the peers that this machine has. A peer whose answer is wrong is left out too. */
export async function startPeers(peers: readonly Peer[], threads: number): Promise<Started> {
  const drivers: Driver[] = [];
  const leftOut: LeftOut[] = [];
  for (const peer of peers) {
    const started = await startPeer(peer, threads);
    if (started instanceof Driver) drivers.push(started);
    else leftOut.push(started);
  }
  return { drivers, leftOut };
}

/** Float32 sums of some thousand products, of any order, stay far below this error. */
const TOLERANCE = 1e-4;

async function startPeer(peer: Peer, threads: number): Promise<Driver | LeftOut> {
  const library = peer.libraries.map(findLibrary).find((path) => path !== undefined);
  if (library === undefined) {
    return { name: peer.name, why: `its library is not installed; install it with: apt-get install ${peer.apt}` };
  }
  const flags = [...peer.flags, library, `-Wl,-rpath,${dirname(library)}`];
  try {
    const executable = await buildDriver(peer.source, flags);
    const driver = await Driver.start({ name: peer.name, executable, args: peer.args, threads });
    if (driver.error <= TOLERANCE) return driver;
    await driver.stop();
    return { name: peer.name, why: `its result is wrong (relative error ${driver.error}), so its time means nothing` };
  } catch (error) {
    return { name: peer.name, why: error instanceof Error ? error.message : String(error) };
  }
}
