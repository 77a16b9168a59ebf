import { Option, type Command } from 'commander';
import type { ShowFlags } from './show.js';
import { templateFile, wholeNumber } from '../options.js';
import type { Output } from '../output.js';

/** Adds `tune show LOG [WORKLOAD]`. */
export function addShowCommand(program: Command, output: Output): Command {
  return program
    .command('show')
    .description('source, loop nest, schedule, assembly of a record; how to compile and call it')
    .argument('<log>', 'a log')
    .argument('[workload]', 'as it is printed; needed where the log holds several')
    .option('--target <target>', 'where the workload was tuned for several: which, as it is printed')
    .addOption(new Option('--index <n>', 'another config of the same template').argParser(wholeNumber('--index', 0)))
    .addOption(
      new Option('--diff <n>', 'how config n differs: knobs, schedule, loop nest, source').argParser(
        wholeNumber('--diff', 0),
      ),
    )
    .option('--schedule', 'only the primitives that the template applied')
    .option('--nest', 'only the loop nest')
    .option('--source', 'only the generated source')
    .option('--asm', 'only the assembly that the compiler makes of it (of CUDA: PTX)')
    .option('--compile', 'only the commands that compile source and program')
    .option('--program', 'only a short program that calls the kernel')
    .addOption(templateFile())
    .option('--json', 'an object on stdout')
    .addHelpText(
      'after',
      [
        '\nWithout one of the six, all but the assembly is shown.',
        '\nExamples:',
        '  $ tune show logs/conv2d.resnet18.C2.jsonl',
        '  $ tune show logs/all.jsonl resnet18.C9 --source > kernel.c',
        '  $ tune show logs/all.jsonl gemm.512 --index 1207 --asm',
        '  $ tune show logs/all.jsonl gemm.512 --diff 1207',
      ].join('\n'),
    )
    .action(async (log: string, workload: string | undefined, flags: ShowFlags) => {
      const { showCommand } = await import('./show.js');
      await showCommand(log, workload, flags, output);
    });
}
