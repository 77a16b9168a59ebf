/** Nodes that one procedure defines, for the interpreter and for libraries. */
import { ProcedureBuilder } from '../../../ir/procedure/builder.js';
import { runProcedure } from '../../../ir/procedure/interpret.js';
import { KindError, type Value } from '../../../ir/procedure/value.js';
import type { DType } from '../../../ir/tensor.js';
import type { GraphNode, ValueType } from '../graph.js';
import { sizeOf } from './attributes.js';
import { broadcastStrides } from './broadcast.js';
import { invalid } from './errors.js';
import { present, type Canonical, type Operator } from './operator.js';

interface Defined extends Pick<Canonical, 'infer' | 'work' | 'carriesCount'> {
  /** Writes the procedure of a node, whose arguments are the builder's. */
  readonly define: (p: ProcedureBuilder, node: GraphNode) => void;
}

/** Outputs are NaN where the procedure fails. */
export function byProcedure({ infer, define, ...rest }: Defined): Canonical {
  const procedure: NonNullable<Canonical['procedure']> = (node, inputs, outputs) => {
    const builder = new ProcedureBuilder(inputs, outputs);
    try {
      define(builder, node);
    } catch (error) {
      if (!(error instanceof KindError)) throw error;
      invalid(node, `it is of ${error.wanted}, and an input of ${error.given}`);
    }
    return builder.built();
  };
  return {
    ...rest,
    infer,
    procedure,
    evaluate: (node, inputs, outputs) => {
      const arrays = inputs.flatMap((input) => (input ? [input.data] : []));
      const results = runProcedure(procedure(node, inputs, outputs), arrays);
      return results ?? outputs.map(({ shape }) => new Float64Array(sizeOf(shape)).fill(NaN));
    },
  };
}

/** Stores what is computed of an element of each input, which broadcast to the shape of the output. */
export function storeBroadcast(p: ProcedureBuilder, of: (...elements: readonly Value[]) => Value): void {
  const output = p.output();
  p.each(output.shape, (at) => {
    const elements = p.inputs.map((_, input) => {
      const operand = p.input(input);
      const strides = broadcastStrides(operand.shape, output.shape);
      const place = at.reduce((sum, index, axis) => sum.plus(index.times(strides[axis]!)), operand.place([]));
      return p.let(operand.load(place));
    });
    p.store(output, output.place(at), of(...elements));
  });
}

/** What is computed of each element of the first input by itself; `type`: that of the output, if it is another. */
export function ofElements(
  of: (x: Value, p: ProcedureBuilder, node: GraphNode) => Value,
  type: (node: GraphNode, input: ValueType) => DType = (_, input) => input.type,
): Canonical {
  return byProcedure({
    infer: (node, inputs) => [{ type: type(node, present(inputs, 0)), shape: present(inputs, 0).shape }],
    define: (p, node) => {
      const [data, output] = [p.input(0), p.output()];
      p.loop(data.elements, (i) => {
        p.store(output, i, of(data.load(i), p, node));
      });
    },
  });
}

/** What only graphs have, and other operators are written with. */
export function graphOperator(name: string, inputs: Operator['inputs'], canonical: Canonical): Operator {
  return { name, inputs, normalise: (node) => node.unsupported(''), canonical };
}
