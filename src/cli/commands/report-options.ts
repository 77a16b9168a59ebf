import { Option, type Command } from 'commander';
import { addCommand, logsArgument } from '../command.js';
import { templateFile } from '../options.js';
import type { Output } from '../output.js';
import type { ReportFlags } from './report.js';

/** Adds `tune report LOG... --out F.html`. */
export function addReportCommand(program: Command, output: Output): void {
  const options = [
    new Option('--out <file>', 'file of the page'),
    new Option('--bench <file>', 'output of `tune bench --json`: other libraries, peak and bandwidth'),
    new Option('--roof', 'measure this machine’s peak and bandwidth now, for the roofline'),
    templateFile(),
    new Option('--force', 'replace the file where it exists'),
  ];
  const summary = 'one self-contained page with pictures of what logs hold';
  addCommand(
    program,
    { name: 'report', summary, arguments: logsArgument, options, notes },
    async (logs: string[], flags: ReportFlags) => {
      const { reportCommand } = await import('./report.js');
      await reportCommand(logs, flags, output);
    },
  );
}

const notes = `
The page asks no network for anything. Several logs, or one in which several explorers searched, are drawn side by side.

Examples:
  $ tune report logs/conv2d.resnet18.C2.jsonl --out report.html
  $ tune report sa.jsonl random.jsonl --out explorers.html
  $ tune bench resnet18 --json > bench.json && tune report logs/shipped/resnet18* --bench bench.json --out report.html`;
