import { Command, Option } from 'commander';
import { defaultBackend } from '../backend/registry.js';
import { joined } from '../catalogue/joined.js';
import type { LoadedModule } from '../catalogue/load-module.js';
import { operators as ownOperators } from '../operator/registry.js';
import type { Operator } from '../operator/operator.js';
import { MOST_MINUTES } from '../products/soak/minutes.js';
import { SLOWER } from '../tuner/slower.js';
import { addBenchCommand } from './commands/bench-options.js';
import { addCheckCommand } from './commands/check-options.js';
import { addNetworkCommand } from './commands/network-options.js';
import { addRetuneCommand } from './commands/retune-options.js';
import { addContractCommand } from './commands/contract-options.js';
import { addShowCommand } from './commands/show-options.js';
import { addExportCommand } from './commands/export-options.js';
import { addLogGroup } from './commands/log-options.js';
import { addReportCommand } from './commands/report-options.js';
import { addSourceCommand } from './commands/source-options.js';
import { addSimulateCommand } from './commands/simulate-options.js';
import { addTuneCommand } from './commands/tune-options.js';
import type { ListFlags } from './commands/list.js';
import type { BestForFlags, DoctorFlags, LogFlags } from './flags.js';
import { UsageError } from '../target/errors.js';
import { unknownCommand, usageErrors } from './errors.js';
import { numberUpTo, templateFile, wholeNumber } from './options.js';
import type { Output } from './output.js';
import { allShapeOptions } from './shape-options.js';
import { wrapped } from './render/wrapped.js';
import { refuseTaken } from './taken.js';
import { packageVersion, versionFlags } from './version.js';

/**
 * The whole command line, with the operators of some modules of the user's. What a command needs is loaded when it
 * runs, so that `--help` answers at once.
 */
export function createProgram(output: Output, modules: readonly LoadedModule[] = []): Command {
  const operators = joined('operator', [ownOperators, ...modules.map((module) => module.operators)]);
  const program = new Command('tune');
  program
    .usage('<operator> [workload] [options]  |  <command>')
    .description(
      'Finds the fastest schedule of a tensor kernel on this machine, and keeps a log of all that it measured.',
    )
    .version(packageVersion(), versionFlags.join(', '))
    .helpCommand(false)
    .configureHelp({
      minWidthToWrap: 16,
      subcommandTerm: (command) => [command.name(), command.usage().replace('[options] ', '')].join(' '),
    })
    .showSuggestionAfterError(false)
    .configureOutput({
      getOutHelpWidth: () => output.columns ?? 80,
      writeOut: (text) => {
        output.stdout(wrapped(text.trimEnd(), output.columns));
      },
      writeErr: (text) => {
        output.stderr(text.trimEnd());
      },
      // Errors of usage are printed once, by `main`.
      outputError: () => undefined,
    });
  usageErrors(program);
  for (const operator of ownOperators) usageErrors(addTuneCommand(program, operator, output));
  addLogCommands(program, operators, output);
  usageErrors(addShowCommand(program, output));
  usageErrors(addExportCommand(program, output));
  usageErrors(addReportCommand(program, output));
  usageErrors(addLogGroup(program, output));
  usageErrors(addCheckCommand(program, output));
  usageErrors(addRetuneCommand(program, output));
  usageErrors(addNetworkCommand(program, output));
  usageErrors(addSourceCommand(program, output));
  usageErrors(addSimulateCommand(program, output));
  const bench = usageErrors(addBenchCommand(program, operators, output));
  usageErrors(addContractCommand(program, output));
  const list = addInformation(program, { operators, modules }, output);
  for (const operator of operators.slice(ownOperators.length)) {
    refuseTaken(operator, program, modules.find((module) => module.operators.includes(operator))!.file);
    usageErrors(addTuneCommand(program, operator, output));
  }
  for (const command of [bench, list])
    for (const option of allShapeOptions(operators)) command.addOption(option.hideHelp());
  usageErrors(addHelp(program));
  program.addHelpText('after', words);
  program.addHelpText(
    'after',
    examples(
      'tune conv2d --target llvm',
      'tune matmul -m 512 -n 512 -k 512 --trials 64',
      'tune matmul --target "cuda -arch=sm_90" --dry-run --trials 16',
      'tune replay logs/*.jsonl',
    ),
  );
  return program;
}

/** commander's own `help` knows no commands of commands, and passes over what it does not know. */
function addHelp(program: Command): Command {
  return program
    .command('help')
    .description('what an operator or command takes')
    .argument('[command...]', 'as it is typed: conv2d, or log merge')
    .addOption(templateFile())
    .addHelpText('after', examples('tune help conv2d', 'tune help log merge'))
    .action((names: readonly string[]) => {
      names
        .reduce((parent, name) => {
          const found = parent.commands.find((command) => command.name() === name);
          if (!found) throw unknownCommand(name, parent);
          return found;
        }, program)
        .outputHelp();
    });
}

/** What a newcomer meets in the output. */
const words = `
Words:
  knob      a choice that a template leaves open: the size of a tile, the order of loops
  config    one value for every knob, numbered; a trial builds, checks and times one
  share     how many of the trials each template got, and the best that it reached
  tie       another config that was as fast as the best, as far as repeating can tell
  finals    the best configs, measured again in turns at the end of a run
  disturbed repeats during which something else ran on the machine; they do not count`;

function addLogCommands(program: Command, operators: readonly Operator[], output: Output): void {
  const best = program
    .command('best')
    .description('the best record of every workload and target')
    .argument('<log...>', 'one or more log files')
    .option(
      '--for <shape>',
      'what to try first for a shape that may not be tuned: "conv2d --in-channels 96 --height 28"',
    )
    .option('--target <target>', 'with --for: on this target (default: each that the logs have)')
    .addOption(templateFile())
    .option('--json', 'an array of records on stdout')
    .action(async (logs: string[], flags: LogFlags & Partial<BestForFlags>) => {
      if (isForShape(flags)) {
        const { bestForCommand } = await import('./commands/best-for.js');
        return bestForCommand(logs, flags, operators, output);
      }
      if (flags.target !== undefined) throw new UsageError('--target needs --for, the shape that is asked for.');
      const { bestCommand } = await import('./commands/best.js');
      return bestCommand(logs, flags, output);
    });
  const replay = program
    .command('replay')
    .description('build the best records again, check them, time them here')
    .argument('<log...>', 'one or more log files')
    .addOption(templateFile())
    .option('--json', 'an array of results on stdout')
    .addHelpText(
      'after',
      [
        '',
        'Exits with 1 when a record gives a wrong answer, does not build, or, on the machine that it was measured on,',
        `takes more than ${SLOWER} times its logged time. One that does is timed again, twice at most, and its fastest try counts.`,
        'Records that cannot run here, for want of a GPU for example, are named (with --json, "correct" is null), the others',
        'replayed, and the exit code is 3.',
      ].join('\n'),
    )
    .action(async (logs: string[], flags: LogFlags) => {
      const { replayCommand } = await import('./commands/replay.js');
      await replayCommand(logs, flags, output);
    });
  for (const command of [best, replay]) {
    command.addHelpText(
      'after',
      examples(`tune ${command.name()} logs/*.jsonl`, `tune ${command.name()} --json logs/*.jsonl`),
    );
    usageErrors(command);
  }
}

function isForShape(flags: LogFlags & Partial<BestForFlags>): flags is BestForFlags {
  return flags.for !== undefined;
}

interface Extended {
  readonly operators: readonly Operator[];
  readonly modules: readonly LoadedModule[];
}

/** Returns `list`, which has the shape options of all operators, too. */
function addInformation(program: Command, { operators, modules }: Extended, output: Output): Command {
  const list = program
    .command('list')
    .description(
      'what there is: operators, workloads, templates, knobs, explorers, models, trainers, features, acquisitions, selections, schedulers, networks, targets',
    )
    .argument(
      '<what>',
      'operators, workloads, templates, knobs, explorers, models, trainers, features, acquisitions, selections, schedulers, networks or targets',
    )
    .argument('[operator]', 'workloads, templates, knobs: of this operator only')
    .argument('[workload]', 'knobs: for this shape; templates: whether each applies to it, or why not', undefined)
    .addOption(templateFile())
    .option('--workload <name>', 'the same as an option, which needs no operator')
    .option('--target <target>', 'knobs, templates of a workload: for this target', defaultBackend.kind)
    .addOption(
      new Option('--threads <n>', 'knobs, templates of a workload: for so many threads (default: all cores)').argParser(
        wholeNumber('--threads', 1),
      ),
    )
    .option('--json', 'an array on stdout')
    .addHelpText(
      'after',
      [
        '\nThe shape options of the operator (`tune <operator> --help`) change the workload of templates and knobs.',
        'Of knobs, size is the number of configs that their values make, and valid the number of those that the template allows',
        '(an estimate where exact says no).',
      ].join('\n'),
    )
    .addHelpText(
      'after',
      examples(
        'tune list operators',
        'tune list workloads conv2d',
        'tune list templates --workload resnet18.C2 --stride 2',
        'tune list knobs conv2d resnet18.C2 --threads 1',
      ),
    )
    .action(async (what: string, operator: string | undefined, workload: string | undefined, flags: ListFlags) => {
      const { listCommand } = await import('./commands/list.js');
      listCommand({ what, operator, workload: workload ?? flags.workload, flags, operators, modules }, output);
    });
  const doctor = program
    .command('doctor')
    .description('what is installed, what is missing, how to get it')
    .addOption(
      new Option('--soak <minutes>', 'also find out how far timings on this machine can be trusted').argParser(
        numberUpTo('--soak', MOST_MINUTES, 'a day'),
      ),
    )
    .addOption(
      new Option('--threads <n>', '--soak: threads of the kernel that is timed (default: all cores)').argParser(
        wholeNumber('--threads', 1),
      ),
    )
    .option('--json', 'an object on stdout')
    .addHelpText('after', examples('tune doctor', 'tune doctor --soak 5'))
    .action(async (flags: DoctorFlags) => {
      const { doctorCommand } = await import('./commands/doctor.js');
      await doctorCommand(flags, output);
    });
  usageErrors(doctor);
  return usageErrors(list);
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
