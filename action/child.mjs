/** Programs, started with a list of words and never through a shell. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Problem } from './problem.mjs';
import { passed } from './workflow.mjs';

/** No program prints more that anybody reads. */
const MOST = 64 * 1024 * 1024;

/** Of what is nobody else's: inputs, the token among them, and the keys to the runner's own services. */
const secret = /^(INPUT_|ACTIONS_RUNTIME_|ACTIONS_ID_TOKEN_|ACTIONS_RESULTS_|GITHUB_TOKEN$|GH_TOKEN$)/;

/**
 * Runs a program to its end; what it says on stderr goes on to the log of the job, of commands to the runner
 * only annotations of tune's. When a job
 * is cancelled the runner signals this process alone, which passes the signal on.
 *
 * @param {readonly string[]} words
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, stdout: string }>}
 */
export function run(words) {
  const [program, ...args] = words;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !secret.test(name)));
  return new Promise((done, fail) => {
    const child = spawn(/** @type {string} */ (program), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    createInterface({ input: child.stderr }).on('line', (line) => process.stderr.write(`${passed(line)}\n`));
    const passOn = (/** @type {NodeJS.Signals} */ name) => void child.kill(name);
    for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(name, passOn);
    /** @type {Buffer[]} */
    const pieces = [];
    let length = 0;
    child.stdout.on('data', (/** @type {Buffer} */ piece) => {
      length += piece.length;
      if (length <= MOST) pieces.push(piece);
    });
    const release = () => {
      for (const name of ['SIGINT', 'SIGTERM']) process.off(name, passOn);
    };
    child.on('error', (error) => {
      release();
      fail(new Problem(`${program} cannot be started (${error.message}): name another program in the input command.`));
    });
    child.on('close', (code, signal) => {
      release();
      done({ code, signal, stdout: Buffer.concat(pieces).toString('utf8') });
    });
  });
}
