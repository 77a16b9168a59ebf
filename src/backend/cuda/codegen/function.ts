/** The statements of one __global__ function, from the loop nest of a stage that blocks of threads compute. */
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { isBlockAxis, isThreadAxis } from '../../../ir/loop.js';
import type { Var, Index } from '../../../ir/index.js';
import type { Alloc, For, Prefetch, Stmt, Storage, Store, Wait } from '../../../ir/nest.js';
import { elementBytes } from '../../../ir/tensor.js';
import type { Tensor } from '../../../ir/tensor.js';
import { hasEntries, loadsOf } from '../../../ir/value.js';
import { rowMajor } from '../../../codegen/places.js';
import type { FragmentShape, Memory } from '../../../codegen/places.js';
import { bytesOf, eachStatement } from '../../../codegen/accesses.js';
import { BoxText } from './box-text.js';
import type { Boxed } from './boxes.js';
import { fragmentsPlace, tilesText, tileSide, tileDepth } from './fragments.js';
import { productOf, tensorizedNest } from './tensorized.js';
import { endsLag, waitProducts, warpGroupText } from './warpgroups.js';
import type { GroupProducts } from './warpgroups.js';
import type { BlockShape } from './barriers.js';
import { memoryType, vectorOf, vectorType } from './types.js';
import { CudaValue } from './value.js';
import type { Lanes } from './value.js';
import { FunctionText, indent } from '../../../codegen/function-text.js';
import { conditionText } from '../../../codegen/scalar-text.js';
import { alignmentOf, swizzleOf } from '../../../codegen/swizzle.js';

export interface CudaFunctionOptions {
  /** The type of indices. */
  readonly integer: 'int' | 'long long';
  readonly block: BlockShape;
  readonly barriers: ReadonlySet<Stmt>;
  /** Tensors in shared memory that are filled for later iterations, by copies that go on while this one computes. */
  readonly ahead: ReadonlySet<Tensor>;
  /** Those of them that are filled by copies of boxes. */
  readonly boxed: ReadonlyMap<Tensor, Boxed>;
  /** Statements that groups of warps multiply in (`cuda-warpgroups.ts`). */
  readonly products: ReadonlyMap<Stmt, GroupProducts>;
  /** Whether what threads write to shared memory is multiplied so. */
  readonly shown: boolean;
  /** Tensors that warps hold as matrix tiles. */
  readonly fragments: ReadonlyMap<Tensor, FragmentShape>;
  /** Bytes from the start of the dynamic shared memory to each shared tensor; undefined where each is an array of its own. */
  readonly sharedOffsets: ReadonlyMap<Tensor, number> | undefined;
}

export class CudaFunction extends FunctionText {
  private readonly values = new CudaValue(this.context);
  /** Loops that run at run time: registers cannot be picked by these. */
  private readonly rolled = new Set<Var>();
  private readonly registers = new Set<Tensor>();
  private readonly global = new Set<Tensor>();
  /** Arguments in their order. */
  private readonly parameters: Tensor[] = [];
  /** Copies of boxes. */
  readonly boxes: BoxText;

  constructor(private readonly options: CudaFunctionOptions) {
    super();
    this.boxes = new BoxText(this.context, this.values, this.parameters, options.boxed);
  }

  /** Declares a tensor as a parameter; `shape` is that of its storage. */
  parameter(tensor: Tensor, direction: 'in' | 'out', shape: readonly number[] = tensor.shape): string {
    const name = this.context.name(tensor);
    this.context.places.set(tensor, memory(name, shape));
    this.global.add(tensor);
    this.parameters.push(tensor);
    return `${direction === 'in' ? 'const ' : ''}${memoryType(tensor.dtype)} *__restrict__ ${name}`;
  }

  /** Says where in the workspace a tensor lies, with the declaration of its name. */
  inWorkspace({ tensor, shape }: Storage, offset: number): string {
    const name = this.context.name(tensor);
    this.context.places.set(tensor, memory(name, shape));
    this.global.add(tensor);
    const type = memoryType(tensor.dtype);
    return `${type} *const ${name} = (${type} *)(workspace + ${offset});`;
  }

  override statement(stmt: Stmt): string[] {
    const { barriers, products, shown } = this.options;
    const inside = super.statement(stmt);
    const group = products.get(stmt);
    const lines = group ? this.asProducts(group, inside) : inside;
    if (!barriers.has(stmt)) return lines;
    return [...(shown ? ['show_shared();'] : []), '__syncthreads();', ...lines];
  }

  protected loop(loop: For): string[] {
    const { annotation, copies } = loop;
    if (isBlockAxis(annotation) || isThreadAxis(annotation)) return this.bound(loop);
    switch (annotation) {
      case 'unroll':
        return this.spelledOut(loop);
      case 'vectorize':
        return this.vectorized(loop);
      case 'serial':
        this.rolled.add(loop.loop);
        return this.counted(loop, this.options.integer, copies === undefined ? undefined : `#pragma unroll ${copies}`);
      case 'tensorize':
        return this.tensorized(loop);
      case 'parallel':
        throw new Error(`${loop.loop.name} is parallel, but a GPU's loops are bound to blocks and threads`);
    }
  }

  protected alloc({ storage, body }: Alloc): string[] {
    const { tensor, shape, room = shape } = storage;
    const name = this.context.name(tensor);
    const place =
      storage.scope === 'fragment'
        ? this.fragments(tensor, name, shape)
        : { ...memory(name, room), swizzle: swizzleOf(storage) };
    const lines = this.placed(tensor, place, body);
    if (endsLag(storage, body)) lines.push(...this.lastProducts());
    return ['{', `  ${this.declaration(storage, name)}`, ...indent(lines), '}'];
  }

  private asProducts({ result, pending }: GroupProducts, inside: readonly string[]): string[] {
    const name = this.context.name(result);
    return [`begin_products(${name});`, ...inside, 'commit_products();', waitProducts(pending, name)];
  }

  private lastProducts(): string[] {
    const results = new Set([...this.options.products.values()].map(({ result }) => this.context.name(result)));
    return [...results].map((name) => waitProducts(0, name));
  }

  protected prefetch({ tensor }: Prefetch): string[] {
    throw new Error(`${tensor.name} is prefetched, which a GPU does not do`);
  }

  protected override commit(): string[] {
    const { ahead, boxed } = this.options;
    return [...ahead].some((tensor) => !boxed.has(tensor)) ? ['commit_copies();'] : [];
  }

  protected override wait(stmt: Wait): string[] {
    const copied = stmt.full.some(({ tensor }) => !this.options.boxed.has(tensor));
    return [...(copied ? [`wait_copies<${stmt.pending}>();`] : []), ...this.boxes.wait(stmt)];
  }

  protected store(stmt: Store): string[] {
    this.checkRegisters(stmt);
    const copy = this.asyncCopy(stmt);
    if (copy) return [copy];
    const target = this.values.element(stmt.tensor, stmt.indices);
    return [assignment(target, stmt, this.values.scalar(stmt.value))];
  }

  private tensorized(loop: For): string[] {
    const nest = tensorizedNest(loop);
    if (this.options.boxed.has(nest.store.tensor)) return [this.boxes.copy(nest)];
    const ofGroup = nest.store.update !== undefined && this.options.products.size > 0;
    return ofGroup ? [warpGroupText(productOf(nest), this.context)] : tilesText(nest, this.context);
  }

  private fragments(tensor: Tensor, name: string, shape: readonly number[]): Memory {
    const fragment = this.options.fragments.get(tensor);
    if (!fragment) throw new InstantiationError(`${tensor.name} is kept in fragments, but no product of tiles uses it`);
    return fragmentsPlace(name, shape, fragment);
  }

  private declaration(storage: Storage, name: string): string {
    const { tensor, scope } = storage;
    const type = memoryType(tensor.dtype);
    const count = bytesOf(storage) / elementBytes(tensor.dtype);
    const offset = this.options.sharedOffsets?.get(tensor);
    if (scope === 'register') {
      this.registers.add(tensor);
      return `__align__(16) ${type} ${name}[${count}];`;
    }
    const fragment = this.options.fragments.get(tensor);
    if (fragment) {
      const isResult = fragment.type === 'accumulator';
      const tile = tileSide * (isResult ? tileSide : tileDepth(tensor.dtype));
      return `${isResult ? 'accumulator' : 'operand'} ${name}[${count / tile}];`;
    }
    if (scope !== 'shared')
      throw new InstantiationError(
        `${tensor.name} is computed inside a block, but kept in ${scope}: threads cannot see it`,
      );
    if (offset !== undefined) return `${type} *const ${name} = (${type} *)((char *)dynamic_shared + ${offset});`;
    return `static __shared__ __align__(${alignmentOf(storage)}) ${type} ${name}[${count}];`;
  }

  /** The coordinate is a variable of the kernel; threads beyond a shorter loop do nothing. */
  private bound(loop: For): string[] {
    const { annotation } = loop;
    this.rolled.add(loop.loop);
    this.context.alias(loop.loop, annotation);
    const body = this.statement(loop.body);
    const { to } = this.constantBounds(loop, 'bound');
    if (!isThreadAxis(annotation) || to === this.options.block[annotation]) return body;
    return [`if (${annotation} < ${to}) {`, ...indent(body), '}'];
  }

  /** The compiler spells it out, except where iterations pick entries of a matrix, which fold only in text. */
  private spelledOut(loop: For): string[] {
    if (picksEntries(loop.body)) return this.unrolled(loop);
    const { from, to } = this.constantBounds(loop, 'unrolled');
    if (to <= from) return [];
    return this.counted(loop, this.options.integer, '#pragma unroll');
  }

  private vectorized(loop: For): string[] {
    const { from, to } = this.constantBounds(loop, 'vectorized');
    const { body } = loop;
    // What all lanes share goes outside.
    if (body.kind === 'if' && !ix.uses(body.when, (v) => v === loop.loop)) {
      const [then, otherwise] = [body.then, body.otherwise].map((side) => ({ ...loop, body: side }));
      return this.branch({ ...body, then, otherwise });
    }
    if (body.kind !== 'store' || body.update || from !== 0 || !vectorType(body.tensor.dtype, to))
      return this.spelledOut(loop);
    return this.storeVector(body, loop.loop, to);
  }

  /**
   * A copy into what a later iteration reads: `count` neighbours along a loop, or one element. Undefined where it is no such copy, not of neighbours,
   * or of less than 4 bytes.
   */
  private asyncCopy(stmt: Store, lanes?: Lanes): string | undefined {
    const source = this.options.ahead.has(stmt.tensor) ? this.values.copied(stmt.value) : undefined;
    if (!source || !this.global.has(source.load.tensor)) return undefined;
    const bytes = elementBytes(stmt.tensor.dtype) * (lanes?.count ?? 1);
    if (bytes < 4 || memoryType(source.load.tensor.dtype) !== memoryType(stmt.tensor.dtype)) return undefined;
    const [to, from] = [stmt, source.load].map(({ tensor, indices }) =>
      lanes ? this.values.vector(tensor, indices, lanes) : `&${this.values.element(tensor, indices)}`,
    );
    const when = source.when.map((c) => (lanes ? ix.inAllLanes(c, lanes.v) : c)).filter((c) => c !== undefined);
    if (!to || !from || when.length < source.when.length) return undefined;
    const there = when.length > 0 ? conditionText(when, this.context) : 'true';
    return `copy_async${bytes}(${to}, ${from}, ${there});`;
  }

  private storeVector(stmt: Store, v: Var, count: number): string[] {
    this.checkRegisters(stmt);
    if (this.options.ahead.has(stmt.tensor)) {
      const copy = this.asyncCopy(stmt, { v, count });
      if (copy) return [copy];
      // One by one, unless that is too short for it.
      const alone = (_: unknown, lane: number): string[] => this.context.withValue(v, lane, () => this.store(stmt));
      if (elementBytes(stmt.tensor.dtype) >= 4) return Array.from({ length: count }, alone).flat();
    }
    const target = this.values.vector(stmt.tensor, stmt.indices, { v, count });
    const { before, lanes, whole } = this.values.lanes(stmt.value, { v, count }, stmt.tensor.dtype);
    if (target && whole) return [`*${target} = ${whole};`];
    const elements = (): string[] =>
      lanes.map((text, lane) =>
        this.context.withValue(v, lane, () => `${this.values.element(stmt.tensor, stmt.indices)} = ${text};`),
      );
    const stores = target ? [`*${target} = ${vectorOf(stmt.tensor.dtype, lanes)};`] : elements();
    return before.length === 0 ? stores : ['{', ...indent([...before, ...stores]), '}'];
  }

  /** Registers have no addresses: which one it is must be known when the kernel is compiled. */
  private checkRegisters({ tensor, indices, value }: Store): void {
    const picks = (index: Index): boolean => ix.uses(index, (v) => this.rolled.has(v));
    for (const access of [{ tensor, indices }, ...loadsOf(value)])
      if (this.registers.has(access.tensor) && access.indices.some((i) => picks(this.context.resolve(i))))
        throw new InstantiationError(`a loop over the register tile ${access.tensor.name} is not unrolled`);
  }
}

function memory(pointer: string, shape: readonly number[]): Memory {
  return { kind: 'memory', pointer, strides: rowMajor(shape), slack: false };
}

function assignment(target: string, { tensor, update }: Store, value: string): string {
  if (update === undefined) return `${target} = ${value};`;
  if (update === 'max') return `${target} = fmaxf(${target}, ${value});`;
  return memoryType(tensor.dtype) === 'float' ? `${target} += ${value};` : `${target} = ${target} + ${value};`;
}

function picksEntries(stmt: Stmt): boolean {
  let found = false;
  eachStatement(stmt, (s) => {
    found ||= s.kind === 'store' && hasEntries(s.value);
  });
  return found;
}
