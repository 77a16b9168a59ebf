import { shapeText } from './attributes.js';
import type { Operator, SourceNode } from './operator.js';
import { at, stacked, zerosOf } from './parts.js';
import { reshaped } from './reshape.js';

const rules = ['linear', 'gated', 'delta', 'gated_delta'];

/**
 * LinearAttention, step by step: the state (batch x G x D x E, of G heads of keys) decays, takes in the outer product
 * of a key and what a value has beyond what the state has of that key, and is read by the queries of the step.
 */
export const linearAttention: Operator = {
  name: 'LinearAttention',
  inputs: [3, 6],
  outputs: 2,
  normalise: (node) => {
    const [heads, groups] = [node.number('q_num_heads'), node.number('kv_num_heads')];
    const [queries, values] = [node.shape(0), node.shape(2)];
    if (queries.length !== 3 || values.length !== 3 || heads % groups !== 0 || queries[2]! % heads !== 0)
      node.invalid(`it has ${heads} heads, ${groups} of keys, and queries of ${shapeText(queries)}`);
    const [batch, steps] = queries as [number, number, number];
    const [depth, width] = [queries[2]! / heads, values[2]! / groups];
    const rule = ruleOf(node);
    // What an input has for each step, with as many heads as its last axis holds.
    const eachStep = (index: number, extents: readonly number[]): ((step: number) => string) => {
      const apart = reshaped(node, node.input(index), [batch, steps, ...extents]);
      return (step) => at(node, apart, step, 1);
    };
    const query = eachStep(0, [groups, heads / groups, depth]);
    const [key, value] = [eachStep(1, [groups, 1, depth]), eachStep(2, [groups, 1, width])];
    const decay = rule.includes('gated') ? eachStep(4, [groups, node.shape(4)[2]! / groups, 1]) : undefined;
    const rate = rule.includes('delta') ? eachStep(5, [node.shape(5)[2]!, 1, 1]) : undefined;
    if (steps === 0) node.unsupported('of no steps');
    node.countSteps(steps);
    const scale = node.scalar(node.number('scale', 0) || 1 / Math.sqrt(depth), node.type(0).type);
    let state = node.has(3) ? node.input(3) : zerosOf(node, [batch, groups, depth, width], node.type(0).type);
    const rows = Array.from({ length: steps }, (_, step) => {
      const kept = decay === undefined ? state : node.emit('Mul', [state, node.emit('Exp', [decay(step)])]);
      const ofKey = key(step);
      const added = rate === undefined ? value(step) : beyond(node, kept, ofKey, value(step), rate(step));
      const column = reshaped(node, ofKey, [batch, groups, depth, 1]);
      state = node.emit('Add', [kept, node.emit('Mul', [column, added])]);
      return node.emit('Mul', [node.emit('MatMul', [query(step), state]), scale]);
    });
    return { values: [reshaped(node, stacked(node, rows, 1), [batch, steps, heads * width]), state] };
  },
};

/** What a value has beyond what the state has of a key, at a rate. */
function beyond(node: SourceNode, state: string, key: string, value: string, rate: string): string {
  return node.emit('Mul', [rate, node.emit('Sub', [value, node.emit('MatMul', [key, state])])]);
}

function ruleOf(node: SourceNode): string {
  const rule = node.text('update_rule', 'gated_delta');
  if (!rules.includes(rule)) node.invalid(`its update_rule is "${rule}"`);
  if (rule.includes('gated') !== node.has(4) || rule.includes('delta') !== node.has(5))
    node.invalid(`its inputs of decay and rate are not those of the rule "${rule}"`);
  return rule;
}
