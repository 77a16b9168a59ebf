import { Option, type Command } from 'commander';
import { defaultBackend } from '../../backend/registry.js';
import { addCommand, examples, jsonOption } from '../command.js';
import { templateFile } from '../options.js';
import type { Output } from '../output.js';
import type { ListFlags, ListRequest } from './list.js';
import { threadsOption } from './tune-options.js';

/** Adds `tune list WHAT`; the shape options of all operators are added later. */
export function addListCommand(
  program: Command,
  known: Pick<ListRequest, 'operators' | 'modules'>,
  output: Output,
): Command {
  const text = {
    name: 'list',
    summary: 'list operators, workloads, templates, knobs, explorers, models, targets and more',
    arguments: {
      '<what>':
        'operators, workloads, templates, knobs, explorers, models, trainers, features, acquisitions, selections, schedulers, networks or targets',
      '[operator]': 'workloads, templates, knobs: of this operator only',
      '[workload]': 'knobs: for this shape; templates: whether each applies to it, or why not',
    },
    options: [
      templateFile(),
      new Option('--workload <name>', 'the same as an option, which needs no operator'),
      new Option('--target <target>', 'knobs, templates of a workload: for this target').default(defaultBackend.kind),
      threadsOption('knobs, templates of a workload: for so many threads'),
      jsonOption('an array'),
    ],
    notes,
  };
  return addCommand(
    program,
    text,
    async (what: string, operator: string | undefined, workload: string | undefined, flags: ListFlags) => {
      const { listCommand } = await import('./list.js');
      listCommand({ what, operator, workload: workload ?? flags.workload, flags, ...known }, output);
    },
  );
}

const notes = `
The shape options of the operator (\`tune <operator> --help\`) change the workload of templates and knobs.
Of knobs, size is the number of configs that their values make, and valid the number of those that the template allows
(an estimate where exact says no).
${examples(
  'tune list operators',
  'tune list workloads conv2d',
  'tune list templates --workload resnet18.C2 --stride 2',
  'tune list knobs conv2d resnet18.C2 --threads 1',
)}`;
