import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildDriver, findLibrary } from '../../backend/cpu/driver-program.js';
import { cacheFolder } from '../../measure/cache-folder.js';
import { Driver, NotReady } from '../../measure/driver.js';
import { folderOf, installCommands, type CDriver, type NodeDriver, type Peer } from './peer.js';

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

/**
 * Builds and starts the peers that this machine has, until it is aborted. A peer whose answer is wrong is left out too.
 */
export async function startPeers(peers: readonly Peer[], threads: number, signal?: AbortSignal): Promise<Started> {
  const running: StartedPeer[] = [];
  const leftOut: LeftOut[] = [];
  for (const peer of peers) {
    if (signal?.aborted) break;
    const started = await startPeer(peer, threads, signal);
    if (started instanceof Driver) running.push({ peer, driver: started });
    else leftOut.push(started);
  }
  return { running, leftOut };
}

/** Float32 sums of some thousand products, of any order, stay far below this error. */
const TOLERANCE = 1e-4;

async function startPeer(peer: Peer, threads: number, signal?: AbortSignal): Promise<Driver | LeftOut> {
  const { name, program, args, rounding = 0 } = peer;
  try {
    const start = await (program.kind === 'c' ? buildPeer(program) : findScript(program, threads));
    if (start === undefined) {
      const [how = ''] = installCommands([program]);
      return { peer, why: `its library is not installed; install it with: ${how}`, missing: true };
    }
    const { executable, words } = start;
    const driver = await Driver.start({ name, executable, args: [...words, ...args, ...start.last], threads, signal });
    if (driver.error <= TOLERANCE + rounding) return driver;
    await driver.stop();
    const why = `its result is wrong (relative error ${driver.error}), so its time means nothing`;
    return { peer, why, missing: false };
  } catch (error) {
    const why = error instanceof NotReady ? error.reason : error instanceof Error ? error.message : String(error);
    return { peer, why, missing: false };
  }
}

/** The program of a driver, and its arguments in front of and behind those of the peer. */
interface Start {
  readonly executable: string;
  readonly words: readonly string[];
  readonly last: readonly string[];
}

/** Undefined where the library is not installed. */
async function buildPeer({ files, install, source, flags }: CDriver): Promise<Start | undefined> {
  const folder = 'folder' in install ? cacheFolder(install.folder) : undefined;
  const own = folder === undefined ? [] : files.map((file) => join(folder, 'lib', file)).filter(existsSync);
  const library = [...own, ...files].map(findLibrary).find((path) => path !== undefined);
  if (library === undefined) return undefined;
  const headers = folder !== undefined && own.length > 0 ? [`-I${join(folder, 'include')}`] : [];
  const linked = [library, `-Wl,-rpath,${dirname(library)}`, ...flags];
  const executable = await buildDriver(source, [...headers, ...linked], [library]);
  return { executable, words: [], last: [] };
}

/** Undefined where the package is not installed. Libraries of Node take no number of threads from the environment. */
async function findScript(program: NodeDriver, threads: number): Promise<Start | undefined> {
  const folder = folderOf(program);
  if (!existsSync(join(folder, 'node_modules', program.package))) return undefined;
  const executable = await buildDriver('bound.c', []);
  return { executable, words: [process.execPath, join(folder, 'driver.mjs')], last: [`threads=${threads}`] };
}
