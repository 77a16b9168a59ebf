import type { Attribute } from '../../onnx/model.js';

/** A node in the form of a graph, without its name and outputs, which are those of the node that it stands for. */
export interface Draft {
  readonly op: string;
  readonly inputs: readonly (string | undefined)[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}
