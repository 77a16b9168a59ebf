import { Command } from 'commander';
import { joined } from '../catalogue/catalogue.js';
import type { LoadedModule } from '../catalogue/load-module.js';
import { operators as ownOperators } from '../operator/registry.js';
import { addBestCommand } from './commands/best-options.js';
import { addDoctorCommand } from './commands/doctor-options.js';
import { addListCommand } from './commands/list-options.js';
import { addReplayCommand } from './commands/replay-options.js';
import { addBenchCommand } from './commands/bench-options.js';
import { addCheckCommand } from './commands/check-options.js';
import { addNetworkCommand } from './commands/network-options.js';
import { addRetuneCommand } from './commands/retune-options.js';
import { addContractCommand } from './commands/contract-options.js';
import { addShowCommand } from './commands/show-options.js';
import { addExportCommand } from './commands/export-options.js';
import { addFarmGroup } from './commands/farm-options.js';
import { addWorkerCommand } from './commands/worker-options.js';
import { addLogGroup } from './commands/log-options.js';
import { addReportCommand } from './commands/report-options.js';
import { addSourceCommand } from './commands/source-options.js';
import { addSimulateCommand } from './commands/simulate-options.js';
import { addTuneCommand } from './commands/tune-options.js';
import { addCommand, examples } from './command.js';
import { unknownCommand, usageErrors } from './errors.js';
import { templateFile } from './options.js';
import type { Output } from './output.js';
import { allShapeOptions } from './shape-options.js';
import { LABEL, labelled, wrappedAnew, type Line } from './render/wrapped.js';
import { refuseTaken } from './taken.js';
import { packageVersion } from '../target/package-version.js';
import { versionFlags } from './version.js';

/**
 * The whole command line, with the operators of some modules of the user's. What a command needs is loaded when it
 * runs, so that `--help` answers at once.
 */
export function createProgram(output: Output, modules: readonly LoadedModule[] = []): Command {
  const operators = joined('operator', [ownOperators, ...modules.map((module) => module.operators)]);
  const program = new Command('tune');
  program
    .usage('<operator> [workload] [options]  |  <command>')
    .description('Finds the fastest schedule of a tensor kernel on this machine and logs every trial.')
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
        output.stdout(wrappedAnew(text.trimEnd(), output.columns));
      },
      writeErr: (text) => {
        output.stderr(text.trimEnd());
      },
      // Errors of usage are printed once, by `main`.
      outputError: () => undefined,
    });
  usageErrors(program);
  for (const operator of ownOperators) addTuneCommand(program, operator, output);
  addBestCommand(program, operators, output);
  addReplayCommand(program, output);
  addShowCommand(program, output);
  addExportCommand(program, output);
  addReportCommand(program, output);
  addLogGroup(program, output);
  addCheckCommand(program, output);
  addRetuneCommand(program, output);
  addNetworkCommand(program, output);
  addSourceCommand(program, output);
  addSimulateCommand(program, output);
  const bench = addBenchCommand(program, operators, output);
  addContractCommand(program, output);
  const list = addListCommand(program, { operators, modules }, output);
  addWorkerCommand(program, output);
  addFarmGroup(program, output);
  addDoctorCommand(program, output);
  for (const operator of operators.slice(ownOperators.length)) {
    refuseTaken(operator, program, modules.find((module) => module.operators.includes(operator))!.file);
    addTuneCommand(program, operator, output);
  }
  for (const command of [bench, list])
    for (const option of allShapeOptions(operators)) command.addOption(option.hideHelp());
  addHelp(program);
  program.addHelpText('beforeAll', ({ command }) => {
    refuseUnknown(command);
    return '';
  });
  program.addHelpText('after', () => `\nWords:\n${wordsText(output.columns ?? 80)}`);
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
function addHelp(program: Command): void {
  const text = {
    name: 'help',
    summary: 'arguments and options of an operator or command',
    arguments: { '[command...]': 'conv2d, or log merge' },
    options: [templateFile()],
    notes: examples('tune help conv2d', 'tune help log merge'),
  };
  addCommand(program, text, (names: readonly string[]) => {
    names.reduce((parent, name) => commandNamed(name, parent), program).outputHelp();
  });
}

/** commander prints the parent's help when `--help` follows a name that it does not know. */
function refuseUnknown(parent: Command): void {
  const [name] = parent.args;
  if (parent.commands.length > 0 && name !== undefined && !name.startsWith('-')) commandNamed(name, parent);
}

function commandNamed(name: string, parent: Command): Command {
  const found = parent.commands.find((command) => command.name() === name);
  if (!found) throw unknownCommand(name, parent);
  return found;
}

/** Terms of the output. */
const words: readonly Line[] = [
  ['knob', 'a choice that a template leaves open: a tile size, the order of loops'],
  ['config', 'one value for every knob, numbered; a trial builds, checks and times one'],
  ['share', 'trials that each template got, and its best'],
  ['tie', 'a config whose time is statistically tied with the best'],
  ['finals', 'the best configs, measured again in turns at the end of a run'],
  ['disturbed', 'repeats during which something else ran on the machine; they do not count'],
];

function wordsText(columns: number): string {
  return words.map(([word, text]) => labelled(`  ${word.padEnd(LABEL)}`, text, LABEL + 2, columns)).join('\n');
}
