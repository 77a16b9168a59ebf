import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MissingError, WorkError } from '../target/errors.js';

/** Parameters of xgboost's command line, by its own names. */
export type TrainParameters = Readonly<Record<string, string | number>>;

/**
 * libgomp's threads spin while they wait for each other; where another process holds a core, that takes more than half
 * of the time, even with `nthread=1`, which not all loops of xgboost heed.
 */
const ONE_THREAD = { OMP_NUM_THREADS: '1', OMP_WAIT_POLICY: 'passive' };

/**
 * Trains one model on one thread: `xgboost /dev/null name=value … data=… model_out=…` (command line of 1.7) over a
 * binary DMatrix. Returns the model as JSON text. Throws MissingError when there is no such executable, WorkError when
 * it fails.
 */
export async function trainXgboost(
  matrix: Uint8Array,
  parameters: TrainParameters,
  executable: string,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-xgboost-'));
  try {
    const data = join(folder, 'rows.dmatrix');
    const model = join(folder, 'model.json');
    await writeFile(data, matrix);
    const options = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
    await run(executable, ['/dev/null', ...options, `data=${data}`, `model_out=${model}`]);
    return await readFile(model, 'utf8').catch(() => {
      throw new WorkError(
        `\`${executable}\` ended without writing a model; \`${executable} --version\` should say 1.7.`,
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(executable: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // A group of its own keeps Ctrl-C away from the child: the tuner decides when the run ends.
    const child = spawn(executable, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      env: { ...process.env, ...ONE_THREAD },
    });
    let messages = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      messages += text;
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(cannotStart(executable, error));
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new WorkError(`xgboost failed: ${complaintIn(messages) ?? `it ended with ${signal ?? code}`}`));
    });
  });
}

function cannotStart(executable: string, error: NodeJS.ErrnoException): Error {
  if (error.code !== 'ENOENT') return new WorkError(`\`${executable}\` could not be started: ${error.message}`);
  return new MissingError(
    `The cost model needs the \`${executable}\` executable, which is not installed: run \`apt-get install xgboost\` (Debian package), or choose \`--explorer random\`.`,
  );
}

/** Lines that say nothing about the cause: stack traces, the round counter, hints about the command line. */
const NOISE =
  /\[bt\]|^Stack trace|entries loaded from|^terminate called|^\[\d+\]|^Error running xgboost|^Use xgboost -h|^Encountered parser error|^Writing prediction/;

/** The line of xgboost's messages that says what went wrong, without its time and source position. */
export function complaintIn(messages: string): string | undefined {
  const position = /^(\[\d+:\d+:\d+\]\s*)?(\S+\.(cc|cu|h):\d+:\s*)?/;
  return messages
    .split('\n')
    .map((line) => line.trim().replace(position, ''))
    .find((line) => line !== '' && !NOISE.test(line));
}
