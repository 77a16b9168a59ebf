import { Option, type Command } from 'commander';
import { dispatchNames } from '../../products/export/dispatch/dispatch-names.js';
import { addCommand, jsonOption, logsArgument } from '../command.js';
import { templateFile } from '../options.js';
import type { Output } from '../output.js';
import type { ExportFlags } from './export.js';

/** Adds `tune export LOG...`. */
export function addExportCommand(program: Command, output: Output): void {
  const options = [
    new Option('--out <dir>', 'folder of the library; created').makeOptionMandatory(),
    new Option('--name <name>', 'prefix of all names that the library defines (default: the folder’s name)'),
    new Option('--shapes <file>', 'YAML or JSON list of untuned shapes to serve'),
    new Option(
      '--dispatch <rule>',
      'whose schedule these take: the nearest tuned shape’s, or by a learned decision tree',
    )
      .choices(dispatchNames)
      .default(dispatchNames[0]),
    templateFile(),
    new Option('--force', 'replace an earlier export there'),
    jsonOption('an object'),
  ];
  const summary = 'a library of the best kernels: C or CUDA sources, header, dispatcher, build files';
  addCommand(
    program,
    { name: 'export', summary, arguments: logsArgument, options, notes },
    async (logs: string[], flags: ExportFlags) => {
      const { exportCommand } = await import('./export.js');
      await exportCommand(logs, flags, output);
    },
  );
}

const notes = `
In the folder, \`make && make test\` builds the library and compares each kernel with plain code; \`make bench\` times
them. Shapes that are neither in a log nor in --shapes run in plain code, which is right and slow. Records of your own
templates and specs are exported where --template names the file; those of other tuners are named and passed over.

Examples:
  $ tune export logs/shipped/resnet18-zen4.jsonl.br --out resnet18
  $ tune export logs/*.jsonl --out kernels --name mine --shapes shapes.yaml
  $ tune export logs/*.jsonl --out kernels --shapes shapes.yaml --dispatch learned
  $ tune export logs/*.jsonl --out kernels --force`;
