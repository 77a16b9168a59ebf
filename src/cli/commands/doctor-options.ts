import { Option, type Command } from 'commander';
import { MOST_MINUTES } from '../../products/soak/minutes.js';
import { addCommand, examples, jsonOption } from '../command.js';
import { numberUpTo } from '../options.js';
import type { Output } from '../output.js';
import type { DoctorFlags } from './doctor.js';
import { threadsOption } from './tune-options.js';

/** Adds `tune doctor`. */
export function addDoctorCommand(program: Command, output: Output): void {
  const text = {
    name: 'doctor',
    summary: 'what is installed, what is missing, how to get it',
    arguments: {},
    options: [
      new Option('--soak <minutes>', 'also measure how reliable timings on this machine are').argParser(
        numberUpTo('--soak', MOST_MINUTES, 'a day'),
      ),
      new Option('--farm <url>', 'also check this Redis for a farm'),
      threadsOption('with --soak: threads of the timed kernel'),
      jsonOption('an object'),
    ],
    notes: examples('tune doctor', 'tune doctor --soak 5', 'tune doctor --farm redis://build1:6379'),
  };
  addCommand(program, text, async (flags: DoctorFlags) => {
    const { doctorCommand } = await import('./doctor.js');
    await doctorCommand(flags, output);
  });
}
