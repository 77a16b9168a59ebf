/**
 * LSTM, GRU and RNN as nodes that kernels compute: the products of all inputs at once, then step after step what reads
 * the state. Steps are of the same shapes, and share their kernels and weights.
 */
import { sameShape, shapeText } from '../attributes.js';
import type { Normalised, Operator, SourceNode } from '../operator.js';
import { reshaped } from '../reshape.js';
import { activationsOf, type Activation } from './activations.js';
import { at, zerosOf } from '../parts.js';
import { floatMatrix, Gates, GateWeights, type Matrix } from './gates.js';

/** The hidden state, and the cell state of those that have one: [batch, hidden]; undefined where it is zero. */
interface State {
  readonly hidden: string | undefined;
  readonly cell?: string | undefined;
}

/** The state after a step; `given` is what the input adds to the gates. */
type Step = (given: Gates, before: State) => State & { readonly hidden: string };

/** What one direction computes with. */
export interface Direction {
  readonly node: SourceNode;
  readonly recurrent: GateWeights;
  readonly activations: readonly Activation[];
  /** Whether all gates are one product. */
  readonly isOne: boolean;
  /** Its part of an input of [directions, …]; undefined where that is left out. */
  readonly part: (input: number) => string | undefined;
}

export interface Cell {
  readonly name: string;
  readonly gates: number;
  readonly activations: readonly string[];
  /** How many of the activations are those of gates: they come first. */
  readonly ofGates: number;
  /** Places of the initial states among the inputs, in the order of the final ones among the outputs. */
  readonly states: readonly (keyof State)[];
  readonly inputs: number;
  /** The weights of a direction, of the input and of the state, where they are not floats. */
  readonly matrices?: (node: SourceNode, part: Direction['part']) => readonly [Matrix, Matrix];
  /** Whether the recurrent bias is added to the recurrent product; otherwise all steps have it at once. */
  readonly hasOwnBias?: (node: SourceNode) => boolean;
  readonly stepOf: (direction: Direction) => Step;
}

/** Extents of a recurrent layer. */
interface Extents {
  readonly steps: number;
  readonly batch: number;
  readonly inputs: number;
  readonly hidden: number;
  readonly directions: readonly ('forward' | 'reverse')[];
}

const directionsOf: ReadonlyMap<string, Extents['directions']> = new Map([
  ['forward', ['forward']],
  ['reverse', ['reverse']],
  ['bidirectional', ['forward', 'reverse']],
]);

/** Where the initial states begin among the inputs: behind data, two weights, biases and lengths. */
const LENGTHS = 4;
const STATES = 5;

export function recurrent(cell: Cell): Operator {
  return {
    name: cell.name,
    inputs: [3, cell.inputs],
    outputs: 1 + cell.states.length,
    normalise: (node) => unrolled(node, cell),
  };
}

function unrolled(node: SourceNode, cell: Cell): Normalised {
  const extents = extentsOf(node, cell);
  node.countSteps(extents.steps * extents.directions.length);
  const lengths = lengthsOf(node, extents);
  const activations = activationsOf(node, extents.directions.length, cell.activations, cell.ofGates);
  const runs = extents.directions.map((way, d) =>
    runOf(node, cell, extents, { way, d, lengths, activations: activations[d]! }),
  );
  const { steps, batch, hidden, directions } = extents;
  const zeros = (): string => zerosOf(node, [batch, hidden]);
  const rows = Array.from({ length: steps }, (_, t) => runs.map(({ outputs }) => outputs[t] ?? zeros())).flat();
  const all = together(node, rows, [steps, directions.length, batch, hidden]);
  const last = cell.states.map((name) => {
    const states = runs.map(({ state }) => state[name] ?? zeros());
    return together(node, states, [directions.length, batch, hidden]);
  });
  if (!isBatchFirst(node)) return { values: [all, ...last] };
  const perms = [[2, 0, 1, 3], ...last.map(() => [1, 0, 2])];
  return { values: [all, ...last].map((value, i) => node.emit('Transpose', [value], { perm: perms[i]! })) };
}

/** Values of [batch, hidden] one behind the other. */
function together(node: SourceNode, values: readonly string[], shape: readonly number[]): string {
  if (values.length === 0) return zerosOf(node, shape);
  return reshaped(node, node.emit('Concat', values, { axis: 0 }), shape);
}

function isBatchFirst(node: SourceNode): boolean {
  const layout = node.number('layout', 0);
  if (layout !== 0 && layout !== 1) node.invalid(`its layout is ${layout}`);
  return layout === 1;
}

function extentsOf(node: SourceNode, { gates, states, matrices }: Cell): Extents {
  const way = node.text('direction', 'forward');
  const directions = directionsOf.get(way) ?? node.invalid(`its direction is "${way}"`);
  if (node.rank(0) !== 3) node.invalid(`its input is ${shapeText(node.shape(0))}, and 3 axes are needed`);
  const [first, second, inputs] = node.shape(0) as [number, number, number];
  const [steps, batch] = isBatchFirst(node) ? [second, first] : [first, second];
  // Weights that are not floats have the inputs first.
  const hidden = node.shape(2).at(matrices ? -2 : -1) ?? 0;
  const declared = node.number('hidden_size', hidden);
  if (declared !== hidden) node.invalid(`its hidden_size is ${declared}, and its weights are of ${hidden}`);
  const count = directions.length;
  const must = (input: number, what: string, shape: readonly number[]): void => {
    if (node.has(input) && !sameShape(node.shape(input), shape))
      node.invalid(`its ${what} is ${shapeText(node.shape(input))}, and must be ${shapeText(shape)}`);
  };
  const weights = (from: number): number[] => [count, ...(matrices ? [from, gates * hidden] : [gates * hidden, from])];
  must(1, 'W', weights(inputs));
  must(2, 'R', weights(hidden));
  must(3, 'B', [count, 2 * gates * hidden]);
  must(LENGTHS, 'sequence_lens', [batch]);
  const state = isBatchFirst(node) ? [batch, count, hidden] : [count, batch, hidden];
  states.forEach((name, i) => {
    must(STATES + i, `initial state of ${name} values`, state);
  });
  return { steps, batch, inputs, hidden, directions };
}

/** How many steps each sequence of the batch has: numbers, or a value that is known only when the network runs. */
type Lengths = readonly number[] | string;

function lengthsOf(node: SourceNode, { steps, batch }: Extents): Lengths {
  if (!node.has(LENGTHS)) return new Array<number>(batch).fill(steps);
  const known = node.knownInput(LENGTHS);
  if (!known) return reshaped(node, node.input(LENGTHS), [batch, 1]);
  const lengths = Array.from(known.data);
  const wrong = lengths.find((length) => !Number.isInteger(length) || length < 0 || length > steps);
  if (wrong !== undefined) node.invalid(`a sequence of ${steps} steps has a length of ${wrong}`);
  return lengths;
}

interface Way {
  readonly way: 'forward' | 'reverse';
  readonly d: number;
  readonly lengths: Lengths;
  readonly activations: readonly Activation[];
}

interface Run {
  /** What each step leaves, in the order of the input; undefined where the sequences are over. */
  readonly outputs: readonly (string | undefined)[];
  readonly state: State;
}

function runOf(node: SourceNode, cell: Cell, extents: Extents, { way, d, lengths, activations }: Way): Run {
  const { steps, batch } = extents;
  const isOne = batch === 1;
  const part = (input: number): string | undefined => (node.has(input) ? at(node, node.input(input), d) : undefined);
  const { input, recurrent } = weightsOf(node, cell, extents, part);
  const step = cell.stepOf({ node, recurrent, activations, isOne, part });
  const given = input.of(rowsOf(node, extents), isOne);
  const outputs: (string | undefined)[] = [];
  let state = initialState(node, cell, d);
  for (let i = 0; i < steps; i++) {
    const t = way === 'forward' ? i : steps - 1 - i;
    const running = runningAt(node, lengths, t);
    if (running === 'none') continue;
    const after = step(given.rows(t * batch, batch), state);
    const masked = running === 'all' ? undefined : maskOf(node, running.mask);
    outputs[t] = masked ? masked(after.hidden, undefined) : after.hidden;
    state = masked
      ? { hidden: masked(after.hidden, state.hidden), cell: after.cell && masked(after.cell, state.cell) }
      : after;
  }
  return { outputs, state };
}

/** Which sequences have a step: all, none, or a value of [batch, 1]. */
function runningAt(node: SourceNode, lengths: Lengths, t: number): 'all' | 'none' | { readonly mask: string } {
  if (typeof lengths === 'string')
    return { mask: node.emit('Greater', [lengths, node.scalar(t, node.typeOf(lengths).type)]) };
  const running = lengths.map((length) => t < length);
  if (!running.includes(false)) return 'all';
  if (!running.includes(true)) return 'none';
  const data = Float64Array.from(running, Number);
  return { mask: node.constant({ type: 'bool', shape: [running.length, 1], data }) };
}

/** Chooses between two values for each sequence: the first where it is running. */
function maskOf(node: SourceNode, mask: string): (yes: string, no: string | undefined) => string {
  return (yes, no) => node.emit('Where', [mask, yes, no ?? node.scalar(0)]);
}

/** The input as rows, step after step. */
function rowsOf(node: SourceNode, { steps, batch, inputs }: Extents): string {
  const data = isBatchFirst(node) ? node.emit('Transpose', [node.input(0)], { perm: [1, 0, 2] }) : node.input(0);
  return reshaped(node, data, [steps * batch, inputs]);
}

function initialState(node: SourceNode, { states }: Cell, d: number): State {
  const found = states.map((name, i): [keyof State, string | undefined] => {
    if (!node.has(STATES + i)) return [name, undefined];
    const given = node.input(STATES + i);
    const first = isBatchFirst(node) ? node.emit('Transpose', [given], { perm: [1, 0, 2] }) : given;
    return [name, at(node, first, d)];
  });
  return { hidden: undefined, ...Object.fromEntries(found) };
}

interface Weights {
  readonly input: GateWeights;
  readonly recurrent: GateWeights;
}

/** Weights of a direction. Both biases of a gate are one, but where the recurrent product needs its own. */
function weightsOf(node: SourceNode, cell: Cell, { hidden }: Extents, part: Direction['part']): Weights {
  const [w, r] = cell.matrices?.(node, part) ?? [floatMatrix(node, part(1)!), floatMatrix(node, part(2)!)];
  const weights = (ofInput?: string, ofState?: string): Weights => ({
    input: new GateWeights(node, w, ofInput, hidden),
    recurrent: new GateWeights(node, r, ofState, hidden),
  });
  const bias = part(3);
  if (bias === undefined) return weights();
  const size = cell.gates * hidden;
  const half = (start: number, count: number): string =>
    node.emit('Slice', [bias], { starts: [start], sizes: [count], steps: [1] });
  const [ofInput, ofState] = [half(0, size), half(size, size)];
  return cell.hasOwnBias?.(node) === true ? weights(ofInput, ofState) : weights(node.emit('Add', [ofInput, ofState]));
}
