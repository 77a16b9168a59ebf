import { WorkError } from '../../target/errors.js';
import type { Row } from '../model.js';
import { groupRows } from '../rows.js';
import type { TrainParameters } from './trainer.js';

// The other end is native/trainer/frames.c, on the same machine: numbers have its byte order.
const REQUEST_MAGIC = 0x6e696174;
const ANSWER_MAGIC = 0x6c646f6d;

/** Bytes before those of an answer: what it begins with, its kind, its length. */
const HEADER = 12;

/** No model of a fit here comes near to it, and it is still a string. */
const LARGEST = 2 ** 28;

type AnswerKind = 'ready' | 'model' | 'refused';
const kinds: readonly AnswerKind[] = ['ready', 'model', 'refused'];

export interface Answer {
  readonly kind: AnswerKind;
  readonly text: string;
}

/**
 * One fit as bytes: counts, the rows as float32, labels, sizes of groups, and what is left of the parameters. Rows of
 * one group become adjacent, as ranking demands. `seconds`: after which the process ends itself.
 */
export function toRequest(rows: readonly Row[], parameters: TrainParameters, seconds: number): Buffer {
  const { num_round: rounds = 10, ...options } = parameters;
  const groups = groupRows(rows);
  const sorted = groups.flat();
  const width = sorted.at(0)?.features.length ?? 0;
  const features = new Float32Array(sorted.length * width);
  sorted.forEach((row, i) => {
    features.set(row.features, i * width);
  });
  const text = Buffer.from(Object.entries(options).flat().concat('').join('\0'));
  const pairs = parameters['objective'] === 'rank:pairwise' ? Number(parameters['num_pairsample'] ?? 1) : 0;
  return Buffer.concat([
    bytes(
      Uint32Array.of(
        REQUEST_MAGIC,
        Math.ceil(seconds),
        Number(rounds),
        sorted.length,
        width,
        groups.length,
        pairs,
        text.length,
      ),
    ),
    bytes(features),
    bytes(Float32Array.from(sorted, ({ score }) => score)),
    bytes(Uint32Array.from(groups, (group) => group.length)),
    text,
  ]);
}

/** Puts answers together from what comes through a pipe. */
export class AnswerReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = HEADER;

  /** The answers that this completes. Throws WorkError for what is no answer. */
  push(chunk: Buffer): readonly Answer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#wanted) return [];
    let rest = Buffer.concat(this.#chunks);
    const answers: Answer[] = [];
    for (this.#wanted = HEADER; rest.length >= HEADER; this.#wanted = HEADER) {
      const { kind, length } = headerOf(rest);
      this.#wanted = HEADER + length;
      if (rest.length < this.#wanted) break;
      answers.push({ kind, text: rest.toString('utf8', HEADER, this.#wanted) });
      rest = rest.subarray(this.#wanted);
    }
    this.#chunks = [rest];
    this.#length = rest.length;
    return answers;
  }
}

function headerOf(data: Buffer): { readonly kind: AnswerKind; readonly length: number } {
  const [magic, code, length] = new Uint32Array(Uint8Array.from(data.subarray(0, HEADER)).buffer);
  const kind = kinds[code!];
  if (magic !== ANSWER_MAGIC || kind === undefined || length! > LARGEST)
    throw new WorkError('The training process sent an invalid response.');
  return { kind, length: length! };
}

function bytes({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
