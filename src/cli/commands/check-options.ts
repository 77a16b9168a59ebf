import { Option, type Command } from 'commander';
import { TOLERANCE } from '../../measure/ratio.js';
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
      .default(TOLERANCE, `${100 * TOLERANCE}%`),
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
Two different kernels are timed here in turns. The same kernel is compared with the baseline's time if that is from
this machine; of an identical record only the result is checked. The ratio is baseline time / log time: above 1 the log
is faster. Differences within the spread of repeated runs are statistically tied, and a record without a baseline is new.

Exits with 1 when a kernel gives a wrong result, does not build, or is slower than --tolerance allows beyond noise;
otherwise with 3 when one cannot run on this machine.

Examples:
  $ tune check logs/*.jsonl --baseline logs/shipped/resnet18-zen4.jsonl.br
  $ tune check new.jsonl --baseline old.jsonl --tolerance 5% --junit check.xml`;
