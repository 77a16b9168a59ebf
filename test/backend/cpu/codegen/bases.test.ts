import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Bases, type Access } from '../../../../src/backend/cpu/codegen/bases.js';
import { float32 } from '../../../../src/elements/float32.js';
import { Context } from '../../../../src/codegen/context.js';
import type { Memory } from '../../../../src/codegen/places.js';
import * as ix from '../../../../src/ir/index.js';
import { evaluate } from '../../../../src/ir/index-facts.js';

/** Loops, with the iteration at which addresses are looked at. */
const loops = [
  ['i', 3],
  ['j', 11],
  ['k', 26],
] as const;
const vars = loops.map(([name]) => new ix.Var(name, 64));
const values = new Map(vars.map((v, place) => [v, loops[place]![1]]));

/** An access, as it is asked for and as it was meant. */
interface Asked {
  readonly pointer: string;
  readonly access: Access;
  readonly how: 'element' | 'address';
  readonly at: ix.Index;
}

/** Accesses of a block in their order, blocks in it, and blocks that may become functions. */
type Node = Asked | { readonly kind: 'block' | 'function'; readonly body: readonly Node[] };

const anyIndex: fc.Arbitrary<ix.Index> = fc
  .record({
    factors: fc.tuple(...vars.map(() => fc.integer({ min: -2, max: 3 }))),
    remainder: fc.option(fc.integer({ min: 2, max: 7 })),
    constant: fc.integer({ min: -9, max: 99 }),
  })
  .map(({ factors, remainder, constant }) => {
    const linear = factors.map((factor, place) => ix.scale(ix.variable(vars[place]!), factor));
    const more = remainder === null ? [] : [ix.mod(ix.variable(vars[0]!), remainder)];
    return [...linear, ...more].reduce((sum, one) => ix.add(sum, one), ix.constant(constant));
  });

const anyAccess: fc.Arbitrary<Asked> = fc.record({
  pointer: fc.constantFrom('A', 'B'),
  access: fc.constantFrom<Access>('read', 'write'),
  how: fc.constantFrom('element', 'address'),
  at: anyIndex,
});
const anyBlock: fc.Arbitrary<readonly Node[]> = fc.letrec<{ node: Node; block: readonly Node[] }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    // Few of them, so that accesses have bases in common.
    anyAccess,
    fc.record({ kind: fc.constantFrom('block', 'function'), body: tie('block') }),
  ),
  block: fc.array(tie('node'), { maxLength: 8 }),
})).block;

/** The lines of a block as the generator of C makes them. */
function emit(bases: Bases, block: readonly Node[]): string[] {
  return bases.within(() =>
    block.flatMap((node) => {
      if (!('kind' in node)) {
        const { pointer, how, at, access } = node;
        const place: Memory = { kind: 'memory', pointer, strides: [1], slack: false };
        const line = `${access} ${bases[how](place, float32, at, access)}`;
        return [...bases.flush(), line];
      }
      const body = node.kind === 'block' ? emit(bases, node.body) : bases.afresh(() => emit(bases, node.body));
      return [node.kind, ...body, 'end'];
    }),
  );
}

const atThese = createContext(Object.fromEntries(loops));
const plain = (text: string): number => Number(runInContext(text, atThese));

interface Declared {
  readonly pointer: string;
  readonly offset: number;
  readonly isConst: boolean;
  uses: number;
}

/** What the lines access, as pointer, place and kind of access; throws for a base that is not in scope. */
function carryOut(lines: readonly string[]): { readonly found: unknown[]; readonly all: readonly Declared[] } {
  const [found, all]: [unknown[], Declared[]] = [[], []];
  let scopes = [new Map<string, Declared>()];
  const outer: Map<string, Declared>[][] = [];
  const placeOf = (text: string): Declared => {
    const [, name = '', index, sum = '0'] = /^(\w+)(?:\[(.*)\]| ([+-] .*))?$/.exec(text)!;
    const base = scopes.findLast((scope) => scope.has(name))?.get(name);
    if (base) base.uses++;
    else if (name !== 'A' && name !== 'B') throw new Error(`${name} is not in scope`);
    const offset = (base?.offset ?? 0) + plain(index ?? sum);
    return { pointer: base?.pointer ?? name, offset, isConst: base?.isConst ?? false, uses: 0 };
  };
  for (const line of lines) {
    const [, constant, name = '', to = ''] = /^(const )?float \*const (\w+) = (.*);$/.exec(line) ?? [];
    if (name !== '') {
      const declared = { ...placeOf(to), isConst: constant !== undefined };
      scopes.at(-1)!.set(name, declared);
      all.push(declared);
    } else if (line === 'block' || line === 'function') {
      outer.push(scopes);
      scopes = [...(line === 'block' ? scopes : []), new Map<string, Declared>()];
    } else if (line === 'end') {
      scopes = outer.pop()!;
    } else {
      const [access = '', ...text] = line.split(' ');
      const { pointer, offset, isConst } = placeOf(text.join(' '));
      if (access === 'write') expect(isConst).toBe(false);
      found.push([access, pointer, offset]);
    }
  }
  return { found, all };
}

function meant(block: readonly Node[]): unknown[] {
  return block.flatMap((node) => {
    if ('kind' in node) return meant(node.body);
    return [[node.access, node.pointer, evaluate(node.at, (v) => values.get(v)!)]];
  });
}

function linesOf(block: readonly Node[]): string[] {
  const context = new Context([]);
  for (const v of vars) context.name(v);
  return emit(new Bases(context), block);
}

describe('bases of addresses', () => {
  test('lead to the addresses that are meant, in whatever blocks, and are used more than once', () => {
    fc.assert(
      fc.property(anyBlock, (block) => {
        const lines = linesOf(block);
        const { found, all } = carryOut(lines);
        expect(found).toEqual(meant(block));
        // Names in a function count from 0 again, so that one around it may look used more often than it is.
        const isOneBlock = !lines.includes('function');
        if (isOneBlock) expect(all.filter(({ uses }) => uses < 2)).toEqual([]);
      }),
      { numRuns: 70 },
    );
  });

  const at = (constant: number): ix.Index =>
    ix.add(ix.scale(ix.variable(vars[0]!), 8), ix.add(ix.variable(vars[1]!), ix.constant(constant)));
  const read = (constant: number, how: Asked['how'] = 'element'): Asked => {
    return { pointer: 'A', access: 'read', how, at: at(constant) };
  };

  test('are computed once for what accesses have in common', () => {
    const block = [read(0), read(5), read(-2, 'address'), { kind: 'block', body: [read(7)] } as const];
    expect(linesOf(block)).toEqual([
      'const float *const A_at0 = A + 8 * i + j;',
      'read A_at0[0]',
      'read A_at0[5]',
      'read A_at0 - 2',
      'block',
      'read A_at0[7]',
      'end',
    ]);
  });

  test('are none where one access has them, nor of a loop alone', () => {
    const alone = { pointer: 'A', access: 'read', how: 'element', at: ix.variable(vars[0]!) } as const;
    expect(linesOf([read(3), alone, alone])).toEqual(['read A[8 * i + j + 3]', 'read A[i]', 'read A[i]']);
  });

  test('of what is around a function are not seen in it', () => {
    expect(linesOf([read(0), read(1), { kind: 'function', body: [read(2)] }]).slice(-2)).toEqual([
      'read A[8 * i + j + 2]',
      'end',
    ]);
  });
});
