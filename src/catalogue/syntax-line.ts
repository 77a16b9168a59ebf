import { spawnSync } from 'node:child_process';

/**
 * The line of a module at which its syntax is wrong, which `import()` does not tell, but Node's own check does;
 * undefined where that finds nothing, as when it is another file that is wrong.
 */
export function syntaxLineOf(text: string): number | undefined {
  const args = ['--check', '--input-type=module', '-'];
  const { stderr } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8', timeout: 10_000 });
  const line = /^\[stdin\]:(\d+)/.exec(stderr)?.[1];
  return line === undefined ? undefined : Number(line);
}
