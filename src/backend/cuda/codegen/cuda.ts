/**
 * A loop nest as CUDA: a __global__ function for each stage that blocks of threads compute, in the order in which they
 * are launched.
 */
import { accessesOf, bytesOf, storagesOf } from '../../../codegen/accesses.js';
import { argumentsOf } from '../../../codegen/arguments.js';
import { usedDefinitions } from '../../../codegen/used-definitions.js';
import { indent } from '../../../codegen/function-text.js';
import { indexHelpersFor } from '../../../codegen/index-text.js';
import { elements } from '../../../codegen/places.js';
import { Workspace } from '../../../codegen/workspace.js';
import { InstantiationError } from '../../../ir/errors.js';
import { isBlockAxis } from '../../../ir/loop.js';
import type { For, Nest, Stmt, Storage } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';
import { instructions, selectInstructions } from '../instructions/registry.js';
import type { KernelNest } from '../instructions/instruction.js';
import type { CudaKernel, Launch } from '../cuda-kernel.js';
import { barriersOf } from './barriers.js';
import { fragmentsOf, fragmentStructs } from './fragments.js';
import { CudaFunction } from './function.js';
import { functionDefinitions } from './functions.js';
import type { Integer } from './function.js';
import { coordinates, launchShape } from './launch-shape.js';
import { Scope } from './scope.js';
import { placeShared } from './shared-memory.js';
import { tensorizedNests } from '../../../codegen/tensorized.js';
import { typesUsed } from './types.js';
import { defined } from '../../../target/defined.js';

const structs = [...fragmentStructs, ...instructions.flatMap((instruction) => instruction.structs ?? [])];
/** Names that no loop or tensor may have. */
const taken = [...structs.map(([name]) => name), ...instructions.flatMap((instruction) => instruction.locals ?? [])];

/** Throws InstantiationError for what a GPU's kernel cannot be: statements outside blocks of threads. */
export function generateCuda(nest: Nest): CudaKernel {
  const workspace = new Workspace();
  const integer: Integer = longestOf(nest) < 2 ** 31 ? 'int' : 'long long';
  const kernels = kernelsOf(nest.body, new Map(), workspace).map((root, i, all) => {
    const name = all.length === 1 ? `${root.loop.stage}_kernel` : `${root.loop.stage}_kernel${i}`;
    return functionOf(root, name, integer, (body) => parametersOf(nest, body));
  });
  const { packs, unpack } = conversionsOf(nest, integer);
  const functions = [...packs, ...kernels, ...(unpack ? [unpack] : [])];
  const texts = functions.map(({ text }) => text);
  const alignment = Math.max(...functions.map((f) => f.dynamicAlignment));
  const declarations = [
    ...typesUsed(texts, structs),
    ...helpersFor(texts, integer),
    ...(alignment > 0 ? [`extern __shared__ __align__(${alignment}) float4 dynamic_shared[];`] : []),
  ];
  return {
    language: 'cuda',
    source: [...declarations, ...texts].join('\n\n') + '\n',
    args: argumentsOf(nest),
    workspaceBytes: workspace.bytes,
    launches: kernels.map(({ launch }) => launch),
    ...defined({
      packs: packs.length > 0 ? packs.map(({ launch }) => launch) : undefined,
      unpack: unpack && unpack.launch,
    }),
  };
}

/** Of what is on the clock, where packed arguments are packed. */
function parametersOf({ inputs, output, packs, unpack }: Nest, body: CudaFunction): string[] {
  const input = (t: Tensor): string => {
    const packed = packs.find(({ original }) => original === t)?.packed;
    return packed ? body.parameter(packed.tensor, 'in', packed.shape) : body.parameter(t, 'in');
  };
  return [...inputs.map(input), body.parameter(output, 'out', unpack?.packed.shape), 'char *__restrict__ workspace'];
}

/** What runs off the clock: a function for each packed input, in their order, and one for a packed output. */
function conversionsOf(
  { inputs, packs, unpack }: Nest,
  integer: Integer,
): { packs: GlobalFunction[]; unpack: GlobalFunction | undefined } {
  const conversion = (body: Stmt, name: string, parameters: (f: CudaFunction) => string[]): GlobalFunction => {
    const root = kernelsOf(body, new Map(), new Workspace()).at(0);
    if (!root) throw new Error(`${name} has an empty body`);
    return functionOf(root, name, integer, parameters);
  };
  const inOrder = inputs.flatMap((t) => packs.filter(({ original }) => original === t));
  return {
    packs: inOrder.map(({ original, packed, body }) =>
      conversion(body, `${original.name}_pack`, (f) => [
        f.parameter(original, 'in'),
        f.parameter(packed.tensor, 'out', packed.shape),
      ]),
    ),
    unpack:
      unpack &&
      conversion(unpack.body, `${unpack.output.name}_unpack`, (f) => [
        f.parameter(unpack.packed.tensor, 'in', unpack.packed.shape),
        f.parameter(unpack.output, 'out'),
      ]),
  };
}

function helpersFor(texts: readonly string[], integer: Integer): string[] {
  const helpers = [
    ...usedDefinitions(texts, indexHelpersFor('static __device__ inline', integer)),
    ...usedDefinitions(texts, functionDefinitions),
    ...instructions.flatMap((instruction) => instruction.definitions(texts)),
  ];
  return helpers.length > 0 ? [helpers.join('\n')] : [];
}

/**
 * A stage that is a kernel of its own, and where in the workspace lies what its and other kernels' stages left there.
 */
interface Root {
  readonly loop: For;
  readonly stored: ReadonlyMap<Storage, number>;
}

function kernelsOf(stmt: Stmt, stored: ReadonlyMap<Storage, number>, workspace: Workspace): Root[] {
  switch (stmt.kind) {
    case 'block':
      return stmt.body.flatMap((s) => kernelsOf(s, stored, workspace));
    case 'alloc':
      return workspace.within(bytesOf(stmt.storage), (offset) =>
        kernelsOf(stmt.body, new Map(stored).set(stmt.storage, offset), workspace),
      );
    case 'for':
      if (isBlockAxis(stmt.annotation)) return [{ loop: stmt, stored }];
  }
  throw new InstantiationError('a stage has no loop bound to blocks: bind its outermost loop');
}

interface GlobalFunction {
  readonly text: string;
  readonly launch: Launch;
  /** Of the dynamic shared memory, in bytes; 0 where there is none. */
  readonly dynamicAlignment: number;
}

function functionOf(
  { loop, stored }: Root,
  title: string,
  integer: Integer,
  parametersIn: (body: CudaFunction) => string[],
): GlobalFunction {
  const name = title.replace(/\W/g, '_');
  const { grid, block } = launchShape(loop);
  const kernel = kernelNest(loop);
  const scope = new Scope(fragmentsOf(kernel.tensorized, keptInFragments(loop)), taken);
  const selections = selectInstructions(kernel, scope);
  const shared = placeShared(kernel.shared, selections);
  const filled = new Set(selections.flatMap(({ fills = [] }) => [...fills]));
  const threadsWrite = kernel.shared.some(({ tensor }) => !filled.has(tensor));
  const body = new CudaFunction(scope, {
    integer,
    block,
    barriers: barriersOf(loop, block, filled),
    fences: threadsWrite ? selections.flatMap(({ fence = [] }) => fence) : [],
    selections,
    sharedOffsets: shared.offsets,
  });
  const parameters = parametersIn(body);
  const { reads, writes } = accessesOf(loop);
  const used = [...stored].filter(([{ tensor }]) => reads.has(tensor) || writes.has(tensor));
  const lines = [
    ...used.map(([storage, offset]) => body.inWorkspace(storage, offset)),
    ...coordinates(loop, integer),
    ...selections.flatMap((selection) => selection.begin?.(shared.behind.get(selection)) ?? []),
    ...body.statement(loop),
  ];
  const maps = new Map(selections.flatMap((selection) => [...(selection.maps ?? [])]));
  const mapParameters = [...maps.keys()].map((map) => `const __grid_constant__ tensor_map ${map}`);
  const { threadX, threadY, threadZ } = block;
  const bounds = `__launch_bounds__(${threadX * threadY * threadZ})`;
  const text = [
    `extern "C" __global__ void ${bounds} ${name}(${[...parameters, ...mapParameters].join(', ')}) {`,
    ...indent(lines),
    '}',
  ];
  const launch: Launch = {
    name,
    grid: [grid.blockX, grid.blockY, grid.blockZ],
    block: [threadX, threadY, threadZ],
    sharedBytes: shared.offsets ? shared.bytes : 0,
    ...defined({ maps: maps.size > 0 ? [...maps.values()] : undefined }),
  };
  return { text: text.join('\n'), launch, dynamicAlignment: shared.offsets ? shared.alignment : 0 };
}

function kernelNest(body: Stmt): KernelNest {
  const shared = storagesOf(body).filter(({ scope }) => scope === 'shared');
  return { body, shared, tensorized: tensorizedNests(body) };
}

function keptInFragments(body: Stmt): Set<Tensor> {
  return new Set(storagesOf(body).flatMap(({ tensor, scope }) => (scope === 'fragment' ? [tensor] : [])));
}

/** Elements of the largest tensor, tiles that run over its end included. */
function longestOf({ inputs, output, body, packs, unpack }: Nest): number {
  const packed = [...packs, ...(unpack ? [unpack] : [])].map((one) => one.packed);
  const all = [...inputs, output, ...packed, ...storagesOf(body)].map(({ shape }) => 2 * elements(shape));
  return Math.max(...all);
}
