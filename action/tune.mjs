/** `tune`, and what it is asked here. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from './cache.mjs';
import { run } from './child.mjs';
import { Problem } from './problem.mjs';
import { rowsIn } from './verdicts.mjs';

/** The words that start it. The one beside this action is made ready first. @param {readonly string[]} command */
export async function findTune(command) {
  if (command.length > 0) return command;
  const own = (/** @type {string} */ path) => fileURLToPath(new URL(`../bin/${path}`, import.meta.url));
  if (!existsSync(own('setup')))
    throw new Problem(
      'This action lies apart from the repository of tune: say in the input command how to start tune.',
    );
  const { code } = await run(['sh', own('setup')]);
  if (code !== 0)
    throw new Problem('tune could not be made ready: the lines above say what is missing on this machine.');
  return [process.execPath, own('tune')];
}

/** The fingerprint of this machine. @param {readonly string[]} tune @returns {Promise<string>} */
export async function machineOf(tune) {
  const { stdout } = await run([...tune, 'doctor', '--json']);
  const found = /** @type {unknown[]} */ (parsed(stdout)?.checks ?? []).map((check) => Object(check));
  const text = found.find(({ name }) => name === 'fingerprint')?.text;
  if (typeof text === 'string') return text;
  throw new Problem(`${tune.join(' ')} does not show the fingerprint of this machine: is it tune? Run it with doctor.`);
}

/**
 * @typedef {object} Done
 * @property {number} code 0, 1 where a gate is not met, 130 where it was interrupted
 * @property {readonly import('./verdicts.mjs').Row[]} rows
 * @property {string} markdown the summary
 * @property {{ readonly json: string, readonly junit: string, readonly markdown: string }} files
 */

/**
 * Throws Problem where it cannot do its work.
 *
 * @param {readonly string[]} tune
 * @param {import('./inputs.mjs').Inputs} inputs
 * @returns {Promise<Done>}
 */
export async function retune(tune, { manifest, trials, minutes }) {
  const folder = join(process.env['RUNNER_TEMP'] ?? tmpdir(), `tune-retune-${slug(manifest)}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = {
    json: join(folder, 'retune.json'),
    junit: join(folder, 'retune.xml'),
    markdown: join(folder, 'retune.md'),
  };
  const budget = [trials && `--trials=${trials}`, minutes && `--minutes=${minutes}`].filter(
    (word) => word !== undefined,
  );
  const outputs = ['--json', `--junit=${files.junit}`, `--markdown=${files.markdown}`];
  const { code, signal, stdout } = await run([
    ...tune,
    'retune',
    ...outputs,
    .../** @type {string[]} */ (budget),
    '--',
    manifest,
  ]);
  const answer = parsed(stdout);
  const rows = rowsIn(answer);
  const isOver = code === 0 || code === 1 || code === 130;
  if (!rows || !isOver || !existsSync(files.markdown)) {
    const said = typeof answer?.message === 'string' ? `: ${answer.message}` : ', and the lines above say why.';
    throw new Problem(`tune retune ended ${signal ? `by ${signal}` : `with exit code ${code}`}${said}`);
  }
  writeFileSync(files.json, stdout);
  return { code, rows, files, markdown: readFileSync(files.markdown, 'utf8') };
}

/** What is in it is checked where it is read. @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
