import type { Command } from 'commander';
import { SLOWER } from '../../tuner/slower.js';
import { addCommand, examples, jsonOption, logsArgument } from '../command.js';
import type { ReplayFlags } from './replay.js';
import { templateFile } from '../options.js';
import { farmOptions } from './farm-options.js';
import type { Output } from '../output.js';

/** Adds `tune replay LOG...`. */
export function addReplayCommand(program: Command, output: Output): void {
  const text = {
    name: 'replay',
    summary: 'build the best records again, check them, time them here',
    arguments: logsArgument,
    options: [templateFile(), ...farmOptions(), jsonOption('an array of results')],
    notes: `${notes}\n${examples('tune replay logs/*.jsonl', 'tune replay --json logs/*.jsonl')}`,
  };
  addCommand(program, text, async (logs: string[], flags: ReplayFlags) => {
    const { replayCommand } = await import('./replay.js');
    await replayCommand(logs, flags, output);
  });
}

const notes = `
Exits with 1 when a record gives a wrong answer, does not build, or, on the machine that it was measured on,
takes more than ${SLOWER} times its logged time. One that does is timed again, twice at most, and its fastest try counts.
Records that cannot run here, for want of a GPU for example, are named (with --json, "correct" is null), the others
replayed, and the exit code is 3.`;
