import { Option, type Command } from 'commander';
import { addCommand, examples, jsonOption, logsArgument } from '../command.js';
import { usageErrors } from '../errors.js';
import type { LogFlags } from '../flags.js';
import { templateFile } from '../options.js';
import type { Output } from '../output.js';
import type { ConvertFlags, ExplainFlags, MergeFlags } from './log.js';

const force = new Option('--force', 'replace the file where it exists');

/** Adds `tune log`, the tools for log files. */
export function addLogGroup(program: Command, output: Output): void {
  const group = program
    .command('log')
    .description('tools for log files: stats, merge, convert, diff, explain')
    .helpCommand(false);
  addStats(group, output);
  addMerge(group, output);
  addConvert(group, output);
  addDiff(group, output);
  addExplain(group, output);
  usageErrors(group);
}

function addStats(group: Command, output: Output): void {
  const text = {
    name: 'stats',
    summary: 'summary of logs: trials, failures, bests, where the time went',
    arguments: logsArgument,
    options: [templateFile(), jsonOption('an object')],
    notes: examples('tune log stats logs/*.jsonl', 'tune log stats --json logs/shipped/*'),
  };
  addCommand(group, text, async (logs: string[], flags: LogFlags) => {
    const { logStatsCommand } = await import('./log.js');
    await logStatsCommand(logs, flags, output);
  });
}

function addMerge(group: Command, output: Output): void {
  const out = new Option('--out <file>', 'the merged log; .gz and .br are compressed').makeOptionMandatory();
  const text = {
    name: 'merge',
    summary: 'merge logs, each trial once',
    arguments: logsArgument,
    options: [out, force, jsonOption('an object')],
    notes: examples('tune log merge logs/*.jsonl --out all.jsonl.br'),
  };
  addCommand(group, text, async (logs: string[], flags: MergeFlags) => {
    const { logMergeCommand } = await import('./log.js');
    await logMergeCommand(logs, flags, output);
  });
}

function addConvert(group: Command, output: Output): void {
  const text = {
    name: 'convert',
    summary: 'convert between logs, Kernel Tuner caches and T4 results',
    arguments: { '<log>': 'the file; its format is detected' },
    options: [
      new Option('--to <format>', 'tune, autotvm, kernel-tuner or t4').makeOptionMandatory(),
      new Option('--out <file>', 'the new file; .gz and .br are compressed').makeOptionMandatory(),
      new Option('--task <task>', 'only this task: its number, name or part of it'),
      templateFile(),
      force,
      jsonOption('an object'),
    ],
    notes: `\nFiles of kernel-tuner and t4 hold one task each.\n${examples(
      'tune log convert logs/all.jsonl --to autotvm --out all.log',
      'tune log convert logs/all.jsonl --task resnet18.C2 --to t4 --out C2.json',
    )}`,
  };
  addCommand(group, text, async (log: string, flags: ConvertFlags) => {
    const { logConvertCommand } = await import('./log.js');
    await logConvertCommand(log, flags, output);
  });
}

function addDiff(group: Command, output: Output): void {
  const basis = 'Ratios are times of A divided by those of B, of one machine only: above 1 B is faster.';
  const text = {
    name: 'diff',
    summary: 'compare two logs, or the logs of two explorers',
    arguments: { '<a>': 'a log', '<b>': 'another one' },
    options: [templateFile(), jsonOption('an object')],
    notes: `\n${basis}\n${examples('tune log diff before.jsonl after.jsonl')}`,
  };
  addCommand(group, text, async (a: string, b: string, flags: LogFlags) => {
    const { logDiffCommand } = await import('./log.js');
    await logDiffCommand(a, b, flags, output);
  });
}

function addExplain(group: Command, output: Output): void {
  const target = new Option('--target <target>', 'only this target (default: all in the logs, this machine’s first)');
  const text = {
    name: 'explain',
    summary: 'which record of a workload is used and why, or what is nearest',
    arguments: { '<workload>': 'resnet18.C2, or "conv2d resnet18.C2"', ...logsArgument },
    options: [target, templateFile(), jsonOption('an object')],
    notes: `\nExits with 0 whether or not a record was found.\n${examples(
      'tune log explain resnet18.C2 logs/*.jsonl --target "llvm -threads=4"',
    )}`,
  };
  addCommand(group, text, async (workload: string, logs: string[], flags: ExplainFlags) => {
    const { logExplainCommand } = await import('./log.js');
    await logExplainCommand(workload, logs, flags, output);
  });
}
