import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { explain, exitCodeOf } from '../../src/cli/errors.js';
import { functionNames } from '../../src/backend/cuda/unit.js';
import { nativeProgram } from '../../src/measure/native.js';
import { Scratch } from '../../src/measure/scratch.js';
import { UsageError, WorkError } from '../../src/target/errors.js';
import { machine } from '../../src/target/machine.js';
import { parseCuda, type CudaTarget } from '../../src/backend/cuda/target.js';
import { findTemplate } from '../../src/templates/registry.js';
import { markdownTable } from '../markdown-table.js';
import { fullSizeKernel, fullSizes, type FullSize } from './full-size.js';
import { findDisassembler, mainLoops, type LoopCounts } from './sass.js';
import { asCudaKernel } from '../../src/backend/cuda/builder.js';
import { openBuilder } from '../../src/backend/cuda/device.js';

interface Options {
  readonly arch: string;
  readonly template?: string;
}

/** What compilers make of the templates, which needs no GPU. */
const program = new Command()
  .name('bench:gpu:code')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Compiles a full-size config of each CUDA template and reports what its functions need, and the instructions of their main loops, in a table.',
  )
  .option('--arch <name>', 'architecture', 'sm_90')
  .option('--template <name>', 'this one alone')
  .action(async ({ arch, template }: Options) => {
    const chosen = template === undefined ? fullSizes : ofTemplate(findTemplate(template).name);
    const target = parseCuda(new Map([['arch', arch]]), undefined);
    if (findDisassembler() === undefined)
      say('neither nvdisasm nor cuobjdump is found: the columns of the main loops stay empty.');
    const rows: string[][] = [];
    for (const one of chosen) rows.push(...(await rowsOf(one, target)));
    process.stdout.write(`${markdownTable(head, rows)}\n`);
  });

const head = ['template', 'workload', 'function', 'registers', 'spilled bytes', 'shared bytes'].concat([
  'instructions of the main loop',
  'matrix products',
  'multiply-adds',
  'moves',
]);

function ofTemplate(name: string): readonly FullSize[] {
  const found = fullSizes.filter(({ template }) => template === name);
  if (found.length > 0) return found;
  throw new UsageError(
    `${name} has no config here: take one of ${[...new Set(fullSizes.map(({ template }) => template))].join(', ')}.`,
  );
}

/** A row for each function of a kernel. */
async function rowsOf(one: FullSize, target: CudaTarget): Promise<string[][]> {
  const kernel = fullSizeKernel(one, target);
  if (typeof kernel === 'string') {
    say(`${one.template} is left out for ${target.arch}: ${kernel}.`);
    return [];
  }
  const scratch = new Scratch();
  const native = await nativeProgram(scratch);
  const builder = openBuilder({
    native,
    scratch,
    jobs: machine().cores,
    compiler: undefined,
    timeoutSeconds: 120,
  });
  try {
    const batch = builder.batch(target, 1);
    const adding = batch.add(kernel);
    batch.end();
    const built = await adding;
    if ('error' in built)
      throw new WorkError(
        `${one.template} cannot be built for ${target.arch} (${built.message}): mend it, or its config in bench/gpu/full-size.ts.`,
      );
    const { path, suffix = '', resources = [] } = built;
    const loops = loopsOf(path);
    return functionNames(asCudaKernel(kernel)).map((name, i) => {
      const { registers, spillBytes, sharedBytes } = resources[i]!;
      const loop = loops.get(name + suffix);
      const needs = [registers, spillBytes, sharedBytes].map(String);
      const parts = [loop?.instructions, loop?.matrix, loop?.multiplyAdds, loop?.moves].map(
        (count) => `${count ?? ''}`,
      );
      return [one.template, one.workload, name, ...needs, ...parts];
    });
  } finally {
    await builder.close();
    scratch.close();
  }
}

function loopsOf(cubin: string): ReadonlyMap<string, LoopCounts> {
  const disassembler = findDisassembler();
  if (disassembler === undefined) return new Map();
  const [path, option] = disassembler;
  const { status, stdout, stderr } = spawnSync(path, [option, cubin], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) say(`${path} does not read what was built (${stderr.trim().split('\n')[0]}).`);
  return mainLoops(status === 0 ? stdout : '');
}

function say(words: string): void {
  process.stderr.write(`bench:gpu:code: ${words}\n`);
}

await program.parseAsync().catch((error: unknown) => {
  say(explain(error) ?? '');
  process.exitCode = exitCodeOf(error);
});
