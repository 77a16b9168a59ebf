import { UsageError } from '../../target/errors.js';
import { shortened, visibleLine } from '../../target/visible.js';

/** What an error says of a node. */
interface Named {
  readonly name: string;
  readonly op: string;
}

/** A node that the standard allows and `tune` does not know to compute. All of them are told at once. */
export class UnsupportedNode extends UsageError {
  /** What is not supported, as "with 3 spatial axes"; empty where it is the operator as such. */
  readonly detail: string;

  constructor(
    readonly node: Named,
    what: string,
  ) {
    const detail = visibleLine(what);
    super(
      `${node.op} ${detail} is not supported (node "${shortened(node.name)}"); see "Operators" in docs/networks.md.`,
    );
    this.detail = detail;
  }
}

/** A node that the standard forbids. */
export function invalid(node: Named, reason: string): never {
  throw new UsageError(
    `Node "${shortened(node.name)}" (${node.op}) is not valid ONNX: ${visibleLine(reason)}; export the model again.`,
  );
}

export function unsupported(node: Named, detail: string): never {
  throw new UnsupportedNode(node, detail);
}
