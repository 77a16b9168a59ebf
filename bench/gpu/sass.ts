/** The instructions of a GPU's functions, as CUDA's disassemblers write them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cudaHomes } from '../../src/backend/cuda/nvcc.js';

/** Instructions of a loop as they are written: each once. */
export interface LoopCounts {
  readonly instructions: number;
  /** Products of matrix tiles: HMMA, HGMMA. */
  readonly matrix: number;
  readonly multiplyAdds: number;
  /** From register to register. */
  readonly moves: number;
}

/** nvdisasm or cuobjdump with its options, as the PATH has it, or else where the toolkit is; undefined without them. */
export function findDisassembler(env: NodeJS.ProcessEnv = process.env): readonly [string, string] | undefined {
  const onPath = (env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  const folders = [...onPath, ...cudaHomes(env).map((home) => join(home, 'bin'))];
  const programs = [
    ['nvdisasm', '-c'],
    ['cuobjdump', '-sass'],
  ] as const;
  return programs
    .flatMap(([name, option]) => folders.map((folder) => [join(folder, name), option] as const))
    .find(([path]) => existsSync(path));
}

/**
 * Of each function in a disassembly its main loop, if it has one: the shortest of the loops with most products, those
 * of matrices or else of numbers. A loop is what lies between a branch back and where it leads.
 */
export function mainLoops(disassembly: string): ReadonlyMap<string, LoopCounts> {
  const functions = disassembly.split(/\.section\s+\.text\.(?=\w+,)|\bFunction : /).slice(1);
  return new Map(
    functions.flatMap((text) => {
      const best = loopsOf(text).sort(
        (a, b) => b.matrix - a.matrix || b.multiplyAdds - a.multiplyAdds || a.instructions - b.instructions,
      );
      const loop = best.at(0);
      return loop && loop.matrix + loop.multiplyAdds > 0 ? [[/^\w+/.exec(text)![0], loop] as const] : [];
    }),
  );
}

function loopsOf(text: string): LoopCounts[] {
  const names: string[] = [];
  const places = new Map<string, number>();
  const loops: LoopCounts[] = [];
  for (const line of text.split('\n')) {
    const label = /^(\.L\w+):/.exec(line)?.[1];
    if (label !== undefined) places.set(label, names.length);
    const [, address, name, operands] = instruction.exec(line) ?? [];
    if (address === undefined || name === undefined || operands === undefined) continue;
    places.set(`0x${address.replace(/^0+(?=.)/, '')}`, names.length);
    names.push(name);
    const from = name.startsWith('BRA') ? places.get(/\.L\w+|0x[0-9a-f]+/.exec(operands)?.[0] ?? '') : undefined;
    if (from !== undefined) loops.push(countsOf(names.slice(from)));
  }
  return loops;
}

/** Address, name without predicate, operands. */
const instruction = /^\s*\/\*([0-9a-f]{4,})\*\/\s+(?:@!?\w+\s+)?([A-Z][\w.]*)([^;]*);/;

function countsOf(names: readonly string[]): LoopCounts {
  const count = (pattern: RegExp): number => names.filter((name) => pattern.test(name)).length;
  return {
    instructions: names.length,
    matrix: count(/^\w*MMA\b/),
    multiplyAdds: count(/^FFMA/),
    moves: count(/^U?MOV\b|^IMAD\.MOV\b/),
  };
}
