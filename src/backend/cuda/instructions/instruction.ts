/**
 * An instruction of NVIDIA's GPUs, or a few that belong together, as data: where it is available, what it takes of a
 * kernel's loop nest, what text it puts there, and the definitions that this text calls. `registry.ts` lists them; the
 * code generator goes through the list.
 */
import type { Stmt, Storage, Store, Wait } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';
import type { Scope } from '../codegen/scope.js';
import type { TensorizedNest } from '../../../codegen/tensorized.js';
import type { Struct } from '../codegen/types.js';
import type { Lanes } from '../codegen/value.js';
import type { TensorMap } from '../cuda-kernel.js';

export interface Instruction {
  /** As PTX names it. */
  readonly name: string;
  readonly availability: Availability;
  /** Names that its text declares in a function. */
  readonly locals?: readonly string[];
  /** Structs that its text names. The emulator has its own in their place. */
  readonly structs?: readonly Struct[];
  /**
   * Definitions of the functions that the texts of a source call. Each says, where `TUNE_CUDA_HOST_H` is defined, what
   * the emulator (`native/cuda/host.h`) does in place of the instruction.
   */
  definitions(texts: readonly string[]): readonly string[];
  /**
   * What it does in a kernel; undefined where it is of no use there. Throws InstantiationError for what it can not do.
   */
  select(kernel: KernelNest, scope: Scope): Selection | undefined;
}

/**
 * PTX's version, and either the first architecture (by number) that has it or, where later ones do not keep it, all
 * that have it.
 */
type Availability = { readonly ptx: string } & ({ readonly since: number } | { readonly only: readonly number[] });

/** Whether an architecture, by the number in its name, has the instruction. */
export function isAvailable({ availability }: Instruction, architecture: number): boolean {
  return 'since' in availability ? architecture >= availability.since : availability.only.includes(architecture);
}

/** The loop nest of one `__global__` function. */
export interface KernelNest {
  readonly body: Stmt;
  /** What it keeps in shared memory. */
  readonly shared: readonly Storage[];
  readonly tensorized: readonly TensorizedNest[];
}

/** An instruction at work in one kernel. Text is asked for in the order in which it stands in the source. */
export interface Selection {
  /** Shared tensors whose readers wait for what it wrote by means of its own, and need no barrier of the block. */
  readonly fills?: ReadonlySet<Tensor>;
  /** Shared memory that it needs for itself, in bytes. */
  readonly sharedBytes?: number;
  /** What must stand before a barrier so that it reads what threads have written to shared memory. */
  readonly fence?: string;
  /**
   * Tensors that the function takes a map of, by the names of these parameters; complete when all its statements are
   * made.
   */
  readonly maps?: ReadonlyMap<string, TensorMap>;
  /** What stands before all statements; `offset` is that of its bytes in dynamic shared memory, if they lie there. */
  begin?(offset: number | undefined): readonly string[];
  /** Tensorized loops; undefined where they are not for this instruction. */
  nest?(nest: TensorizedNest): readonly string[] | undefined;
  /** A store of one element, or of neighbours along a loop; undefined where it is not for this instruction. */
  store?(store: Store, lanes?: Lanes): string | undefined;
  /** Whether neighbours that it can not store at once should be stored one by one. */
  storesEach?(tensor: Tensor): boolean;
  /** A statement with what it needs around it. */
  around?(stmt: Stmt, lines: readonly string[]): readonly string[];
  /** Ends a group of copies. */
  commit?(): readonly string[];
  /** Waits for copies. */
  wait?(wait: Wait): readonly string[];
  /** What follows the last statement in which a storage is alive. */
  end?(storage: Storage, body: Stmt): readonly string[];
}
