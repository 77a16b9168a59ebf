import { Option, type Command } from 'commander';
import { addCommand, examples, jsonOption } from '../command.js';
import { usageErrors } from '../errors.js';
import type { Output } from '../output.js';
import type { DrainFlags, FarmFlags } from './farm.js';

/** `--farm`: whose workers compile and time. */
export function farmOptions(): readonly Option[] {
  return [
    new Option(
      '--farm <url>',
      'compile and time on the workers of this queue, redis:// or rediss:// (default: this machine)',
    ),
    new Option(
      '--device <words>',
      'with --farm: which devices, cpu:avx512_vnni,board=rpi5 (default: the largest group of equal ones)',
    ),
  ];
}

/** `--queue`: the Redis of a farm. */
export function queueOption(): Option {
  return new Option('--queue <url>', 'the Redis of the farm, redis://, rediss:// or unix://').makeOptionMandatory();
}

/** Adds `tune farm`, for whoever looks after one. */
export function addFarmGroup(program: Command, output: Output): void {
  const group = program
    .command('farm')
    .description('workers, devices and queues of a farm: status, drain')
    .helpCommand(false);
  const status = {
    name: 'status',
    summary: 'workers, devices, what they do, queue lengths, failures',
    arguments: {},
    options: [queueOption(), jsonOption('an object')],
    notes: examples('tune farm status --queue redis://build1:6379'),
  };
  addCommand(group, status, async (flags: FarmFlags) => {
    const { farmStatusCommand } = await import('./farm.js');
    await farmStatusCommand(flags, output);
  });
  const drain = {
    name: 'drain',
    summary: 'give a device no new jobs; it finishes those it has',
    arguments: { '<device>': 'the name of a device' },
    options: [queueOption(), new Option('--undo', 'give it jobs again')],
    notes: examples('tune farm drain rpi5-2 --queue redis://build1:6379'),
  };
  addCommand(group, drain, async (name: string, flags: DrainFlags) => {
    const { farmDrainCommand } = await import('./farm.js');
    await farmDrainCommand(name, flags, output);
  });
  usageErrors(group);
}
