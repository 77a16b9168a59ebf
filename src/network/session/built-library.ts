/** A library of a model, built to be run here. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { largestDifference } from '../compare/comparison.js';
import { bytesOf } from '../../backend/cpu/program/library.js';
import { make } from '../../backend/library/make.js';
import { writeFolder } from '../../backend/library/write-folder.js';
import { Scratch } from '../../measure/scratch.js';
import type { VerificationCase } from './cases.js';

const execute = promisify(execFile);

export class BuiltLibrary {
  private constructor(
    private readonly scratch: Scratch,
    readonly folder: string,
  ) {}

  /** Builds a library in a folder of its own. Throws as `make` does. */
  static async of(
    name: string,
    files: ReadonlyMap<string, string | Uint8Array>,
    signal: AbortSignal,
  ): Promise<BuiltLibrary> {
    const scratch = new Scratch();
    const folder = scratch.path(name);
    try {
      writeFolder(folder, files, { force: false });
      await make(folder, ['programs'], signal);
      return new BuiltLibrary(scratch, folder);
    } catch (error) {
      scratch.close();
      throw error;
    }
  }

  /** The largest error of an output, relative to max(|want|, rms(want)); NaN where one is no number. */
  async errorOn({ inputs, outputs }: Omit<VerificationCase, 'folder'>): Promise<number> {
    const [given, got] = [this.scratch.path('given'), this.scratch.path('got')];
    writeFileSync(given, bytesOf(inputs));
    await execute(`${this.folder}/build/run`, [given, got]);
    const bytes = readFileSync(got);
    const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    let at = 0;
    const errors = outputs.map((want) => {
      const one = floats.subarray(at, at + want.length);
      at += want.length;
      return largestDifference(one, want);
    });
    return Math.max(0, ...errors);
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
