/**
 * The program and the library as few files, `dist/bundle`, which the package holds in the place of `dist/src`: reading
 * and linking hundreds of modules is most of what a start of the command line takes. Commands that are loaded when
 * they are asked for stay files of their own, and what depends on nothing here, the packages, stays where npm puts it.
 */
import { build } from 'esbuild';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const outdir = 'dist/bundle';
const { metafile } = await build({
  entryPoints: ['src/index.ts', 'src/cli/main.ts'],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  outdir,
  outbase: 'src',
  // One folder below the library, as the modules of src are: `catalogue/load-module.ts` finds it as ../index.js.
  chunkNames: 'parts/[hash]',
  // Names stay, for the stacks of errors.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
});

// Parts are named by their contents, so those of earlier builds would pile up.
const parts = join(outdir, 'parts');
await mkdir(parts, { recursive: true });
for (const name of await readdir(parts)) {
  const path = join(parts, name);
  if (!(path in metafile.outputs)) await rm(path, { force: true });
}
