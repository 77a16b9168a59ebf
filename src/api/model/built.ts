/** A library of a model, built to be run here. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { writeFolder } from '../../export/write-folder.js';
import { hostCompiler } from '../../measure/c-compiler.js';
import { firstUsefulLine } from '../../measure/first-useful-line.js';
import { Scratch } from '../../measure/scratch.js';
import { MissingError, WorkError } from '../../target/errors.js';
import type { Case } from './cases.js';

const execute = promisify(execFile);

export class BuiltProgram {
  private constructor(
    private readonly scratch: Scratch,
    readonly folder: string,
  ) {}

  /** Builds a library in a folder of its own. Throws WorkError where that fails, MissingError without make. */
  static async of(name: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<BuiltProgram> {
    const scratch = new Scratch();
    const folder = scratch.path(name);
    try {
      writeFolder(folder, files, { force: false });
      await execute('make', ['-s', '-j2', '-C', folder, 'all', 'programs', `CC=${hostCompiler().command.join(' ')}`]);
      return new BuiltProgram(scratch, folder);
    } catch (error) {
      scratch.close();
      const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
      if (code === 'ENOENT') throw new MissingError('make is missing: apt-get install make.');
      if (stderr !== undefined) throw new WorkError(`The library cannot be built: ${firstUsefulLine(stderr)}`);
      throw error;
    }
  }

  /** The largest error of an output, relative to max(|want|, rms(want)); NaN where one is no number. */
  async errorOn({ inputs, outputs }: Case): Promise<number> {
    const [given, got] = [this.scratch.path('given'), this.scratch.path('got')];
    writeFileSync(given, Buffer.concat(inputs.map(bytesOf)));
    await execute(`${this.folder}/build/run`, [given, got]);
    const bytes = readFileSync(got);
    const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    let at = 0;
    const errors = outputs.map((want) => {
      const one = floats.subarray(at, at + want.length);
      at += want.length;
      return errorOf(one, want);
    });
    return worstOf(errors);
  }

  /** Median seconds of a call of the whole network. */
  async seconds(): Promise<number> {
    const { stdout } = await execute(`${this.folder}/build/bench`);
    return Number(/^\s*([\d.]+) us/.exec(stdout)![1]) * 1e-6;
  }

  close(): void {
    this.scratch.close();
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** As the self-test of the library has it (`native/network/test.c`). */
function errorOf(got: Float32Array, want: Float32Array): number {
  const finite = want.filter(Number.isFinite);
  const typical = Math.sqrt(finite.reduce((sum, x) => sum + x * x, 0) / Math.max(1, finite.length));
  return worstOf(
    Array.from(got, (x, i) => {
      const wanted = want[i]!;
      if (!Number.isFinite(wanted)) return x === wanted || (Number.isNaN(x) && Number.isNaN(wanted)) ? 0 : NaN;
      const size = Math.max(Math.abs(wanted), typical);
      return size > 0 ? Math.abs(x - wanted) / size : Math.abs(x);
    }),
  );
}

function worstOf(errors: readonly number[]): number {
  return errors.some(Number.isNaN) ? NaN : errors.reduce((worst, error) => Math.max(worst, error), 0);
}
