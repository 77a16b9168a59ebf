import type { Command } from 'commander';
import { usageErrors } from '../errors.js';
import type { LogFlags, OutFlags } from '../flags.js';
import { templateFile } from '../options.js';
import type { Output } from '../output.js';

/** Adds `tune log`, the tools for log files. */
export function addLogGroup(program: Command, output: Output): Command {
  const group = program.command('log').description('tools for log files: stats, merge').helpCommand(false);
  usageErrors(addStats(group, output));
  usageErrors(addMerge(group, output));
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
      const { logStatsCommand } = await import('./log-stats.js');
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
      const { logMergeCommand } = await import('./log-merge.js');
      await logMergeCommand(logs, flags, output);
    });
}
