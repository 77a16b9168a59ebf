import { buildOnce } from '../../src/measure/c-program.js';

/**
 * Builds `amx-emulator.c` into a folder, once. Returns the environment in which programs for x86-64 that are started
 * run on an AMX of the emulator's, whatever this CPU has.
 */
export async function amxEmulation(folder: string): Promise<{ readonly LD_PRELOAD: string }> {
  const path = await buildOnce(
    {
      name: 'amx-emulator',
      sources: ['../test/support/amx-emulator.c'],
      headers: [],
      flags: ['-O2', '-std=c11', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC'],
      libraries: ['-lm'],
      state: [],
    },
    folder,
  );
  return { LD_PRELOAD: path };
}
