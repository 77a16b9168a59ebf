import { Option, type Command } from 'commander';
import { UsageError } from '../../target/errors.js';
import { addCommand } from '../command.js';
import { wholeNumber } from '../options.js';
import type { Output } from '../output.js';
import { queueOption } from './farm-options.js';
import type { WorkerFlags } from './worker.js';

/** Adds `tune worker`. */
export function addWorkerCommand(program: Command, output: Output): void {
  const text = {
    name: 'worker',
    summary: 'serve a farm: --build compiles, --device NAME runs and times',
    arguments: {},
    options: [
      queueOption(),
      new Option('--device <name>', 'run and time kernels on this machine, under this name'),
      new Option('--build', 'compile kernels on this machine'),
      new Option('--tag <key=value>', 'with --device: a tag to find it by, board=rpi5 (may be repeated)').argParser(
        readTag,
      ),
      new Option(
        '--target <target>',
        'with --device: its target, cuda for its GPU; other CPUs are emulated (default: its CPU)',
      ),
      new Option('--runner <file>', 'with --device: the native runner, for a machine without a compiler'),
      new Option('--jobs <n>', 'with --build: parallel compilers (default: all cores)').argParser(
        wholeNumber('--jobs', 1),
      ),
      new Option('--name <name>', 'with --build: its name (default: the host’s)'),
    ],
    notes,
  };
  addCommand(program, text, async (flags: WorkerFlags) => {
    const { workerCommand } = await import('./worker.js');
    await workerCommand(flags, output);
  });
}

function readTag(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, key, value] = /^([A-Za-z0-9][\w.-]*)=([\w.+-]*)$/.exec(text) ?? [];
  if (key === undefined)
    throw new UsageError(`--tag is a word and its value, not "${text}": give board=rpi5, for example.`);
  return { ...before, [key]: value! };
}

const notes = `
Tuners and workers of a farm share a secret, which signs all that they say: $TUNE_FARM_SECRET, or a file that
TUNE_FARM_SECRET_FILE or ?secret=FILE of the URL names (default: ~/.config/tune/farm-secret). docs/guide/farm.md goes
from nothing to a farm of three.

Examples:
  $ tune worker --queue redis://build1:6379 --build
  $ tune worker --queue rediss://device:PASSWORD@build1:6380?ca=/etc/tune/ca.pem --device rpi5-1 --tag board=rpi5
  $ tune conv2d --farm redis://build1:6379`;
