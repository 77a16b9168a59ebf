/** Operators that the user gives in C. */
import type { OperatorSource } from '../../catalogue/operator-source/operator-source.js';
import { elementType } from '../../elements/registry.js';
import type { ElementType } from '../../elements/element-type.js';
import { parametersOfKind, type CParameter } from '../../ir/c-function.js';
import { MisbehavedError } from '../../measure/function-call.js';
import { Random } from '../../space/random.js';
import { UsageError, WorkError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';
import type { ConstantTensor } from '../onnx/model.js';
import { isGraph } from '../onnx/reads.js';
import type { GraphNode, OwnOperator, ValueType } from './graph.js';
import { sizeOf } from './operators/attributes.js';
import type { Operator, SourceNode } from './operators/operator.js';

/** Takes the place of one of ours that has its name. */
export function operatorInC(source: OperatorSource): Operator {
  const { operator } = source.function;
  const [inputs, outputs] = (['input', 'output'] as const).map(
    (kind) => parametersOfKind(source.function, kind).length,
  );
  return {
    name: operator,
    inputs: [inputs!, inputs!],
    outputs: outputs!,
    normalise: (node) => ({
      // Nothing that is known of an operator by its name is true of this one.
      op: `${operator} in C`,
      inputs: node.inputs,
      attributes: Object.fromEntries(node.attributes),
      own: ofNode(source, node),
    }),
  };
}

/** Throws UsageError where the node is none that the spec is for. */
function ofNode(source: OperatorSource, node: SourceNode): OwnOperator {
  const { function: own, compiled } = source;
  const given = node.inputs.map((_, place) => node.type(place));
  parametersOfKind(own, 'input').forEach((parameter, place) => {
    checkType(`input "${parameter.name}"`, parameter, given[place]!, { source, node });
  });
  const attributes = new Map([...node.attributes].filter(([, value]) => !isGraph(value)));
  const facts = named(node, () => source.callFacts({ inputs: given.map(({ shape }) => shape), attributes }));
  const types = parametersOfKind(own, 'output').map((parameter, place): ValueType => {
    const declared = node.declared(node.outputs[place] ?? '');
    if (declared) checkType(`output "${parameter.name}"`, parameter, declared, { source, node });
    const shape = facts.outputs[place] ?? declared?.shape;
    if (!shape)
      throw new UsageError(
        `${titleOf(node, own.operator)}: the model declares no shape of its output ${place}, and neither does ${source.path}: give "${parameter.name}" a shape there.`,
      );
    return { type: outputType(parameter, declared, given), shape };
  });
  const elements = types.map(({ shape }) => sizeOf(shape));
  const call = (graphNode: GraphNode, inputs: readonly ArrayLike<number>[]): readonly Float64Array[] =>
    behaving(source, graphNode, () => compiled.call(inputs, facts.scalars, elements));
  return {
    call: { function: own, symbols: compiled.symbols, scalars: facts.scalars },
    infer: () => types,
    evaluate: (graphNode, inputs) =>
      call(
        graphNode,
        inputs.map((input) => (input as ConstantTensor).data),
      ),
    check: (graphNode) => {
      const random = new Random(1);
      const inputs = given.map(({ shape }, place) =>
        drawn(sizeOf(shape), parametersOfKind(own, 'input')[place]!, source.ranges[place]!, random),
      );
      const outputs = call(graphNode, inputs);
      outputs.forEach((data, place) => {
        const wrong = data.findIndex((number) => !Number.isFinite(number));
        if (wrong < 0) return;
        const { name } = parametersOfKind(own, 'output')[place]!;
        throw new WorkError(
          `${titleOf(graphNode, own.operator)}: ${own.name} makes ${name}[${wrong}] ${data[wrong]!} of inputs that are numbers; correct it, or give the inputs a range in ${source.path}.`,
        );
      });
    },
  };
}

function drawn(
  count: number,
  { type }: CParameter,
  [low, high]: readonly [number, number],
  random: Random,
): Float64Array {
  const isFloating = elementType(type).kind === 'floating';
  const draw = isFloating
    ? () => low + random.float() * (high - low)
    : () => low + Math.min(high - low, Math.floor(random.float() * (high - low + 1)));
  return Float64Array.from({ length: count }, draw);
}

/** Floats are converted, whatever they are in the model; all else has to be what the function takes. */
function checkType(
  what: string,
  { type }: CParameter,
  value: ValueType,
  { source, node }: { readonly source: OperatorSource; readonly node: SourceNode },
): void {
  const [wanted, has] = [elementType(type), elementType(value.type)];
  if (wanted === has || (isFloating(wanted) && isFloating(has))) return;
  throw new UsageError(
    `${titleOf(node, source.function.operator)}: ${what} is ${has.name} in the model and ${wanted.name} in ${source.path}; write type: ${has.name} there.`,
  );
}

function isFloating({ kind }: ElementType): boolean {
  return kind === 'floating';
}

/** Floats between nodes are of one type, which values that the file says nothing of have from what they are made of. */
function outputType({ type }: CParameter, declared: ValueType | undefined, given: readonly ValueType[]): string {
  if (declared) return declared.type;
  if (!isFloating(elementType(type))) return type;
  return given.find((value) => isFloating(elementType(value.type)))?.type ?? type;
}

function behaving<T>(source: OperatorSource, node: GraphNode, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof MisbehavedError)) throw error;
    const { operator, name } = source.function;
    throw new WorkError(
      `${titleOf(node, operator)}: ${name} ${error.message}; correct it, or what ${source.path} says of its arguments.`,
    );
  }
}

function named<T>(node: SourceNode, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${titleOf(node, node.op)}: ${error.message}`);
  }
}

function titleOf({ name }: Pick<GraphNode, 'name'>, operator: string): string {
  return `Node "${shortened(name)}" (${operator})`;
}

/** Tries each operator of the user's, as its nodes call it. Throws WorkError, with the node. */
export function checkOwnOperators(nodes: readonly GraphNode[]): void {
  for (const node of nodes) node.own?.check(node);
}
