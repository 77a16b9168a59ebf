import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nativeProgram } from '../../src/measure/native.js';
import { Scratch } from '../../src/measure/scratch.js';

/**
 * The environment of programs that use the fake nvcc: what it makes is for nobody else, so that the cache is in this
 * folder. The runner there is the usual one, which takes a second to build.
 */
export async function ownCache(folder: string): Promise<{ XDG_CACHE_HOME: string }> {
  const scratch = new Scratch();
  try {
    const program = await nativeProgram(scratch);
    mkdirSync(join(folder, 'tune'), { recursive: true });
    copyFileSync(program, join(folder, 'tune', basename(program)));
  } finally {
    scratch.close();
  }
  return { XDG_CACHE_HOME: folder };
}
