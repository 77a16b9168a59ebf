import { Option, type Command } from 'commander';
import { addCommand, jsonOption } from '../command.js';
import { positiveNumber, templateFile, wholeNumber } from '../options.js';
import { farmOptions } from './farm-options.js';
import type { Output } from '../output.js';
import type { RetuneFlags } from './retune.js';

/** Adds `tune retune MANIFEST`. */
export function addRetuneCommand(program: Command, output: Output): void {
  const text = {
    name: 'retune',
    summary: 'keep a set of logs fast on this machine: the CI job',
    arguments: { '<manifest>': 'a YAML file that names workloads, targets, budget, gates and logs' },
    options: [
      new Option('--trials <n>', 'trials of each search (default: the manifest’s)').argParser(
        wholeNumber('--trials', 1),
      ),
      new Option('--minutes <m>', 'minutes of each search (default: the manifest’s)').argParser(
        positiveNumber('--minutes'),
      ),
      templateFile(),
      new Option('--junit <file>', 'write the verdicts as JUnit XML, too'),
      new Option('--markdown <file>', 'write a summary as Markdown, too'),
      ...farmOptions(),
      jsonOption('an array of verdicts'),
    ],
    notes,
  };
  addCommand(program, text, async (manifest: string, flags: RetuneFlags) => {
    const { retuneCommand } = await import('./retune.js');
    await retuneCommand(manifest, flags, output);
  });
}

const notes = `
A record of this machine that still reproduces is kept. Any other workload begins with the best 16 configs of the
nearest hardware and searches on within its budget; then old best and new best take turns, and the old one is replaced
only where their intervals separate. A job that was interrupted resumes where it stopped.

Exits with 1 when a gate is not met: a workload without a kernel that gives the right answer, or one that is slower here
than its log says, beyond gates.speed and all noise. docs/guide/retune.md describes every key of the manifest:

  workloads:
    - conv2d resnet18.*
    - { operator: matmul, shape: { m: 333, n: 777, k: 555 } }
  targets: [llvm -threads=1]
  budget: { trials: 48, minutes: 5 }
  logs: logs
  history: [logs/shipped/resnet18-zen4.jsonl.br]

Examples:
  $ tune retune retune.yaml
  $ tune retune retune.yaml --junit retune.xml --markdown summary.md`;
