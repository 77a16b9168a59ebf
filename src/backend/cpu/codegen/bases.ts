/**
 * Bases of addresses: what the accesses of a block have in common is computed into a pointer once, and each adds its
 * constant. The machine code is what a compiler makes of whole addresses in any case, after it has compared them all:
 * that took it a third of the time for the straight code of register tiles and of Winograd's transforms.
 */
import type { Context } from '../../../codegen/context.js';
import type { Memory } from '../../../codegen/places.js';
import type { ElementType } from '../../../elements/element-type.js';
import { memoryType } from '../isa/vector-type.js';
import type { Index } from '../../../ir/index.js';

export type Access = 'read' | 'write';

/** A pointer that is declared in a block. */
interface Base {
  readonly name: string;
  /** What it is: the tensor's pointer, and the part of offsets that is not constant. */
  readonly pointer: string;
  readonly offset: string;
}

export class Bases {
  /** Those in scope, by what they are. */
  private known = new Map<string, Base>();
  /** Those of the innermost block. */
  private own: Base[] = [];
  private lines: string[] = [];
  private count = 0;

  constructor(private readonly context: Context) {}

  /** An address, as the operand of a cast or a call; `type`: of the elements there. */
  address(place: Memory, type: ElementType, at: Index, access: Access): string {
    const base = this.baseOf(place, type, at, access);
    return base ? `${base.name}${summand(at.constant)}` : `${place.pointer} + ${this.context.text(at)}`;
  }

  /** An element. */
  element(place: Memory, type: ElementType, at: Index, access: Access): string {
    const base = this.baseOf(place, type, at, access);
    return base ? `${base.name}[${at.constant}]` : `${place.pointer}[${this.context.text(at)}]`;
  }

  /** Declarations of the bases asked for since the last call; they go before the statement that asked. */
  flush(): string[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }

  /** The lines of a C block of its own, in which a base that is used once is no pointer. */
  within(block: () => string[]): string[] {
    const [known, outer] = [new Map(this.known), this.own];
    this.own = [];
    const lines = block();
    const used = withoutSingles(lines, this.own);
    [this.known, this.own] = [known, outer];
    return used;
  }

  /** The same of a block that can be a function: it sees no base of what is around it, and counts from 0. */
  afresh<T>(block: () => T): T {
    const [known, count] = [this.known, this.count];
    [this.known, this.count] = [new Map<string, Base>(), 0];
    const result = block();
    [this.known, this.count] = [known, count];
    return result;
  }

  /** Undefined where there is nothing to compute. */
  private baseOf({ pointer }: Memory, type: ElementType, at: Index, access: Access): Base | undefined {
    const [first, ...more] = at.terms;
    if (!first || (more.length === 0 && first.coefficient === 1 && first.atom.kind === 'var')) return undefined;
    const offset = this.context.text({ ...at, constant: 0 });
    const key = `${access} ${pointer} ${offset}`;
    const known = this.known.get(key);
    if (known) return known;
    const base: Base = { name: `${pointer}_at${this.count++}`, pointer, offset };
    this.known.set(key, base);
    this.own.push(base);
    this.lines.push(
      `${access === 'read' ? 'const ' : ''}${memoryType(type)} *const ${base.name} = ${pointer} + ${offset};`,
    );
    return base;
  }
}

const NAME = /\b\w+_at\d+\b/g;

function withoutSingles(lines: readonly string[], bases: readonly Base[]): string[] {
  if (bases.length === 0) return [...lines];
  const mentions = new Map<string, number>();
  for (const line of lines) for (const [name] of line.matchAll(NAME)) mentions.set(name, (mentions.get(name) ?? 0) + 1);
  // It is mentioned once more where it is declared.
  const singles = new Map(bases.filter(({ name }) => mentions.get(name) === 2).map((base) => [base.name, base]));
  if (singles.size === 0) return [...lines];
  return lines.flatMap((line) => {
    const declared = /^(?:const )?\w+ \*const (\w+) = /.exec(line)?.[1];
    return declared !== undefined && singles.has(declared) ? [] : [inlined(line, singles)];
  });
}

function inlined(line: string, bases: ReadonlyMap<string, Base>): string {
  return line.replace(/\b(\w+_at\d+)\b(?:\[(-?\d+)\])?/g, (text, name: string, index: string | undefined) => {
    const base = bases.get(name);
    if (!base) return text;
    const { pointer, offset } = base;
    return index === undefined ? `${pointer} + ${offset}` : `${pointer}[${offset}${summand(Number(index))}]`;
  });
}

function summand(constant: number): string {
  if (constant === 0) return '';
  return constant < 0 ? ` - ${-constant}` : ` + ${constant}`;
}
