import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { exitCodeOf, explain } from '../../src/cli/errors.js';
import { Scratch } from '../../src/measure/scratch.js';
import { MissingError, UsageError, WorkError } from '../../src/target/errors.js';
import { packageRoot } from '../../src/target/root.js';
import { bytesOf, isNeeded, librariesOf, packageItems, productionModules, type Item } from './contents.js';

/** What a machine is lent takes no more. */
const MOST_BYTES = 60e6;
const NAME = 'tune-gpu';

const program = new Command()
  .name('bench:gpu:pack')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'One archive for a machine that has a GPU, but no Node, no network and no xgboost: unpack it and run `sh run.sh`.',
  )
  .argument('[file]', 'the archive', `${NAME}.tar.gz`)
  .action((file: string) => {
    const parent = dirname(resolve(file));
    if (!existsSync(parent))
      throw new UsageError(`There is no folder "${parent}" for the archive: make it, or name another file.`);
    const scratch = new Scratch();
    try {
      const folder = scratch.path(NAME);
      fill(folder);
      archive(folder, resolve(file));
    } finally {
      scratch.close();
    }
    const megabytes = (statSync(file).size / 1e6).toFixed(1);
    process.stdout.write(`${file}: ${megabytes} MB; there: tar -xzf ${file} && sh ${NAME}/run.sh 25\n`);
  });

/** Lays out the folder that is packed. Throws MissingError for whatever is not on this machine. */
function fill(folder: string): void {
  const root = packageRoot();
  const items = packageItems(root, productionModules(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const xgboost = whereIs('xgboost');
  bytesOf(items);
  const libraries = [process.execPath, xgboost].flatMap((path) => librariesOf(path, ask('ldd', [path])));
  const programs = [
    { from: process.execPath, to: 'bin/node' },
    { from: xgboost, to: 'libexec/xgboost' },
    ...[...new Set(libraries)].map((path) => ({ from: path, to: join('lib', path.split('/').at(-1)!) })),
  ];
  for (const item of [...items, ...programs]) copy(item, folder);
  writeFileSync(join(folder, 'bin', 'xgboost'), xgboostScript, { mode: 0o755 });
  // A seventh of node is names for a debugger.
  spawnSync('strip', [join(folder, 'bin', 'node')]);
}

/** xgboost with the libraries that came with it, which nobody else gets to see. */
const xgboostScript = `#!/bin/sh
here=$(dirname "$(dirname "$(readlink -f "$0")")")
LD_LIBRARY_PATH=$here/lib exec "$here/libexec/xgboost" "$@"
`;

function copy({ from, to }: Item, folder: string): void {
  const target = join(folder, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(realpathSync(from), target, { recursive: true, filter: isNeeded });
}

/** gzip, since every tar can unpack it; xz would take a minute to save 10 of 40 MB. */
function archive(folder: string, file: string): void {
  ask('tar', ['-C', dirname(folder), '-czf', file, NAME]);
  const { size } = statSync(file);
  if (size <= MOST_BYTES) return;
  rmSync(file);
  throw new WorkError(
    `The archive would have ${(size / 1e6).toFixed(1)} MB, more than ${MOST_BYTES / 1e6}: see what grew.`,
  );
}

function whereIs(name: string): string {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  if (status !== 0)
    throw new MissingError(`${name} is not on the PATH, and the archive needs it: run \`sh bin/setup\`.`);
  return realpathSync(stdout.trim());
}

/** What a program of every Linux says. Throws WorkError with its complaint. */
function ask(name: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8' });
  if (status !== 0) throw new WorkError(`\`${name} ${args.join(' ')}\` failed: ${stderr.trim().split('\n')[0]}`);
  return stdout;
}

await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`bench:gpu:pack: ${explain(error) ?? ''}\n`);
  process.exitCode = exitCodeOf(error);
});
