/** The statements of one __global__ function, from the loop nest of a stage that blocks of threads compute. */
import { bytesOf, eachStatement } from '../../../codegen/accesses.js';
import { FunctionText, indent } from '../../../codegen/function-text.js';
import { rowMajor } from '../../../codegen/places.js';
import type { Memory, Place } from '../../../codegen/places.js';
import { alignmentOf, swizzleOf } from '../../../codegen/swizzle.js';
import { InstantiationError } from '../../../ir/errors.js';
import { uses } from '../../../ir/index-facts.js';
import type { Index, Var } from '../../../ir/index.js';
import { isBlockAxis, isThreadAxis } from '../../../ir/loop.js';
import type { Alloc, For, Prefetch, Stmt, Storage, Store, Wait } from '../../../ir/nest.js';
import { elementBytes } from '../../../ir/tensor.js';
import type { Tensor } from '../../../ir/tensor.js';
import { hasEntries, loadsOf } from '../../../ir/value.js';
import type { Selection } from '../instructions/instruction.js';
import type { BlockShape } from './barriers.js';
import { clearedText, fragmentsDeclaration, fragmentsPlace } from './fragments.js';
import type { Scope } from './scope.js';
import { tensorizedNest } from '../../../codegen/tensorized.js';
import { liesAsValues, memoryType, vectorOf, vectorType } from './types.js';
import type { Lanes } from './value.js';

/** The type of indices. */
export type Integer = 'int' | 'long long';

export interface CudaFunctionOptions {
  readonly integer: Integer;
  readonly block: BlockShape;
  /** Statements before which the threads of a block wait for each other. */
  readonly barriers: ReadonlySet<Stmt>;
  /** What stands before each of these barriers. */
  readonly fences: readonly string[];
  /** The instructions at work here. */
  readonly selections: readonly Selection[];
  /**
   * Bytes from the start of the dynamic shared memory to each shared tensor; undefined where each is an array of its
   * own.
   */
  readonly sharedOffsets: ReadonlyMap<Tensor, number> | undefined;
}

export class CudaFunction extends FunctionText {
  /** Loops that run at run time: registers cannot be picked by these. */
  private readonly rolled = new Set<Var>();
  private readonly registers = new Set<Tensor>();

  constructor(
    private readonly scope: Scope,
    private readonly options: CudaFunctionOptions,
  ) {
    super(scope.context);
  }

  /** Declares a tensor as a parameter; `shape` is that of its storage. */
  parameter(tensor: Tensor, direction: 'in' | 'out', shape: readonly number[] = tensor.shape): string {
    const name = this.context.name(tensor);
    this.context.places.set(tensor, memory(name, shape));
    this.scope.global.add(tensor);
    this.scope.parameters.push(tensor);
    return `${direction === 'in' ? 'const ' : ''}${memoryType(tensor.dtype)} *__restrict__ ${name}`;
  }

  /** Says where in the workspace a tensor lies, with the declaration of its name. */
  inWorkspace({ tensor, shape }: Storage, offset: number): string {
    const name = this.context.name(tensor);
    this.context.places.set(tensor, memory(name, shape));
    this.scope.global.add(tensor);
    this.scope.inWorkspace.set(tensor, offset);
    const type = memoryType(tensor.dtype);
    return `${type} *const ${name} = (${type} *)(workspace + ${offset});`;
  }

  override statement(stmt: Stmt): string[] {
    const { barriers, fences, selections } = this.options;
    const lines = selections.reduce<readonly string[]>(
      (inside, selection) => selection.around?.(stmt, inside) ?? inside,
      super.statement(stmt),
    );
    return barriers.has(stmt) ? [...fences, '__syncthreads();', ...lines] : [...lines];
  }

  protected loop(loop: For): string[] {
    const { annotation, unrollFactor } = loop;
    if (isBlockAxis(annotation) || isThreadAxis(annotation)) return this.bound(loop);
    switch (annotation) {
      case 'unroll':
        return this.pragmaUnrolled(loop);
      case 'vectorize':
        return this.vectorized(loop);
      case 'serial':
        this.rolled.add(loop.loop);
        return this.counted(
          loop,
          this.options.integer,
          unrollFactor === undefined ? undefined : `#pragma unroll ${unrollFactor}`,
        );
      case 'tensorize':
        return this.tensorized(loop);
      case 'parallel':
        throw new Error(`${loop.loop.name} is parallel, which CUDA kernels do not have: bind it to blocks or threads`);
    }
  }

  protected alloc({ storage, body }: Alloc): string[] {
    const name = this.context.name(storage.tensor);
    const lines = this.placed(storage.tensor, this.placeOf(storage, name), body);
    const last = this.options.selections.flatMap((selection) => selection.end?.(storage, body) ?? []);
    return ['{', `  ${this.declaration(storage, name)}`, ...indent([...lines, ...last]), '}'];
  }

  private placeOf(storage: Storage, name: string): Place {
    const { tensor, scope, shape, room = shape } = storage;
    if (scope !== 'fragment') return { ...memory(name, room), swizzle: swizzleOf(storage) };
    const fragment = this.scope.fragments.get(tensor);
    if (!fragment)
      throw new InstantiationError(
        `${tensor.name} is in fragments but no tensorized product uses it: tensorize its reader, or use the scope register`,
      );
    return fragmentsPlace(name, shape, fragment);
  }

  protected prefetch({ tensor }: Prefetch): string[] {
    throw new Error(`${tensor.name} is prefetched, which CUDA kernels do not do: leave prefetch out`);
  }

  protected override commit(): string[] {
    return this.options.selections.flatMap((selection) => selection.commit?.() ?? []);
  }

  protected override wait(stmt: Wait): string[] {
    return this.options.selections.flatMap((selection) => selection.wait?.(stmt) ?? []);
  }

  protected store(stmt: Store): string[] {
    this.checkRegisters(stmt);
    const selected = this.selectedStore(stmt);
    if (selected !== undefined) return [selected];
    const target = this.scope.values.element(stmt.tensor, stmt.indices);
    return [assignment(target, stmt, this.scope.values.scalar(stmt.value))];
  }

  /** The store by an instruction of its own, if there is one for it. */
  private selectedStore(stmt: Store, lanes?: Lanes): string | undefined {
    for (const selection of this.options.selections) {
      const text = selection.store?.(stmt, lanes);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  private tensorized(loop: For): string[] {
    const nest = tensorizedNest(loop);
    for (const selection of this.options.selections) {
      const lines = selection.nest?.(nest);
      if (lines) return [...lines];
    }
    return clearedText(nest, this.scope);
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
    const fragment = this.scope.fragments.get(tensor);
    if (fragment) return fragmentsDeclaration(storage, name, fragment);
    if (scope !== 'shared')
      throw new InstantiationError(
        `${tensor.name} is computed inside a block but stored in ${scope}, which its threads do not share: use shared memory`,
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

  /** The compiler unrolls it, except where iterations pick entries of a matrix, which fold only in text. */
  private pragmaUnrolled(loop: For): string[] {
    if (picksEntries(loop.body)) return this.unrolled(loop);
    const { from, to } = this.constantBounds(loop, 'unrolled');
    if (to <= from) return [];
    return this.counted(loop, this.options.integer, '#pragma unroll');
  }

  private vectorized(loop: For): string[] {
    const { from, to } = this.constantBounds(loop, 'vectorized');
    const { body } = loop;
    // What all lanes share goes outside.
    if (body.kind === 'if' && !uses(body.when, (v) => v === loop.loop)) {
      const loopOver = (side: Stmt): For => ({ ...loop, body: side });
      return this.branch({ ...body, then: loopOver(body.then), otherwise: loopOver(body.otherwise) });
    }
    if (body.kind !== 'store' || body.update || from !== 0 || !vectorType(body.tensor.dtype, to))
      return this.pragmaUnrolled(loop);
    return this.storeVector(body, loop.loop, to);
  }

  private storeVector(stmt: Store, v: Var, count: number): string[] {
    this.checkRegisters(stmt);
    const selected = this.selectedStore(stmt, { v, count });
    if (selected !== undefined) return [selected];
    if (this.options.selections.some((selection) => selection.storesEach?.(stmt.tensor)))
      return Array.from({ length: count }, (_, lane) => this.context.withValue(v, lane, () => this.store(stmt))).flat();
    const target = this.scope.values.vector(stmt.tensor, stmt.indices, { v, count });
    const { before, lanes, whole } = this.scope.values.lanes(stmt.value, { v, count }, stmt.tensor.dtype);
    if (target && whole) return [`*${target} = ${whole};`];
    const elements = (): string[] =>
      lanes.map((text, lane) =>
        this.context.withValue(v, lane, () => `${this.scope.values.element(stmt.tensor, stmt.indices)} = ${text};`),
      );
    const stores = target ? [`*${target} = ${vectorOf(stmt.tensor.dtype, lanes)};`] : elements();
    return before.length === 0 ? stores : ['{', ...indent([...before, ...stores]), '}'];
  }

  /** Registers have no addresses: which one it is must be known when the kernel is compiled. */
  private checkRegisters({ tensor, indices, value }: Store): void {
    const picks = (index: Index): boolean => uses(index, (v) => this.rolled.has(v));
    for (const access of [{ tensor, indices }, ...loadsOf(value)])
      if (this.registers.has(access.tensor) && access.indices.some((i) => picks(this.context.resolve(i))))
        throw new InstantiationError(`a loop over the register tile ${access.tensor.name} is not unrolled: unroll it`);
  }
}

function memory(pointer: string, shape: readonly number[]): Memory {
  return { kind: 'memory', pointer, strides: rowMajor(shape), slack: false };
}

function assignment(target: string, { tensor, update }: Store, value: string): string {
  if (update === undefined) return `${target} = ${value};`;
  if (update === 'max' || update === 'min') return `${target} = f${update}f(${target}, ${value});`;
  if (update === 'mul') return `${target} = ${target} * ${value};`;
  return liesAsValues(tensor.dtype) ? `${target} += ${value};` : `${target} = ${target} + ${value};`;
}

function picksEntries(stmt: Stmt): boolean {
  let found = false;
  eachStatement(stmt, (s) => {
    found ||= s.kind === 'store' && hasEntries(s.value);
  });
  return found;
}
