import { fromBinary, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { Allowance } from './allowance.js';
import { Malformed } from './malformed.js';
import { readProtobuf } from './read-file.js';
import { checkWire } from './wire.js';

export interface Decoded<T> {
  readonly message: T;
  /** What is left for numbers that are converted. */
  readonly allowance: Allowance;
}

/** The protobuf in a file. Bytes of it are views of one buffer, which is nobody else's. Throws Malformed. */
export function decodeFile<D extends DescMessage>(schema: D, path: string): Decoded<MessageShape<D>> {
  const bytes = readProtobuf(path);
  const allowance = new Allowance(bytes.length);
  checkWire(schema, bytes, allowance);
  return { message: decoded(schema, bytes), allowance };
}

function decoded<D extends DescMessage>(schema: D, bytes: Uint8Array): MessageShape<D> {
  try {
    return fromBinary(schema, bytes, { readUnknownFields: false });
  } catch (error) {
    throw new Malformed(`it is not a protobuf of ONNX (${(error as Error).message})`);
  }
}
