/** Networks as libraries of kernels that nobody measured, in layouts that made-up costs decide on. */
import { spawnSync } from 'node:child_process';
import { parseTarget } from '../../src/backend/registry.js';
import { parseProgramTarget } from '../../src/backend/program/program-target.js';
import type { WeightsPlace } from '../../src/backend/capabilities/export-program.js';
import type { Program, ProgramSet } from '../../src/backend/program/program.js';
import { ConstantStore } from '../../src/network/program/constant-store.js';
import { allThatApply, chooseTemplates } from '../../src/catalogue/choose-templates.js';
import { writeFolder } from '../../src/backend/library/write-folder.js';
import type { Graph } from '../../src/network/graph/graph.js';
import { InstantiationError } from '../../src/ir/errors.js';
import type { DType } from '../../src/ir/tensor.js';
import type { Workload } from '../../src/operator/operator.js';
import { emitProgram, type EmittedProgram } from '../../src/network/program/build.js';
import type { ChosenKernel } from '../../src/network/program/calls.js';
import { chooseKernels, type KernelOption } from '../../src/network/program/choose.js';
import { imageLayouts } from '../../src/network/program/image-layouts.js';
import type { KernelForm, ProgramLayer } from '../../src/network/program/layer.js';
import type { Layout } from '../../src/network/program/layout.js';
import { lowerGraph } from '../../src/network/program/lowering.js';
import type { ProgramReference } from '../../src/backend/capabilities/export-program.js';
import { randomReference } from '../../src/network/session/reference.js';
import { multipliedTypes } from '../../src/network/program/quantised.js';
import { storedTypes } from '../../src/network/program/stored-types.js';
import { suggestedConfigs } from '../../src/transfer/expected-kernels.js';
import type { Random } from '../../src/space/random.js';
import { makeTask } from '../../src/templates/task.js';
import { templates } from '../../src/templates/registry.js';

export interface RandomBuild {
  readonly random: Random;
  readonly threads?: number;
  readonly layouts?: readonly Layout[];
  /** Seconds that a kernel takes besides those that are drawn: many make one of a pair cheaper than two. */
  readonly each?: number;
  /** Of values between layers. */
  readonly precision?: DType;
}

/** All layouts that the shapes of `random-network.ts` can have. */
export const anyLayout: readonly Layout[] = ['NCHW', 'NHWC', 'NCHW4c', 'NCHW8c', 'NLC', 'NCL4c', 'NCL8c'];

/** Configs of each template beside the one that it suggests. */
const DRAWN = 3;

export interface RandomProgram extends Omit<EmittedProgram, 'program'> {
  readonly program: ProgramSet;
}

/** A graph as a library's only program. */
export function randomProgram(graph: Graph, options: RandomBuild): RandomProgram {
  const constants = new ConstantStore();
  const { program, ...emitted } = emitRandom(graph, constants, options);
  return { ...emitted, program: setOf([graph], [program], constants, options) };
}

/** Graphs for several shapes as the programs of one library. */
export function randomPrograms(graphs: readonly Graph[], options: RandomBuild): ProgramSet {
  const constants = new ConstantStore();
  const programs = graphs.map((graph) => emitRandom(graph, constants, options).program);
  return setOf(graphs, programs, constants, options);
}

function setOf(
  graphs: readonly Graph[],
  programs: readonly Program[],
  { all: constants }: ConstantStore,
  { threads = 1, precision = 'float32' }: RandomBuild,
): ProgramSet {
  return {
    name: 'net',
    target: parseTarget('llvm', threads, precision, ...multipliedTypes(graphs[0]!)),
    constants,
    programs,
  };
}

/** Calls of a graph whose kernels, configs and layouts are drawn. */
function emitRandom(
  graph: Graph,
  constants: ConstantStore,
  { random, threads = 1, layouts = anyLayout, each = 0, precision = 'float32' }: RandomBuild,
): EmittedProgram {
  const target = parseTarget('llvm', threads, precision, ...multipliedTypes(graph));
  const known = new Map<string, readonly ChosenKernel[]>();
  const kernelsOf = (workload: Workload): readonly ChosenKernel[] => {
    const key = JSON.stringify([workload.operator, workload.shape]);
    const found = known.get(key) ?? drawn(workload);
    known.set(key, found);
    return found;
  };
  const drawn = (workload: Workload): ChosenKernel[] =>
    chooseTemplates(allThatApply, workload, target, templates).flatMap((template) => {
      const task = makeTask(template, workload, target);
      const configs = [suggestedConfigs(task)[0], ...Array.from({ length: DRAWN }, () => task.space.sample(random))];
      return configs.flatMap((config) => (config ? [{ task, config }] : []));
    });
  const optionsOf = (layer: ProgramLayer): KernelOption<ChosenKernel>[] =>
    layer.forms.flatMap((form): KernelOption<ChosenKernel>[] => {
      const seconds = random.float();
      if (form.kind !== 'kernel') return [{ ...form.layouts, seconds, how: form }];
      return kernelsOf(form.workload).flatMap((kernel) => {
        const found = form.layouts ?? layoutsOf(kernel, layouts, form);
        return found ? [{ ...found, seconds: each + random.float(), how: { form, kernel } }] : [];
      });
    });
  const dear = random.float();
  const typeOf = storedTypes(graph, precision);
  const choice = chooseKernels(graph, lowerGraph(graph, layouts, { typeOf }), layouts, {
    optionsOf,
    conversion: () => dear * random.float(),
  });
  const mover = (workload: Workload): ChosenKernel => random.pick(kernelsOf(workload));
  return emitProgram({ graph, constants, typeOf, choice, mover });
}

/** Undefined for configs that cannot be built, too. */
function layoutsOf(
  { task, config }: ChosenKernel,
  layouts: readonly Layout[],
  { areRows }: KernelForm,
): ReturnType<typeof imageLayouts> {
  try {
    return imageLayouts(task, config, layouts, areRows);
  } catch (error) {
    if (error instanceof InstantiationError) return undefined;
    throw error;
  }
}

export interface WriteLibrary {
  readonly random: Random;
  readonly tolerance?: number;
  readonly weights?: WeightsPlace;
}

/** Writes the library of a program, whose self-test compares with the interpreter. */
export function writeLibrary(folder: string, graph: Graph, set: ProgramSet, options: WriteLibrary): Promise<void> {
  return writeLibraryOf(folder, [graph], set, options);
}

/** The same of a graph for each program. */
export async function writeLibraryOf(
  folder: string,
  graphs: readonly Graph[],
  set: ProgramSet,
  { random, tolerance = 2e-4, weights = 'embed' }: WriteLibrary,
): Promise<void> {
  const references: ProgramReference[] = [];
  for (const graph of graphs) references.push(await randomReference(graph, random));
  const { files } = await parseProgramTarget('llvm').exporter.exportProgram(set, { references, tolerance, weights });
  writeFolder(folder, files, { force: true });
}

/** What a library's own test prints: errors of compilers, lines that are not right, and how many are. */
export function selfTest(library: string, ...targets: readonly string[]): SelfTest {
  const words = ['-s', 'CFLAGS=-O0 -Werror', 'test', ...targets];
  const { stdout, stderr } = spawnSync('make', words, { cwd: library, encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const wrong = lines.filter((line) => !line.startsWith('ok'));
  return { stderr, wrong, right: lines.length - wrong.length };
}

interface SelfTest {
  readonly stderr: string;
  readonly wrong: readonly string[];
  readonly right: number;
}
