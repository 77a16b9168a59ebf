import { Option, type Command } from 'commander';
import { addCommand, examples, jsonOption } from '../command.js';
import { templateFile, wholeNumber } from '../options.js';
import type { Output } from '../output.js';
import type { ShowFlags } from './show.js';

/** Adds `tune show LOG [WORKLOAD]`. */
export function addShowCommand(program: Command, output: Output): void {
  const text = {
    name: 'show',
    summary: 'source, loop nest, schedule, assembly of a record; how to compile and call it',
    arguments: { '<log>': 'a log', '[workload]': 'name of the workload; needed where the log holds several' },
    options: [
      new Option('--target <target>', 'which target, where the workload was tuned for several'),
      new Option('--index <n>', 'another config of the same template').argParser(wholeNumber('--index', 0)),
      new Option('--diff <n>', 'how config n differs: knobs, schedule, loop nest, source').argParser(
        wholeNumber('--diff', 0),
      ),
      new Option('--schedule', 'only the primitives that the template applied'),
      new Option('--nest', 'only the loop nest'),
      new Option('--source', 'only the generated source'),
      new Option('--asm', 'only the assembly that the compiler makes of it (of CUDA: PTX)'),
      new Option('--compile', 'only the commands that compile them'),
      new Option('--program', 'only a short program that calls the kernel'),
      templateFile(),
      jsonOption('an object'),
    ],
    notes: `\nWithout one of these, shows all but the assembly.\n${examples(
      'tune show logs/conv2d.resnet18.C2.jsonl',
      'tune show logs/all.jsonl resnet18.C9 --source > kernel.c',
      'tune show logs/all.jsonl gemm.512 --index 1207 --asm',
      'tune show logs/all.jsonl gemm.512 --diff 1207',
    )}`,
  };
  addCommand(program, text, async (log: string, workload: string | undefined, flags: ShowFlags) => {
    const { showCommand } = await import('./show.js');
    await showCommand(log, workload, flags, output);
  });
}
