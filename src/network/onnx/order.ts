/** The order of nodes: each after those whose outputs it reads. */
import FlatQueue from 'flatqueue';
import { shortened } from '../../target/visible.js';
import type { OnnxNode } from './model.js';
import { Malformed } from './read-file.js';
import { readsOf } from './reads.js';

const CIRCLE = 6;

/**
 * Each node after those whose outputs it reads; else the order of the file, which is all of it where the file keeps to
 * the standard. `given`: values that are there without nodes. Throws Malformed for values that are defined twice, and
 * for circles.
 */
export function inOrder(nodes: readonly OnnxNode[], given: ReadonlySet<string>): readonly OnnxNode[] {
  const makers = makersOf(nodes, given);
  const waitsFor = nodes.map(
    (node) => new Set(readsOf(node).flatMap((value) => (given.has(value) ? [] : (makers.get(value) ?? [])))),
  );
  const readers = nodes.map((): number[] => []);
  for (const [reader, all] of waitsFor.entries()) for (const maker of all) readers[maker]!.push(reader);
  const ready = new FlatQueue<number>();
  const missing = waitsFor.map(({ size }) => size);
  for (const [index, count] of missing.entries()) if (count === 0) ready.push(index, index);
  const order: OnnxNode[] = [];
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    order.push(nodes[index]!);
    for (const reader of readers[index]!) if (--missing[reader]! === 0) ready.push(reader, reader);
  }
  if (order.length < nodes.length) throw new Malformed(circleText(nodes, waitsFor, missing));
  return order;
}

function makersOf(nodes: readonly OnnxNode[], given: ReadonlySet<string>): ReadonlyMap<string, number> {
  const makers = new Map<string, number>();
  for (const [index, { name, outputs }] of nodes.entries())
    for (const output of outputs.filter((output) => output !== '')) {
      if (makers.has(output) || given.has(output))
        throw new Malformed(`the value "${shortened(output)}" is defined twice, once by the node ${shortened(name)}`);
      makers.set(output, index);
    }
  return makers;
}

function circleText(
  nodes: readonly OnnxNode[],
  waitsFor: readonly ReadonlySet<number>[],
  missing: readonly number[],
): string {
  const path: number[] = [];
  const places = new Map<number, number>();
  let at = missing.findIndex((count) => count > 0);
  while (!places.has(at)) {
    places.set(at, path.length);
    path.push(at);
    at = [...waitsFor[at]!].find((maker) => missing[maker]! > 0)!;
  }
  const circle = path.slice(places.get(at)).map((index) => shortened(nodes[index]!.name));
  const more = circle.length > CIRCLE ? ` and ${circle.length - CIRCLE} more` : '';
  return `nodes read each other in a cycle: ${circle.slice(0, CIRCLE).join(', ')}${more}`;
}
