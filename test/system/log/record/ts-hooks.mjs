// Lets a plain `node` process of a test import TypeScript: `node --import test/system/log/record/ts-hooks.mjs file.ts`.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { transform } from 'esbuild';

if (isMainThread) register(import.meta.url);

/** Imports are written `./x.js` where the file is `./x.ts`. */
export async function resolve(specifier, context, next) {
  const isOwn = specifier.startsWith('.') && !context.parentURL?.includes('/node_modules/');
  return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const source = await readFile(new URL(url), 'utf8');
  const { code } = await transform(source, { loader: 'ts', target: 'node20' });
  return { format: 'module', source: code, shortCircuit: true };
}
