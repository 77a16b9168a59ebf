import { join } from 'node:path';
import { quote } from '../../target/format.js';
import { packageRoot } from '../../target/root.js';

/** A way to compute a workload with another library, and how its driver is started. */
export interface Peer {
  readonly name: string;
  /** What people call the library; several peers may be ways to use one. */
  readonly library: string;
  readonly program: PeerProgram;
  readonly args: readonly string[];
  /** Whether it may choose no more than our kernel may, so that it is a rival; otherwise it is only shown. */
  readonly competes: boolean;
  /** What its result may be off, relatively, besides: its rounding to a type of few bits. */
  readonly rounding?: number;
}

/** A driver in C, or one that Node runs. */
export type PeerProgram = CDriver | NodeDriver;

/** Built from `native/bench/<source>` and linked to the exact library. */
export interface CDriver {
  readonly kind: 'c';
  readonly source: string;
  /**
   * Candidates, the intended build first. Debian has several builds of OpenBLAS and BLIS with one soname, between which
   * "alternatives" choose, and either may also stand in for libblas: so a build is named by its folder, and the driver
   * is given that folder as its run path.
   */
  readonly files: readonly string[];
  /** What brings the library, and the header if the driver needs one: a package of Debian, or a script. */
  readonly install: { readonly apt: string } | InstallScript;
  /** Of the linker too, behind the library. */
  readonly flags: readonly string[];
}

/** Puts a library outside of the compiler's folders, where it is looked for first. */
interface InstallScript {
  /** In the package. */
  readonly script: string;
  /** In the cache of tune; has the library in `lib/` and headers in `include/`. */
  readonly folder: string;
}

/** `bench/<folder>/driver.mjs`, with its package installed there. */
export interface NodeDriver {
  readonly kind: 'node';
  readonly folder: string;
  readonly package: string;
}

/** Where a driver for Node and its package are. */
export function folderOf({ folder }: NodeDriver): string {
  return join(packageRoot(), 'bench', folder);
}

/** The commands that install what drivers need, all packages of Debian in one. */
export function installCommands(programs: readonly PeerProgram[]): readonly string[] {
  const installs = programs.flatMap((program) => (program.kind === 'c' ? [program.install] : []));
  const packages = new Set(installs.flatMap((install) => ('apt' in install ? [install.apt] : [])));
  const scripts = new Set(installs.flatMap((install) => ('script' in install ? [install.script] : [])));
  const folders = new Set(programs.flatMap((program) => (program.kind === 'node' ? [folderOf(program)] : [])));
  return [
    ...(packages.size > 0 ? [`apt-get install ${[...packages].join(' ')}`] : []),
    ...[...scripts].map((script) => `sh ${quote(join(packageRoot(), script))}`),
    ...[...folders].map((folder) => `npm ci --ignore-scripts --prefix ${quote(folder)}`),
  ];
}
