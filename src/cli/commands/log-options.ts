import type { Command } from 'commander';
import { usageErrors } from '../errors.js';
import type { LogFlags } from '../flags.js';
import { templateFile } from '../options.js';
import type { Output } from '../output.js';

/** Adds `tune log`, the tools for log files. */
export function addLogGroup(program: Command, output: Output): Command {
  const group = program.command('log').description('tools for log files: stats').helpCommand(false);
  usageErrors(addStats(group, output));
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
