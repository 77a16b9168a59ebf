/** The statements of one C function, from a loop nest. */
import { cutAtCondition } from '../../../ir/cut-at-condition.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { stride } from '../../../ir/index-facts.js';
import type { Index } from '../../../ir/index.js';
import type { Alloc, For, Prefetch, Stmt, Store, Storage } from '../../../ir/nest.js';
import { computedIn } from '../../../ir/tensor.js';
import type { DType, ReductionOp, Tensor, Value } from '../../../ir/tensor.js';
import { elementType } from '../../../elements/registry.js';
import type { ElementType } from '../../../elements/element-type.js';
import { memoryType } from '../isa/vector-type.js';
import { bytesOf } from '../../../codegen/accesses.js';
import { Context } from '../../../codegen/context.js';
import type { VectorLoop } from '../../../codegen/context.js';
import { registers, rowMajor } from '../../../codegen/places.js';
import type { Memory, Place } from '../../../codegen/places.js';
import { Bases } from './bases.js';
import { PairProducts } from './pair-products.js';
import { Runs } from './runs.js';
import { holdsStages, isLong, Stages } from './stages.js';
import { Transposes } from './transpose.js';
import { ValueText } from './value.js';
import { scalarType, type Precision } from './scalars.js';
import { Dots } from './dots.js';
import { Matrices } from './matrices.js';
import type { VectorHelpers } from './vector.js';
import { FunctionText, indent } from '../../../codegen/function-text.js';
import { operators } from '../../../codegen/scalar-text.js';
import { registerShape } from '../../../codegen/register-shape.js';
import { Workspace } from '../../../codegen/workspace.js';

/** Names that the generated source declares or uses itself. */
const reserved = [
  ...['kernel', 'pack', 'run', 'workspace', 'args', 'packed', 'own', 'lanes'],
  ...['min_float', 'max_float', 'min_double', 'max_double'],
];

export class CFunction extends FunctionText {
  openmp = false;
  readonly stages = new Stages();
  private readonly values: ValueText;
  private readonly transposes: Transposes;
  private readonly bases: Bases;
  private readonly dots: Dots;
  private readonly matrices: Matrices | undefined;
  private readonly runs: Runs;
  private readonly pairProducts: PairProducts;
  private readonly shared = new Workspace();
  /** Buffers of one thread, inside a parallel loop. */
  private private: Workspace | undefined;

  constructor(
    private readonly vectors: VectorHelpers,
    private readonly threads: number,
    private readonly precision: Precision,
  ) {
    super(new Context(reserved));
    this.runs = new Runs(this.context);
    this.transposes = new Transposes(vectors);
    this.bases = new Bases(this.context);
    this.values = new ValueText(this.context, vectors, this.transposes, this.bases, precision);
    this.dots = new Dots(this.context, vectors, this.bases, this.values);
    this.pairProducts = new PairProducts(vectors, this.values);
    const { matrices } = vectors;
    this.matrices = matrices && new Matrices(this.context, matrices, this.bases);
  }

  get workspaceBytes(): number {
    return this.shared.bytes;
  }

  /** Declares a tensor as a parameter; `packedShape`: as it lies in memory where that is packed. */
  argument(
    tensor: Tensor,
    direction: 'in' | 'out',
    packedShape?: readonly number[],
    hasRoom = packedShape !== undefined,
  ): string {
    const pointer = this.context.name(tensor);
    const place: Memory = {
      kind: 'memory',
      pointer,
      strides: rowMajor(packedShape ?? tensor.shape),
      slack: hasRoom,
    };
    this.context.places.set(tensor, place);
    const declaration = `${direction === 'in' ? 'const ' : ''}${pointee(tensor)} *restrict ${pointer}`;
    this.stages.declare(declaration);
    return declaration;
  }

  protected prefetch({ tensor, indices, behind }: Prefetch): string[] {
    const place = this.context.place(tensor);
    if (place.kind !== 'memory') throw new Error(`${tensor.name} is in registers and cannot be prefetched`);
    const { vector } = this.context;
    const from = this.context.offset(tensor, indices);
    const at = ix.substitute(behind ? ix.add(from, this.context.resolve(behind)) : from, (v) =>
      v === vector?.v ? ix.zero : undefined,
    );
    // 0: to read it, 2: into the second cache.
    return [`__builtin_prefetch(${place.pointer} + ${this.context.text(at)}${behind ? ', 0, 2' : ''});`];
  }

  protected loop(loop: For): string[] {
    switch (loop.annotation) {
      case 'unroll':
        return this.unrolled(loop);
      case 'vectorize':
        return this.vectorized(loop);
      case 'parallel':
        return this.parallel(loop);
      case 'tensorize':
        return this.tensorized(loop);
      case 'serial':
        return this.runs.text(loop) ?? this.inParts(loop) ?? this.serial(loop);
      default:
        throw new Error(`${loop.loop.name} is bound to ${loop.annotation}, which a CPU does not have`);
    }
  }

  /** A loop over a branch, as loops that test nothing. */
  private inParts(loop: For): string[] | undefined {
    const isSingle = ({ from, to }: For): boolean => ix.subtract(to, from).constant === 1;
    return cutAtCondition(loop)?.flatMap((part) => (isSingle(part) ? this.unrolled(part) : this.loop(part)));
  }

  private tensorized(loop: For): string[] {
    if (this.context.vector) return this.lines(this.dots.text(loop, this.context.vector));
    const inMatrices = this.matrices?.text(loop);
    return inMatrices ? this.lines(...inMatrices) : this.unrolled(loop);
  }

  /** On one thread long texts of outermost loops are stages, or of those inside of a short one. */
  private serial(loop: For): string[] {
    if (this.threads > 1 || !this.stages.isOutermost) return this.plain(loop);
    if (holdsStages(loop)) {
      const variable = `long ${this.context.name(loop.loop)}`;
      return this.stages.within(variable, () => this.bases.afresh(() => this.counted(loop, 'long')));
    }
    const lines = this.bases.afresh(() => this.plain(loop));
    return isLong(lines) ? this.stages.cut(lines) : lines;
  }

  /** Unlike nvcc, gcc unrolls no loop unasked that is worth a knob. */
  private plain(loop: For): string[] {
    const { unrollFactor = 1 } = loop;
    const pragma = unrollFactor > 1 ? `#pragma GCC unroll ${unrollFactor}` : undefined;
    return this.stages.withinLoop(`long ${this.context.name(loop.loop)}`, () => this.counted(loop, 'long', pragma));
  }

  private vectorized(loop: For): string[] {
    if (this.context.vector)
      throw new InstantiationError('a vectorized loop contains another: vectorize only the innermost');
    const { from, to } = this.constantBounds(loop, 'vectorized');
    if (from !== 0 || to > loop.lanes)
      throw new InstantiationError(`${loop.loop.name} is vectorized but longer than a vector: split it`);
    const vector: VectorLoop = { v: loop.loop, lanes: to, width: loop.lanes };
    return this.context.withVector(vector, () => this.statement(loop.body));
  }

  private parallel(loop: For): string[] {
    if (this.threads === 1 || this.private) return this.loop({ ...loop, annotation: 'serial' });
    this.openmp = true;
    this.private = new Workspace();
    const body = this.bases.afresh(() => this.plain(loop));
    const bytes = this.private.bytes;
    this.private = undefined;
    if (body.length === 0) return [];
    const pragma = `#pragma omp parallel for schedule(static) num_threads(${this.threads})`;
    if (bytes === 0) return this.stages.cut([pragma, ...body]);
    return this.shared.within(bytes * this.threads, (offset) => {
      const own = `  char *const own = workspace + ${offset} + ${bytes}L * omp_get_thread_num();`;
      return this.stages.cut([pragma, ...body.slice(0, 1), own, ...body.slice(1)]);
    });
  }

  protected alloc({ storage, body }: Alloc): string[] {
    return storage.scope === 'register' ? this.allocRegisters(storage, body) : this.allocMemory(storage, body);
  }

  private allocRegisters(storage: Storage, body: Stmt): string[] {
    const name = this.context.name(storage.tensor);
    const { dims, lanes } = registerShape(storage, body);
    const place = registers(name, storage.shape, dims, lanes);
    const element = elementType(storage.tensor.dtype);
    const type = place.lanes === 1 ? scalarType(element, this.precision) : this.vectors.type(element, place.lanes);
    const lines = this.stages.withinRegisters(() => this.placed(storage.tensor, place, body));
    const names = Array.from({ length: place.count }, (_, i) => `${name}_${i}`);
    return ['{', `  ${type} ${names.join(', ')};`, ...indent(lines), '}'];
  }

  private allocMemory(storage: Storage, body: Stmt): string[] {
    const [area, base] = this.private ? [this.private, 'own'] : [this.shared, 'workspace'];
    const matrices = storage.scope === 'fragment' ? this.matrices : undefined;
    return area.within(matrices ? matrices.bytesOf(storage) : bytesOf(storage), (offset) => {
      const pointer = this.context.name(storage.tensor);
      const type = pointee(storage.tensor);
      const inRows: Memory = { kind: 'memory', pointer, strides: rowMajor(storage.shape), slack: true };
      const place = matrices?.place(storage, pointer) ?? inRows;
      const lines = this.stages.within(`${type} *restrict ${pointer}`, () => this.placed(storage.tensor, place, body));
      return ['{', `  ${type} *restrict ${pointer} = (${type} *)(${base} + ${offset});`, ...indent(lines), '}'];
    });
  }

  /** The lines of a whole function. */
  whole(stmt: Stmt): string[] {
    this.matrices?.enter(stmt, ({ annotation }) => annotation === 'parallel' && this.threads > 1);
    return this.inBlock(stmt);
  }

  override statement(stmt: Stmt): string[] {
    const lines = (): string[] => super.statement(stmt);
    return this.matrices ? this.matrices.around(stmt, lines) : lines();
  }

  /** A statement between braces of its own. */
  protected override inBlock(stmt: Stmt): string[] {
    const lines = (): string[] => this.bases.within(() => this.transposes.within(() => super.inBlock(stmt)));
    return this.matrices ? this.matrices.within(lines) : lines();
  }

  protected store(stmt: Store): string[] {
    const inMatrices = this.matrices?.storeText(stmt);
    if (inMatrices) return this.lines(...inMatrices);
    const line = this.storeLine(stmt);
    const place = this.context.place(stmt.tensor);
    if (place.kind === 'registers') this.transposes.forget(place.name);
    return this.lines(line);
  }

  /** Statements behind what they need. */
  private lines(...lines: readonly string[]): string[] {
    return [...this.bases.flush(), ...this.transposes.flush(), ...lines];
  }

  private storeLine(stmt: Store): string {
    const { context } = this;
    const loop = context.vector;
    const place = context.place(stmt.tensor);
    const at = context.offset(stmt.tensor, stmt.indices);
    const type = elementType(stmt.tensor.dtype);
    const as = typeOfStored(stmt);
    const isSaturated = as !== type && stmt.update === undefined && this.precision === 'float';
    const computed = isSaturated ? withoutLimits(stmt.value, type) : stmt.value;
    if (!loop)
      return this.assign(this.values.element(place, type, at, 'write'), stmt, this.values.of(computed, as).text, as);
    const step = stride(at, loop.v);
    const first = ix.substitute(at, (v) => (v === loop.v ? ix.zero : undefined));
    const register = step === 1 && place.kind === 'registers' ? this.values.register(place, first, loop) : undefined;
    if (register !== undefined && stmt.update === 'add' && as === type) {
      const sums = this.pairProducts.added(register, computed, type, loop);
      if (sums !== undefined) return `${register} = ${sums};`;
    }
    const value = this.values.asVector(computed, as, loop);
    if (step === 1 && place.kind === 'memory') return this.storeVector(stmt, place, first, value, as, loop);
    return register ? this.assign(register, stmt, value, as, loop) : this.scatter(stmt, place, at, value, as, loop);
  }

  /** `as`: the type of the value. */
  private assign(target: string, { tensor, update }: Store, value: string, as: ElementType, loop?: VectorLoop): string {
    const type = elementType(tensor.dtype);
    if (update === undefined) return `${target} = ${this.converted(value, as, type, loop)};`;
    if (update === 'add' && as === type) return `${target} += ${value};`;
    const updated = this.updated(update, this.converted(target, type, as, loop), value, as, loop);
    return `${target} = ${this.converted(updated, as, type, loop)};`;
  }

  /** What an element, or a vector of them, comes to when it takes a value up. */
  private updated(op: ReductionOp, old: string, value: string, as: ElementType, loop: VectorLoop | undefined): string {
    if (op === 'add' || op === 'mul') return `${old} ${operators[op]} ${value}`;
    if (loop) return this.vectors.extreme(op, as, old, value, loop.width);
    return this.vectors.scalarExtreme(op, old, value, as, this.precision);
  }

  private storeVector(
    stmt: Store,
    place: Memory,
    first: Index,
    value: string,
    as: ElementType,
    loop: VectorLoop,
  ): string {
    const type = elementType(stmt.tensor.dtype);
    const address = this.bases.address(place, type, first, 'write');
    const old = (): string => this.converted(this.vectors.load(type, address, loop.width, loop.lanes), type, as, loop);
    const taken = stmt.update ? this.updated(stmt.update, old(), value, as, loop) : value;
    return this.vectors.store(type, address, this.converted(taken, as, type, loop), loop.width, loop.lanes);
  }

  private converted(text: string, from: ElementType, to: ElementType, loop: VectorLoop | undefined): string {
    return from === to ? text : this.vectors.converted(text, from, to, loop?.width, 'float');
  }

  /** Stores a vector's lanes one by one, where they are not contiguous. */
  private scatter(stmt: Store, place: Place, at: Index, value: string, as: ElementType, loop: VectorLoop): string {
    const type = elementType(stmt.tensor.dtype);
    const lanes: string[] = [];
    for (let lane = 0; lane < loop.lanes; lane++) {
      const one = ix.substitute(at, (v) => (v === loop.v ? ix.constant(lane) : undefined));
      lanes.push(this.assign(this.values.element(place, type, one, 'write'), stmt, `lanes[${lane}]`, as));
    }
    return `{ const ${this.vectors.type(as, loop.width)} lanes = ${value}; ${lanes.join(' ')} }`;
  }
}

/** The type of a tensor's elements in C. */
function pointee({ dtype }: Tensor): string {
  return memoryType(elementType(dtype));
}

/** The type that what is stored is computed in; elements that are only copied stay as they lie. */
function typeOfStored({ tensor: { dtype }, value, update }: Store): ElementType {
  return elementType(update === undefined && isCopy(value, dtype) ? dtype : computedIn(dtype));
}

/** A value without limits of whole numbers that are those of their type, to which what is stored saturates. */
function withoutLimits(value: Value, type: ElementType): Value {
  if (type.kind !== 'whole' || value.kind !== 'binary' || value.b.kind !== 'constant') return value;
  const [least, largest] = type.limits;
  const isOfType = (value.op === 'max' && value.b.value <= least) || (value.op === 'min' && value.b.value >= largest);
  return isOfType ? withoutLimits(value.a, type) : value;
}

/** Whether a value is an element of a type, or zero. */
function isCopy(value: Value, dtype: DType): boolean {
  switch (value.kind) {
    case 'load':
      return value.tensor.dtype === dtype;
    case 'constant':
      return value.value === 0;
    case 'select':
      return isCopy(value.then, dtype) && isCopy(value.otherwise, dtype);
    default:
      return false;
  }
}
