/**
 * The suites and the sources as bundles that share their parts: a suite loads two files or three in the place of
 * hundreds of modules. A build is kept by what went into it, so a run after no change builds nothing.
 */
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withGlobals } from './with-globals.mjs';

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '../../..');
const folders = join(root, 'dist/tests');
/** What modules of users import as `tune`. */
const library = join(folders, 'library.js');
/** Builds that stay, for runs that go on beside this one. */
const KEPT = 4;

/** The folder of bundles of the tree as it is: `test/x.test.js` is that of `test/x.test.ts`. */
export async function bundleSuites() {
  const sources = await sourcesOf(['src', 'test', 'bench']);
  const folder = join(folders, await keyOf(sources));
  if (existsSync(folder)) {
    const now = new Date();
    await utimes(folder, now, now);
  } else {
    await buildInto(folder, sources);
    await removeOld();
  }
  await writeFile(library, `export * from './${relative(folders, folder)}/src/index.js';\n`);
  return folder;
}

async function sourcesOf(rooms) {
  const found = await Promise.all(rooms.map((room) => readdir(join(root, room), { recursive: true })));
  return found
    .flatMap((names, i) => names.map((name) => join(rooms[i], name)))
    .filter((name) => /\.(ts|json)$/.test(name) && !name.includes('node_modules'))
    .sort();
}

async function keyOf(sources) {
  const hash = createHash('sha256');
  const own = ['bundle.mjs', 'with-globals.mjs', 'globals.mjs'].map((name) => relative(root, join(here, name)));
  const all = [...sources, ...own, 'package-lock.json', 'tsconfig.json'];
  const texts = await Promise.all(all.map((name) => readFile(join(root, name))));
  for (const [i, text] of texts.entries()) hash.update(`${all[i]}\0${text.length}\0`).update(text);
  return hash.digest('hex').slice(0, 16);
}

/** Writes a build beside its place and moves it there whole: another run may do the same. */
async function buildInto(folder, sources) {
  const partial = `${folder}.${process.pid}`;
  const { outputFiles } = await build({
    absWorkingDir: root,
    write: false,
    entryPoints: ['src/index.ts', ...sources.filter((name) => name.endsWith('.test.ts'))],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // A package that is loaded by itself: it asks for its own file.
    external: ['typescript'],
    outdir: partial,
    outbase: '.',
    chunkNames: 'parts/[hash]',
    sourcemap: 'linked',
    // Sources are found from the maps, not copied into them.
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [replaceModules, keepPlaces],
  });
  await Promise.all(outputFiles.map(writeOutput));
  await rename(partial, folder).catch(async (error) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
}

async function writeOutput({ path, text }) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, path.endsWith('.js') ? withGlobals(withRequire(text)) : text);
}

/** Packages of CommonJS ask for Node's own modules. */
function withRequire(text) {
  if (!/\b__require\b/.test(text)) return text;
  const importing = `import { createRequire as requireOf } from 'node:module'`;
  return `${importing}; const require = requireOf(import.meta.url); ${text}`;
}

/** Leaves the newest builds. */
async function removeOld() {
  const names = (await readdir(folders)).filter((name) => name !== 'library.js');
  const dated = await Promise.all(
    names.map(async (name) => ({ path: join(folders, name), time: (await stat(join(folders, name))).mtimeMs })),
  );
  const old = dated.sort((one, other) => other.time - one.time).slice(KEPT);
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}

/** Modules that tests have others for. */
const replaceModules = {
  name: 'replace-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^@jest\/globals$/ }, () => ({ path: join(here, 'globals.mjs'), external: true }));
    onResolve({ filter: /^tune$/ }, () => ({ path: join(root, 'src/index.ts') }));
    // Zod's messages in all languages: loading them takes a tenth of a second, and nobody reads them.
    onResolve({ filter: /^\.\.\/locales\/index\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../locales/en.js'),
    }));
    // A busy machine makes records too slow, and to wait until it is quieter helps no test.
    onResolve({ filter: /^\.{1,2}\/(.*\/)?pauses\.js$/ }, () => ({ path: join(root, 'test/support/short-pauses.ts') }));
  },
};

/** Modules find files beside themselves where their sources are. */
const keepPlaces = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};
