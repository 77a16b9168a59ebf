import { Option, type Command } from 'commander';
import { addCommand, jsonOption } from '../command.js';
import { wholeNumber } from '../options.js';
import type { Output } from '../output.js';
import type { ContractFlags } from './contract.js';

/** Adds `tune contract FILE|TEMPLATE`. */
export function addContractCommand(program: Command, output: Output): void {
  const text = {
    name: 'contract',
    summary: 'check your own template, or one of tune, on awkward shapes',
    arguments: { '<file>': 'a JavaScript module that exports a template (./mine.js), or a template’s name' },
    options: options(),
    notes,
  };
  addCommand(program, text, async (subject: string, flags: ContractFlags) => {
    const { contractCommand } = await import('./contract.js');
    await contractCommand(subject, flags, output);
  });
}

function options(): readonly Option[] {
  return [
    new Option('--configs <n>', 'random configs of each shape on each target')
      .argParser(wholeNumber('--configs', 1))
      .default(2),
    new Option('--target <target>', 'only this target (default: all vector widths here; GPUs not here are emulated)'),
    new Option('--threads <n>', 'threads of a kernel on CPUs (default: one, and two)').argParser(
      wholeNumber('--threads', 1),
    ),
    new Option('--seed <n>', 'seed of configs and inputs').argParser(wholeNumber('--seed', 0)).default(0),
    jsonOption('events as JSON lines'),
  ];
}

const notes = `
Each kernel is built, run between guard pages on fresh inputs with its output poisoned, and its whole output compared
with the naive computation. The shapes are those that the operator calls awkward, or are made of its named ones. A
module is code: it runs with your rights. Exits with 1 when anything is not as a template promises.

Examples:
  $ tune contract ./mine.js
  $ tune contract ./mine.js --configs 20 --threads 4
  $ tune contract conv2d.direct --target "llvm -mcpu=x86-64-v3"`;
