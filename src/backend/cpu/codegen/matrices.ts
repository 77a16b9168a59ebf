/**
 * Sums in matrix registers: tensorized loops over rows, columns, groups and elements of a group are one instruction. A
 * region ends with its sums in memory, where what reads them finds them.
 */
import type { Context } from '../../../codegen/context.js';
import { eachStatement } from '../../../codegen/accesses.js';
import { rowMajor, type Memory } from '../../../codegen/places.js';
import { tensorizedNest, type TensorizedNest } from '../../../codegen/tensorized.js';
import { elementType } from '../../../elements/registry.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { stride } from '../../../ir/index-facts.js';
import type { Alloc, For, Stmt, Storage, Store } from '../../../ir/nest.js';
import { isNumber } from '../../../ir/value.js';
import type { LoadValue, Tensor } from '../../../ir/tensor.js';
import { GROUP } from '../../../target/vector-unit.js';
import type { CpuMatrices } from '../isa/cpu-vectors.js';
import type { Bases } from './bases.js';
import { configured, registerProductOf, regionOf, registersOf, type Region, type Registers } from './matrix-regions.js';

export class Matrices {
  private readonly regions = new Map<Stmt, Region>();
  /** Those of the statements that are being written. */
  private readonly open = new Map<Tensor, Region>();
  /** What goes before a statement, and behind it. */
  private readonly before = new Map<Stmt, () => string[]>();
  private readonly behind = new Map<Stmt, string>();
  /** Addresses of what operands' registers hold, in the innermost block. */
  private loaded = new Map<number, string>();
  private readonly registers: Registers;
  /** The statement before which a process asks for matrices: it may call a kernel as the first thing it does. */
  private asking: Stmt | undefined;

  constructor(
    private readonly context: Context,
    private readonly unit: CpuMatrices,
    private readonly bases: Bases,
  ) {
    this.registers = registersOf(unit);
  }

  /** Finds the regions of a function. `apart`: loops whose iterations other threads may run. */
  enter(root: Stmt, apart: (loop: For) => boolean): void {
    const { regions } = this;
    const roots: Stmt[] = [root];
    eachStatement(root, (stmt) => {
      if (stmt.kind === 'for' && apart(stmt)) roots.push(stmt.body);
      if (isRegion(stmt)) regions.set(stmt, regionOf(stmt, this.unit));
    });
    if (regions.size === 0) return;
    const sizes = configured(root, regions, (stmt) => stmt.kind === 'for' && apart(stmt));
    for (const [stmt, shapes] of sizes) this.before.set(stmt, () => [this.unit.configure(shapes)]);
    const uses = (stmt: Stmt): boolean => [...sizes.keys()].some((one) => holds(stmt, one));
    for (const stmt of roots.filter(uses)) this.behind.set(stmt, this.unit.release);
    this.asking = root;
    for (const region of regions.values()) this.before.set(region.reader, () => this.storesOf(region));
  }

  /** A statement with what its place asks for. */
  around(stmt: Stmt, lines: () => string[]): string[] {
    const region = this.regions.get(stmt);
    if (region) this.open.set(region.tensor, region);
    const [first, last] = [this.before.get(stmt)?.() ?? [], this.behind.get(stmt)];
    const ask = `{ static volatile char asked; if (!asked) { ${this.unit.ask} asked = 1; } }`;
    const inside = lines();
    if (region) this.open.delete(region.tensor);
    return [...(stmt === this.asking ? [ask] : []), ...first, ...inside, ...(last === undefined ? [] : [last])];
  }

  /** Runs `body` in a C block of its own. */
  within<T>(body: () => T): T {
    this.loaded = new Map();
    const result = body();
    this.loaded = new Map();
    return result;
  }

  /** Where sums are stored: rows of whole registers. */
  place(storage: Storage, pointer: string): Memory {
    return { kind: 'memory', pointer, strides: rowMajor(this.room(storage)), slack: true };
  }

  bytesOf(storage: Storage): number {
    return GROUP * this.room(storage).reduce((a, b) => a * b, 1);
  }

  private room({ shape }: Storage): number[] {
    const width = this.unit.bytes / GROUP;
    return [...shape.slice(0, -1), Math.ceil(shape.at(-1)! / width) * width];
  }

  /** The statements of tensorized loops; undefined where what they compute is in no matrices. */
  text(loop: For): string[] | undefined {
    return this.open.size > 0 ? this.nestText(tensorizedNest(loop)) : undefined;
  }

  /** The same of a store around which there are none: tiles of one element have no loops. */
  storeText(store: Store): string[] | undefined {
    return this.nestText({ loops: [], store });
  }

  private nestText(nest: TensorizedNest): string[] | undefined {
    const { store } = nest;
    const region = this.open.get(store.tensor);
    if (!region) return undefined;
    const inside = new Set(nest.loops.map((one) => one.loop));
    const first = (indices: readonly ix.Index[]): ix.Index[] =>
      indices.map((index) => ix.substitute(this.context.resolve(index), (v) => (inside.has(v) ? ix.zero : undefined)));
    const indices = first(store.indices);
    const [row, column] = [region.row, -1].map((d) => indices.at(d)?.constant);
    const [i, j] = [region.rows.indexOf(row!), region.columns.indexOf(column!)];
    const sum = this.registers.sum(i, j);
    if (store.update === undefined) {
      if (!isNumber(store.value, 0))
        throw new InstantiationError(`${store.tensor.name} is in matrices but begins with other values than zeros`);
      return [this.unit.zero(sum)];
    }
    const product = registerProductOf(nest);
    const types = [product.a.tensor, product.b.tensor, store.tensor].map(({ dtype }) => elementType(dtype));
    const instruction = this.unit.products.find((one) => one.types.every((type, place) => type === types[place]));
    if (!instruction)
      throw new InstantiationError(`no instruction multiplies matrices of the types of ${store.tensor.name}`);
    const { a, b, rows, columns, groups, inGroup } = product;
    const [ofA, ofB] = [this.registers.a(i), this.registers.b(j)];
    return [
      ...this.load(ofA, a, { down: rows, right: groups, inGroup, beside: columns }),
      ...this.load(ofB, b, { down: groups, right: columns, inGroup, beside: rows }),
      instruction.text(sum, ofA, ofB),
    ];
  }

  /** Fills an operand's register, unless it holds that already. */
  private load(register: number, { tensor, indices }: LoadValue, { down, right, inGroup, beside }: Operand): string[] {
    const place = this.context.place(tensor);
    const type = elementType(tensor.dtype);
    const at = this.context.offset(tensor, indices);
    const along = (loop: For | undefined): number | undefined => (loop ? stride(at, loop.loop) : undefined);
    const isTile =
      along(inGroup) === 1 && (!right || along(right) === GROUP / type.bytes) && (!beside || along(beside) === 0);
    const pitch = down ? along(down) : 0;
    if (place.kind !== 'memory' || !isTile || pitch === undefined)
      throw new InstantiationError(`${tensor.name} does not lie in groups of ${GROUP} bytes in rows: pack it so`);
    const first = ix.substitute(at, (v) =>
      [down, right, inGroup, beside].some((loop) => loop?.loop === v) ? ix.zero : undefined,
    );
    const address = this.bases.address(place, type, first, 'read');
    const text = this.unit.load(register, address, `${pitch * type.bytes}L`);
    if (this.loaded.get(register) === text) return [];
    this.loaded.set(register, text);
    return [text];
  }

  private storesOf({ tensor, row: dimension, rows, columns }: Region): string[] {
    const place = this.context.place(tensor);
    if (place.kind !== 'memory') throw new Error(`${tensor.name} is not in memory`);
    const pitch = place.strides.at(dimension) ?? 0;
    return rows.flatMap((row, i) =>
      columns.map((column, j) => {
        const address = `${place.pointer} + ${row * pitch + column}`;
        return this.unit.store(this.registers.sum(i, j), address, `${pitch * GROUP}L`);
      }),
    );
  }
}

/** Loops of an operand: over its rows, over the groups of one, in a group, and one that it has no part in. */
interface Operand {
  readonly down: For | undefined;
  readonly right: For | undefined;
  readonly inGroup: For;
  readonly beside: For | undefined;
}

function isRegion(stmt: Stmt): stmt is Alloc {
  return stmt.kind === 'alloc' && stmt.storage.scope === 'fragment';
}

/** Whether a statement is another one, or around it. */
function holds(stmt: Stmt, other: Stmt): boolean {
  let found = false;
  eachStatement(stmt, (s) => {
    found ||= s === other;
  });
  return found;
}
