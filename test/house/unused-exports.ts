import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Place } from './source-file.js';

const symbolSchema = z.object({ name: z.string(), line: z.number() });

/** Of each file, symbols that nobody imports, as knip reports them. */
const reportSchema = z.object({
  issues: z.array(
    z.object({
      file: z.string(),
      exports: z.array(symbolSchema),
      types: z.array(symbolSchema),
    }),
  ),
});

const knip = resolve('node_modules/knip/bin/knip.js');

/**
 * Exports of a project that no program, benchmark or action imports; those that only tests import among them, unless
 * their docstring has the tag `@internal`. The project is a folder with package.json and knip.json.
 */
export function findUnusedExports(folder: string): Place[] {
  const args = ['--production', '--include', 'exports,types', '--reporter', 'json', '--no-exit-code', '--no-progress'];
  const { stdout, stderr } = spawnSync(process.execPath, [knip, ...args], { cwd: folder, encoding: 'utf8' });
  if (stdout.trim() === '') throw new Error(`knip reported nothing: ${stderr.trim()}`);
  return reportSchema
    .parse(JSON.parse(stdout.slice(stdout.indexOf('{'))))
    .issues.filter(({ file }) => !isGenerated(readFileSync(join(folder, file), 'utf8')))
    .flatMap(({ file, exports, types }) =>
      [...exports, ...types].map(({ name, line }) => ({ path: file, line, text: `exports ${name}` })),
    );
}

/** Whether a file says that a program wrote it. */
export function isGenerated(text: string): boolean {
  return /^\s*(?:\/\/|\/?\*).*@generated\b/m.test(text.slice(0, 2000));
}
