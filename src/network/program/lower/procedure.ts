/** Nodes that a procedure computes, and procedures that copy. */
import type { ProcedureRoutine } from '../../../backend/program/program.js';
import { parametersOfKind } from '../../../ir/c-function.js';
import { ProcedureBuilder } from '../../../ir/procedure/builder.js';
import type { DType } from '../../../ir/tensor.js';
import type { Graph, GraphNode } from '../../graph/graph.js';
import { canonicalOf } from '../../graph/operators/registry.js';
import type { Form } from '../layer.js';
import type { Group } from '../tail.js';
import { operandOf, type Anchor, type Surroundings } from './anchor.js';

/** Whether a node is computed by plain code, not by a kernel: picking by constants is a view. */
export function isProcedural(node: GraphNode, { constants }: Graph): boolean {
  if (node.own) return true;
  return canonicalOf(node).procedure !== undefined && !(node.op === 'Gather' && constants.has(node.inputs[1]!));
}

export const procedural: Anchor = { tail: 'nothing', forms: (group, around) => [proceduralForm(group, around)] };

/** Row-major; in which types its arguments lie in memory is decided for all of the graph (`stored-types.ts`). */
export function proceduralForm({ anchor: node }: Group, { graph }: Surroundings): Form {
  const typeOf = (value: string) => graph.values.get(value)!;
  const given = node.inputs.filter((input) => input !== undefined);
  const outputs = node.outputs.map(typeOf);
  const procedure = canonicalOf(node).procedure!(
    node,
    node.inputs.map((input) => (input === undefined ? undefined : typeOf(input))),
    outputs,
  );
  return {
    kind: 'routine',
    routine: { does: 'procedure', procedure, inputs: given.map((value) => typeOf(value).type), outputs: [] },
    inputs: given.map((value) => operandOf(value, graph)),
    layouts: { inputs: given.map(() => 'NCHW'), output: 'NCHW' },
  };
}

export const ownFunction: Anchor = { tail: 'nothing', forms: (group, around) => [functionForm(group, around)] };

/** Of a node that a function of the user's computes, on arrays of the types that this takes. */
function functionForm({ anchor: node }: Group, { graph }: Surroundings): Form {
  const { call } = node.own!;
  const [inputs, outputs] = (['input', 'output'] as const).map((kind) =>
    parametersOfKind(call.function, kind).map(({ type }) => type),
  ) as [DType[], DType[]];
  return {
    kind: 'routine',
    routine: { does: 'function', call, inputs, outputs },
    inputs: node.inputs.map((value) => operandOf(value!, graph)),
    layouts: { inputs: inputs.map(() => 'NCHW'), output: 'NCHW' },
  };
}

/** Elements as the nearest ones of another type: of arrays of the caller's, in types that no kernel computes with. */
export function conversionRoutine(elements: number, from: DType, to: DType): ProcedureRoutine {
  const row = { type: from, shape: [elements] };
  const builder = new ProcedureBuilder([row], [row]);
  builder.copy(builder.output(), 0, builder.input(0), 0, elements);
  return { does: 'procedure', procedure: builder.built(), inputs: [from], outputs: [to] };
}
