import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, toBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { afterAll } from '@jest/globals';
import { ModelProtoSchema } from '../../../src/network/onnx/schema.js';
import { UsageError } from '../../../src/target/errors.js';

/** A folder of the suite's own, which goes with it. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tune-onnx-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** A model as protobuf has it, which may be wrong: one Relu unless its graph says otherwise. */
export function proto(graph: object = {}, rest: object = {}): Uint8Array {
  const value = (name: string): object => ({ name, type: floatType(2n) });
  const init: object = {
    irVersion: 8n,
    opsetImport: [{ domain: '', version: 13n }],
    graph: {
      node: [{ opType: 'Relu', input: ['x'], output: ['y'] }],
      input: [value('x')],
      output: [value('y')],
      ...graph,
    },
    ...rest,
  };
  return toBinary(ModelProtoSchema, create(ModelProtoSchema, init as MessageInitShape<typeof ModelProtoSchema>));
}

export function floatType(...extents: readonly bigint[]): object {
  return { tensorType: { elemType: 1, shape: { dim: extents.map((dimValue) => ({ dimValue })) } } };
}

export function written(folder: string, bytes: Uint8Array | string, name = 'model.onnx'): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** The sentence for people that something ends with, without the path; anything else than a UsageError is thrown on. */
export function complaint(path: string, act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { message } = error;
    const isSentence = message.startsWith(`Cannot read ${path}`) && message.endsWith('.') && !/\p{Cc}/u.test(message);
    if (!isSentence) throw new Error(`no clear sentence: ${message}`);
    return message.slice(`Cannot read ${path}`.length).replace(/^: /, '');
  }
  throw new Error('nothing was wrong');
}
