/** A loop nest as CUDA: a __global__ function for each stage that blocks of threads compute, in the order in which they are launched. */
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { isBlockAxis, isThreadAxis } from '../../../ir/loop.js';
import type { BlockAxis, ThreadAxis } from '../../../ir/loop.js';
import type { For, Nest, Stmt, Storage } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';
import { argumentsOf } from '../../../codegen/arguments.js';
import { calledIn } from '../../../codegen/called.js';
import { accessesOf, bytesOf, eachStatement, storagesOf } from '../../../codegen/accesses.js';
import { asyncHelpers } from './async.js';
import { barriersOf } from './barriers.js';
import { boxHelpers } from './box-text.js';
import { arrivalBytes, boxedTensors } from './boxes.js';
import type { BlockShape } from './barriers.js';
import { fragmentHelpers, fragmentsOf } from './fragments.js';
import { warpGroupHelpers, warpGroupStatements } from './warpgroups.js';
import { CudaFunction } from './function.js';
import { typesUsed } from './types.js';
import type { CudaKernel, Launch } from '../kernel.js';
import { indexHelpersFor } from '../../../codegen/index-text.js';
import { indent } from '../../../codegen/function-text.js';
import { alignmentOf } from '../../../codegen/swizzle.js';
import { Workspace } from '../../../codegen/workspace.js';

/** Bytes of shared memory that arrays of fixed size may have; more is asked for at the launch. */
const mostStaticShared = 48 * 1024;

/** Throws InstantiationError for what a GPU's kernel cannot be: statements outside blocks of threads. */
export function generateCuda(nest: Nest): CudaKernel {
  const workspace = new Workspace();
  const integer = longestOf(nest) < 2 ** 31 ? 'int' : 'long long';
  const kernels = kernelsOf(nest.body, new Map(), workspace).map((root, i, all) => {
    const name = all.length === 1 ? `${root.loop.stage}_kernel` : `${root.loop.stage}_kernel${i}`;
    return functionOf(root, name, integer, (body) => parametersOf(nest, body));
  });
  const { packs, unpack } = conversionsOf(nest, integer);
  const functions = [...packs, ...kernels, ...(unpack ? [unpack] : [])];
  const texts = functions.map(({ text }) => text);
  const alignment = Math.max(...functions.map((f) => f.dynamicAlignment));
  const declarations = [
    ...typesUsed(texts),
    ...helpersFor(texts, integer),
    ...(alignment > 0 ? [`extern __shared__ __align__(${alignment}) float4 dynamic_shared[];`] : []),
  ];
  return {
    language: 'cuda',
    source: [...declarations, ...texts].join('\n\n') + '\n',
    args: argumentsOf(nest),
    workspaceBytes: workspace.bytes,
    launches: kernels.map(({ launch }) => launch),
    ...(packs.length > 0 && { packs: packs.map(({ launch }) => launch) }),
    ...(unpack && { unpack: unpack.launch }),
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
  integer: 'int' | 'long long',
): { packs: GlobalFunction[]; unpack: GlobalFunction | undefined } {
  const conversion = (body: Stmt, name: string, parameters: (f: CudaFunction) => string[]): GlobalFunction =>
    functionOf(kernelsOf(body, new Map(), new Workspace())[0], name, integer, parameters);
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

function helpersFor(texts: readonly string[], integer: 'int' | 'long long'): string[] {
  const all = [...indexHelpersFor(integer), ...asyncHelpers, ...boxHelpers, ...fragmentHelpers];
  const helpers = [...calledIn(texts, all), ...warpGroupHelpers(texts)];
  return helpers.length > 0 ? [helpers.join('\n')] : [];
}

/** A stage that is a kernel of its own, and where in the workspace lies what its and other kernels' stages left there. */
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
  throw new InstantiationError('a stage is not computed by blocks of threads: bind its outermost loop to one');
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
  integer: 'int' | 'long long',
  parametersIn: (body: CudaFunction) => string[],
): GlobalFunction {
  const name = title.replace(/\W/g, '_');
  const { grid, block } = launchShape(loop);
  const sharedStorages = storagesOf(loop).filter(({ scope }) => scope === 'shared');
  const boxed = boxedTensors(loop);
  const arrivals = [...boxed.values()].reduce((n, { buffers }) => n + buffers, 0);
  const shared = placeShared(sharedStorages, arrivals * arrivalBytes);
  const ahead = new Set(sharedStorages.filter((s) => s.buffers !== undefined).map(({ tensor }) => tensor));
  const barriers = barriersOf(loop, block);
  const products = warpGroupStatements(loop);
  const body = new CudaFunction({
    integer,
    block,
    barriers,
    ahead,
    boxed,
    products,
    shown: products.size > 0 && sharedStorages.some(({ tensor }) => !boxed.has(tensor)),
    fragments: fragmentsOf(loop),
    sharedOffsets: shared.offsets,
  });
  const parameters = parametersIn(body);
  const { reads, writes } = accessesOf(loop);
  const used = [...stored].filter(([{ tensor }]) => reads.has(tensor) || writes.has(tensor));
  const lines = [
    ...used.map(([storage, offset]) => body.inWorkspace(storage, offset)),
    ...coordinates(loop, integer),
    ...body.boxes.begin(shared.offsets && shared.arrivals),
    ...body.statement(loop),
  ];
  const { threadX, threadY, threadZ } = block;
  const bounds = `__launch_bounds__(${threadX * threadY * threadZ})`;
  const text = [
    `extern "C" __global__ void ${bounds} ${name}(${[...parameters, ...body.boxes.parameters].join(', ')}) {`,
    ...indent(lines),
    '}',
  ];
  const launch: Launch = {
    name,
    grid: [grid.blockX, grid.blockY, grid.blockZ],
    block: [threadX, threadY, threadZ],
    sharedBytes: shared.offsets ? shared.bytes : 0,
    ...(body.boxes.maps.length > 0 && { maps: body.boxes.maps }),
  };
  return { text: text.join('\n'), launch, dynamicAlignment: shared.offsets ? shared.alignment : 0 };
}

/** The coordinates that loops are bound to, as signed integers; one that is always 0 is not used. */
function coordinates(kernel: Stmt, integer: string): string[] {
  const axes = { block: 'blockIdx', thread: 'threadIdx' } as const;
  const moving = [...boundExtents(kernel)].flatMap(([axis, extent]) => (extent > 1 ? [axis] : []));
  return moving.sort().map((axis) => {
    const kind = isBlockAxis(axis) ? axes.block : axes.thread;
    return `const ${integer} ${axis} = ${kind}.${axis.slice(-1).toLowerCase()};`;
  });
}

/** Of all loops on an axis the longest says how many blocks, or threads, there are. */
function launchShape(kernel: Stmt): { grid: Readonly<Record<BlockAxis, number>>; block: BlockShape } {
  const longest = boundExtents(kernel);
  const extent = (axis: BlockAxis | ThreadAxis): number => longest.get(axis) ?? 1;
  return {
    grid: { blockX: extent('blockX'), blockY: extent('blockY'), blockZ: extent('blockZ') },
    block: { threadX: extent('threadX'), threadY: extent('threadY'), threadZ: extent('threadZ') },
  };
}

function boundExtents(kernel: Stmt): Map<BlockAxis | ThreadAxis, number> {
  const longest = new Map<BlockAxis | ThreadAxis, number>();
  eachStatement(kernel, (s) => {
    if (s.kind !== 'for') return;
    if (!isBlockAxis(s.annotation) && !isThreadAxis(s.annotation)) return;
    longest.set(s.annotation, Math.max(longest.get(s.annotation) ?? 1, ix.range(s.to).max));
  });
  return longest;
}

interface SharedPlaces {
  readonly bytes: number;
  readonly alignment: number;
  /** Where the barriers of boxes lie. */
  readonly arrivals: number;
  /** Undefined where arrays of fixed size can hold all. */
  readonly offsets: Map<Tensor, number> | undefined;
}

/** Where shared tensors lie, one after the other, and behind them the barriers of boxes. */
function placeShared(storages: readonly Storage[], ofArrivals: number): SharedPlaces {
  const offsets = new Map<Tensor, number>();
  let bytes = 0;
  for (const storage of storages) {
    const alignment = alignmentOf(storage);
    const offset = Math.ceil(bytes / alignment) * alignment;
    offsets.set(storage.tensor, offset);
    bytes = offset + Math.ceil(bytesOf(storage) / 16) * 16;
  }
  const alignment = Math.max(0, ...storages.map(alignmentOf));
  const all = bytes + ofArrivals;
  return { bytes: all, alignment, arrivals: bytes, offsets: all > mostStaticShared ? offsets : undefined };
}

/** Elements of the largest tensor, tiles that run over its end included. */
function longestOf({ inputs, output, body, packs, unpack }: Nest): number {
  const elements = (shape: readonly number[]): number => shape.reduce((n, extent) => n * extent, 1);
  const packed = [...packs, ...(unpack ? [unpack] : [])].map((one) => one.packed);
  const all = [...inputs, output, ...packed, ...storagesOf(body)].map(({ shape }) => 2 * elements(shape));
  return Math.max(...all);
}
