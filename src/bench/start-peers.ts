import { dirname } from 'node:path';
import { buildDriver, findLibrary } from './build.js';
import { Driver, NotReady } from './driver.js';
import type { Peer } from './peers.js';

/** A peer that had to be left out. */
export interface LeftOut {
  readonly peer: Peer;
  /** A clause: "it is not installed". */
  readonly why: string;
  /** Whether its library is not installed at all. */
  readonly missing: boolean;
}

/** A peer that runs. */
export interface StartedPeer {
  readonly peer: Peer;
  readonly driver: Driver;
}

/** Peers that run, and those that cannot. */
export interface Started {
  readonly running: readonly StartedPeer[];
  readonly leftOut: readonly LeftOut[];
}

/** Builds and starts the peers that this machine has. A peer whose answer is wrong is left out too. */
export async function startPeers(peers: readonly Peer[], threads: number): Promise<Started> {
  const running: StartedPeer[] = [];
  const leftOut: LeftOut[] = [];
  for (const peer of peers) {
    const started = await startPeer(peer, threads);
    if (started instanceof Driver) running.push({ peer, driver: started });
    else leftOut.push(started);
  }
  return { running, leftOut };
}

/** Float32 sums of some thousand products, of any order, stay far below this error. */
const TOLERANCE = 1e-4;

async function startPeer(peer: Peer, threads: number): Promise<Driver | LeftOut> {
  const library = peer.files.map(findLibrary).find((path) => path !== undefined);
  if (library === undefined) {
    const why = `its library is not installed; install it with: apt-get install ${peer.apt}`;
    return { peer, why, missing: true };
  }
  const flags = [...peer.flags, library, `-Wl,-rpath,${dirname(library)}`];
  try {
    const executable = await buildDriver(peer.source, flags);
    const driver = await Driver.start({ name: peer.name, executable, args: peer.args, threads });
    if (driver.error <= TOLERANCE) return driver;
    await driver.stop();
    const why = `its result is wrong (relative error ${driver.error}), so its time means nothing`;
    return { peer, why, missing: false };
  } catch (error) {
    const why = error instanceof NotReady ? error.reason : error instanceof Error ? error.message : String(error);
    return { peer, why, missing: false };
  }
}
