import { Option, type Command } from 'commander';
import type { Operator } from '../../operator/operator.js';
import { UsageError } from '../../target/errors.js';
import { addCommand, examples, jsonOption, logsArgument } from '../command.js';
import type { LogFlags } from '../flags.js';
import { templateFile } from '../options.js';
import type { Output } from '../output.js';
import type { BestForFlags } from './best-for.js';

/** Adds `tune best LOG...`. */
export function addBestCommand(program: Command, operators: readonly Operator[], output: Output): void {
  const text = {
    name: 'best',
    summary: 'the best record of every workload and target',
    arguments: logsArgument,
    options: [
      new Option('--for <shape>', 'what to try first for an untuned shape: "conv2d --in-channels 96 --height 28"'),
      new Option('--target <target>', 'with --for: this target (default: every target in the logs)'),
      templateFile(),
      jsonOption('an array of records'),
    ],
    notes: examples('tune best logs/*.jsonl', 'tune best --json logs/*.jsonl'),
  };
  addCommand(program, text, async (logs: string[], flags: LogFlags & Partial<BestForFlags>) => {
    if (isForShape(flags)) {
      const { bestForCommand } = await import('./best-for.js');
      return bestForCommand(logs, flags, operators, output);
    }
    if (flags.target !== undefined) throw new UsageError('--target needs --for SHAPE.');
    const { bestCommand } = await import('./best.js');
    return bestCommand(logs, flags, output);
  });
}

function isForShape(flags: LogFlags & Partial<BestForFlags>): flags is BestForFlags {
  return flags.for !== undefined;
}
