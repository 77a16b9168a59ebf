import { Option, type Command } from 'commander';
import { addCommand, jsonOption, logsArgument } from '../command.js';
import { percent, templateFile } from '../options.js';
import type { Output } from '../output.js';
import type { CheckFlags } from './check.js';

/** Adds `tune check LOG... --baseline LOG`. */
export function addCheckCommand(program: Command, output: Output): void {
  const options = [
    new Option('--baseline <log...>', 'logs to compare with').makeOptionMandatory(),
    new Option('--tolerance <share>', 'how much slower is accepted')
      .argParser(percent('--tolerance'))
      .default(0.1, '10%'),
    templateFile(),
    new Option('--junit <file>', 'write the results as JUnit XML, too'),
    jsonOption('an array of results'),
  ];
  const summary = 'compare the best records with those of a baseline, on this machine';
  addCommand(
    program,
    { name: 'check', summary, arguments: logsArgument, options, notes },
    async (logs: string[], flags: CheckFlags) => {
      const { checkCommand } = await import('./check.js');
      await checkCommand(logs, flags, output);
    },
  );
}

const notes = `
Two different kernels are timed here in turns, so that it matters on no machine when they were tuned. One and the same
kernel is held against its logged time, if the baseline is of this machine. The ratio is the time of the baseline / the
time of the log: above 1 the log is faster. Nothing is slower or faster by less than repeating it moves.

Exits with 1 when a kernel gives a wrong answer, does not build, or is surely slower than --tolerance allows; otherwise
with 3 when one cannot run on this machine.

Examples:
  $ tune check logs/*.jsonl --baseline logs/shipped/resnet18-zen4.jsonl.br
  $ tune check new.jsonl --baseline old.jsonl --tolerance 5% --junit check.xml`;
