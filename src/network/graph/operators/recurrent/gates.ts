/** Gates of a recurrent cell: values of [batch, hidden size], computed by one product where that can be. */
import type { SourceNode } from '../operator.js';
import { cut } from '../parts.js';

/**
 * Some gates of one step. In a batch of one they are one value of [1, gates * hidden], of which each gate is a run of
 * memory that nobody has to copy; in larger batches each is a value, and a product, of its own.
 */
export class Gates {
  constructor(
    private readonly node: SourceNode,
    private readonly values: readonly string[],
    private readonly hidden: number,
  ) {}

  /** Of one gate. */
  get shape(): readonly number[] {
    return [this.node.typeOf(this.values[0]!).shape[0]!, this.hidden];
  }

  plus({ values }: Gates): Gates {
    const sums = this.values.map((value, i) => this.node.emit('Add', [value, values[i]!]));
    return new Gates(this.node, sums, this.hidden);
  }

  /** The gates from one to before another. */
  between(first: number, last: number): Gates {
    const { node, values, hidden } = this;
    const some =
      values.length === 1
        ? [cut(node, values[0]!, 1, first * hidden, (last - first) * hidden)]
        : values.slice(first, last);
    return new Gates(node, some, hidden);
  }

  gate(place: number): string {
    return this.between(place, place + 1).values[0]!;
  }

  /** Rows of every gate. */
  rows(first: number, count: number): Gates {
    const some = this.values.map((value) => cut(this.node, value, 0, first, count));
    return new Gates(this.node, some, this.hidden);
  }
}

/** What a matrix of gates makes of rows of inputs. */
export interface Matrix {
  /** Gates times the hidden size. */
  readonly outputs: number;
  /** Of some outputs alone. */
  part(first: number, count: number): Matrix;
  product(rows: string, bias: string | undefined): string;
}

/** Of floats: [outputs, inputs]. */
export function floatMatrix(node: SourceNode, matrix: string): Matrix {
  return {
    outputs: node.typeOf(matrix).shape[0]!,
    part: (first, count) => floatMatrix(node, cut(node, matrix, 0, first, count)),
    product: (rows, bias) => node.emit('Gemm', [rows, matrix, bias], { transB: 1 }),
  };
}

/** The weights of some gates of one direction, and a bias of [gates * hidden]. */
export class GateWeights {
  readonly #parts = new Map<string, GateWeights>();

  constructor(
    private readonly node: SourceNode,
    private readonly matrix: Matrix,
    private readonly bias: string | undefined,
    private readonly hidden: number,
  ) {}

  /** Those of the gates from one to before another: the same values each time, which all steps read. */
  between(first: number, last: number): GateWeights {
    const { node, matrix, bias, hidden } = this;
    const key = `${first} ${last}`;
    const [start, count] = [first * hidden, (last - first) * hidden];
    const weights =
      this.#parts.get(key) ??
      new GateWeights(node, matrix.part(start, count), bias && cut(node, bias, 0, start, count), hidden);
    this.#parts.set(key, weights);
    return weights;
  }

  /** Rows of inputs times the weights; `isOne`: as one product. */
  of(rows: string, isOne: boolean): Gates {
    const { node, hidden } = this;
    const count = this.matrix.outputs / hidden;
    const parts = isOne ? [this as GateWeights] : Array.from({ length: count }, (_, i) => this.between(i, i + 1));
    return new Gates(
      node,
      parts.map(({ matrix, bias }) => matrix.product(rows, bias)),
      hidden,
    );
  }
}
