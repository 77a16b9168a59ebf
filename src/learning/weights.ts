import { z } from 'zod';
import { UsageError } from '../target/errors.js';
import { Random } from '../space/random.js';
import { shortened } from '../target/visible.js';
import { Matrix } from './matrix.js';

/** Raised when files of before cannot be read any more. */
const VERSION = 1;

const matrixSchema = z.object({
  rows: z.int().positive(),
  columns: z.int().positive(),
  /** float32, little-endian, row-major, as base64. */
  data: z.base64(),
});

/** A file of weights, and how it was made, so that anyone can make it again. */
const weightsSchema = z.object({
  format: z.literal('tune-weights'),
  version: z.int(),
  model: z.string(),
  /** What the model reads: names and places of all columns of its views. */
  reads: z.string(),
  made: z.object({ script: z.string(), data: z.array(z.string()), seed: z.int() }),
  matrices: z.record(z.string(), matrixSchema),
});

export type WeightsFile = z.output<typeof weightsSchema>;

/** A file of weights that nobody checked yet. */
export interface NamedWeights {
  /** Of the file, for errors. */
  readonly name: string;
  readonly parsed: unknown;
}

/** What a file of weights must be for. */
export type WeightsUse = Pick<WeightsFile, 'model' | 'reads'>;

/** The matrices that a net learns, by name; the seed decides their first values. */
export class Weights {
  readonly #named = new Map<string, Matrix>();
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** One that is made at first use, uniform within Glorot and Bengio's bound (AISTATS 2010). */
  matrix(name: string, rows: number, columns: number): Matrix {
    const bound = Math.sqrt(6 / (rows + columns));
    return this.#made(name, rows, columns, () => bound * (2 * this.#random.float() - 1));
  }

  /** One that is made at first use, all of one number. */
  constant(name: string, rows: number, columns: number, value = 0): Matrix {
    return this.#made(name, rows, columns, () => value);
  }

  get all(): readonly Matrix[] {
    return [...this.#named.values()];
  }

  get names(): readonly string[] {
    return [...this.#named.keys()];
  }

  /** Moves every weight to (1 - share) × itself + share × that of others, which have the same names and shapes. */
  follow(others: Weights, share: number): void {
    for (const [name, other] of others.#named) {
      const { data } = this.#made(name, other.rows, other.columns, (i) => other.data[i]!);
      for (let i = 0; i < data.length; i++) data[i] = (1 - share) * data[i]! + share * other.data[i]!;
    }
  }

  save(use: WeightsUse, made: WeightsFile['made']): WeightsFile {
    const matrices = Array.from(this.#named, ([name, { rows, columns, data }]) => {
      const bytes = Buffer.from(Float32Array.from(data).buffer);
      return [name, { rows, columns, data: bytes.toString('base64') }] as const;
    });
    return { format: 'tune-weights', version: VERSION, ...use, made, matrices: Object.fromEntries(matrices) };
  }

  get shapes(): ReadonlyMap<string, readonly [rows: number, columns: number]> {
    return new Map(Array.from(this.#named, ([name, { rows, columns }]) => [name, [rows, columns]]));
  }

  /** Takes the matrices of a file that `checkWeights` was asked about. */
  load({ matrices }: WeightsFile): void {
    for (const [name, { rows, columns, data }] of Object.entries(matrices)) {
      const bytes = Buffer.from(data, 'base64');
      this.#named.set(
        name,
        new Matrix(
          rows,
          columns,
          Float64Array.from({ length: rows * columns }, (_, i) => bytes.readFloatLE(4 * i)),
        ),
      );
    }
  }

  #made(name: string, rows: number, columns: number, first: (i: number) => number): Matrix {
    const known = this.#named.get(name);
    if (known) return known;
    const made = new Matrix(
      rows,
      columns,
      Float64Array.from({ length: rows * columns }, (_, i) => first(i)),
    );
    this.#named.set(name, made);
    return made;
  }
}

/** A file's weights, for a model whose matrices have these shapes. Throws UsageError with what does not fit. */
export function checkWeights(
  { name, parsed }: NamedWeights,
  use: WeightsUse,
  shapes: ReadonlyMap<string, readonly [rows: number, columns: number]>,
): WeightsFile {
  const refuse = (why: string): UsageError =>
    new UsageError(
      `${name} holds no weights for --model ${use.model}: ${why}. Make a file of them with npm run bench:train.`,
    );
  const { success, data: file, error } = weightsSchema.safeParse(parsed);
  if (!success) throw refuse(`${error.issues[0]!.path.join('.') || 'the file'}: ${error.issues[0]!.message}`);
  if (file.version !== VERSION) throw refuse(`they are of version ${file.version}, and this is version ${VERSION}`);
  if (file.model !== use.model) throw refuse(`they are of the model ${shortened(file.model)}`);
  if (file.reads !== use.reads) throw refuse(`they read ${shortened(file.reads)}, and this run has ${use.reads}`);
  for (const [matrix, [rows, columns]] of shapes) {
    const found = file.matrices[matrix];
    if (!found) throw refuse(`"${matrix}" is missing`);
    if (found.rows !== rows || found.columns !== columns)
      throw refuse(`"${matrix}" is ${found.rows} × ${found.columns}, and the net has ${rows} × ${columns}`);
  }
  for (const [matrix, { rows, columns, data }] of Object.entries(file.matrices)) {
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length !== 4 * rows * columns) throw refuse(`"${matrix}" has not as many numbers as it says`);
    for (let at = 0; at < bytes.length; at += 4)
      if (!Number.isFinite(bytes.readFloatLE(at))) throw refuse(`"${matrix}" holds what is no finite number`);
  }
  return file;
}
