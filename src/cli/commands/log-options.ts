import type { Command } from 'commander';
import { usageErrors } from '../errors.js';
import type { ConvertFlags, ExplainFlags, LogFlags, OutFlags } from '../flags.js';
import { templateFile } from '../options.js';
import type { Output } from '../output.js';

/** Adds `tune log`, the tools for log files. */
export function addLogGroup(program: Command, output: Output): Command {
  const group = program
    .command('log')
    .description('tools for log files: stats, merge, convert, diff, explain')
    .helpCommand(false);
  usageErrors(addStats(group, output));
  usageErrors(addMerge(group, output));
  usageErrors(addConvert(group, output));
  usageErrors(addDiff(group, output));
  usageErrors(addExplain(group, output));
  return group;
}

function addStats(group: Command, output: Output): Command {
  return group
    .command('stats')
    .description('what is in logs: trials, failures, the best, where the time went')
    .argument('<log...>', 'one or more log files')
    .addOption(templateFile())
    .option('--json', 'an object on stdout')
    .addHelpText('after', '\nExamples:\n  $ tune log stats logs/*.jsonl\n  $ tune log stats --json logs/shipped/*')
    .action(async (logs: string[], flags: LogFlags) => {
      const { logStatsCommand } = await import('./log.js');
      await logStatsCommand(logs, flags, output);
    });
}

function addMerge(group: Command, output: Output): Command {
  return group
    .command('merge')
    .description('several logs as one, each trial once')
    .argument('<log...>', 'one or more log files')
    .requiredOption('--out <file>', 'the merged log; .gz and .br are compressed')
    .option('--force', 'replace the file where it exists')
    .option('--json', 'an object on stdout')
    .addHelpText('after', '\nExamples:\n  $ tune log merge logs/*.jsonl --out all.jsonl.br')
    .action(async (logs: string[], flags: OutFlags) => {
      const { logMergeCommand } = await import('./log.js');
      await logMergeCommand(logs, flags, output);
    });
}

function addConvert(group: Command, output: Output): Command {
  return group
    .command('convert')
    .description('a log, a Kernel Tuner cache or T4 results as another of these')
    .argument('<log>', 'the file, whose contents tell its format')
    .requiredOption('--to <format>', 'tune, autotvm, kernel-tuner or t4')
    .requiredOption('--out <file>', 'the new file; .gz and .br are compressed')
    .option('--task <task>', 'only this one: its number, its name or a part of it')
    .addOption(templateFile())
    .option('--force', 'replace the file where it exists')
    .option('--json', 'an object on stdout')
    .addHelpText(
      'after',
      [
        '\nFiles of kernel-tuner and t4 hold one task each.',
        '\nExamples:',
        '  $ tune log convert logs/all.jsonl --to autotvm --out all.log',
        '  $ tune log convert logs/all.jsonl --task resnet18.C2 --to t4 --out C2.json',
      ].join('\n'),
    )
    .action(async (log: string, flags: ConvertFlags) => {
      const { logConvertCommand } = await import('./log.js');
      await logConvertCommand(log, flags, output);
    });
}

function addDiff(group: Command, output: Output): Command {
  return group
    .command('diff')
    .description('what changed between two logs, or two explorers’ logs')
    .argument('<a>', 'a log')
    .argument('<b>', 'another one')
    .addOption(templateFile())
    .option('--json', 'an object on stdout')
    .addHelpText(
      'after',
      '\nRatios are times of A divided by those of B, of one machine only: above 1 B is faster.\n\nExamples:\n  $ tune log diff before.jsonl after.jsonl',
    )
    .action(async (a: string, b: string, flags: LogFlags) => {
      const { logDiffCommand } = await import('./log.js');
      await logDiffCommand(a, b, flags, output);
    });
}

function addExplain(group: Command, output: Output): Command {
  return group
    .command('explain')
    .description('which record of a workload stands and why, or why none was found, and what is nearest')
    .argument('<workload>', 'as it is printed: resnet18.C2, or "conv2d resnet18.C2"')
    .argument('<log...>', 'one or more log files')
    .option('--target <target>', 'for this one (default: whatever the logs hold, this machine’s first)')
    .addOption(templateFile())
    .option('--json', 'an object on stdout')
    .addHelpText(
      'after',
      '\nIt exits with 0 whether a record was found or not.\n\nExamples:\n  $ tune log explain resnet18.C2 logs/*.jsonl --target "llvm -threads=4"',
    )
    .action(async (workload: string, logs: string[], flags: ExplainFlags) => {
      const { logExplainCommand } = await import('./log.js');
      await logExplainCommand(workload, logs, flags, output);
    });
}
