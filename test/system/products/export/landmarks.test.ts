import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { exportLibrary } from '../../../../src/backend/cpu/library/library.js';
import type { CpuTarget } from '../../../../src/backend/cpu/target.js';
import type { DispatchTree } from '../../../../src/backend/library/dispatch-tree.js';
import type { LibraryItem } from '../../../../src/backend/library/library.js';
import { typeIndex } from '../../../../src/backend/library/element-files.js';
import { wordsOf, zeroPointsWord } from '../../../../src/backend/library/shape-words.js';
import { writeFolder } from '../../../../src/backend/library/write-folder.js';
import { formatTarget, parseTarget } from '../../../../src/backend/registry.js';
import { growTree, rank, splitsOf } from '../../../../src/learning/cost-tree.js';
import { elementTypeOf, type ShapeOptions, type Workload } from '../../../../src/operator/operator.js';
import { findOperator } from '../../../../src/operator/registry.js';
import { featureValues, shapeFeatures } from '../../../../src/operator/shape-features.js';
import { Random } from '../../../../src/space/random.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import { makeTask } from '../../../../src/templates/task.js';
import { must, ownFolder } from '../../../products/export/fixtures.js';
import { compileStrictly } from '../../../products/export/strict.js';

const folder = ownFolder();
const SHAPES = 60;
const LANDMARKS = 5;
const random = new Random(11);
const target = parseTarget('llvm -threads=1');
const upTo = (most: number): string => `${1 + random.int(most)}`;

function product(): Record<string, string> {
  const tail = random.pick([{}, { epilogue: 'bias,relu' }, { epilogue: 'add' }]);
  return { m: upTo(900), n: upTo(900), k: upTo(900), ...tail };
}

function image(): Record<string, string> {
  const groups = 1 + random.int(3);
  return {
    ...{ inChannels: `${groups * (1 + random.int(60))}`, outChannels: `${groups * (1 + random.int(60))}` },
    ...{ groups: `${groups}`, height: `${9 + random.int(90)}`, width: `${9 + random.int(90)}`, batch: upTo(3) },
    ...{ kernel: random.pick(['1', '3', '3x5']), stride: random.pick(['1', '2', '2x1']), pad: random.pick(['0', '1']) },
    ...{ epilogue: random.pick(['none', 'bias', 'bias,relu']), layout: random.pick(['NCHW', 'NHWC']) },
  };
}

const draw: Readonly<Record<string, () => ShapeOptions>> = {
  matmul: () => ({ ...product(), constant: random.pick(['none', 'B']) }),
  batch_matmul: () => ({ ...product(), batch: upTo(9) }),
  dense: product,
  conv2d: image,
  conv2d_transpose: image,
};

/** Shapes of an operator, and a tree on all of their features that is grown from costs that mean nothing. */
function drawn(name: string): { readonly tree: DispatchTree; readonly workloads: readonly Workload[] } {
  const operator = findOperator(name);
  const workloads = Array.from({ length: SHAPES }, () => operator.workload(undefined, draw[name]!()));
  const features = shapeFeatures(operator, workloads[0]!);
  const examples = {
    features: workloads.map((workload) => featureValues(operator, workload, features)),
    costs: workloads.map(() => Array.from({ length: LANDMARKS }, () => random.float())),
  };
  const tree = growTree(examples, [...features.keys()], 6);
  const landmarks = Array.from({ length: LANDMARKS }, (_, i) => `of ${name} ${i}`);
  const dtype = elementTypeOf(workloads[0]!);
  return {
    tree: { operator: name, dtype, target: formatTarget(target), features, tree, landmarks, shapes: SHAPES },
    workloads,
  };
}

function item(): LibraryItem<CpuTarget> {
  const workload = findOperator('matmul').workload(undefined, { m: '4', n: '16', k: '4' });
  const task = makeTask(findTemplate('matmul.blocked'), workload, target);
  return {
    task: task as LibraryItem<CpuTarget>['task'],
    config: task.space.sample(random)!,
    tuned: undefined,
    origin: 'a test',
  };
}

/** Prints the landmark and the FLOPs of each shape. */
function programOf(all: readonly Workload[]): string {
  const calls = all.map((workload) => {
    const { words } = wordsOf(workload)!;
    const ints = [...words, 0, typeIndex(elementTypeOf(workload)), zeroPointsWord(workload)];
    return `  show("${workload.operator}", (const int[]){${ints.join(', ')}});`;
  });
  return `
#include <stdio.h>
#include "own.h"
#include "own_landmarks.h"
static void show(const char *operation, const int *shape) {
  const char *landmark = own_landmark("${formatTarget(target)}", operation, shape);
  printf("%s %.0f\\n", landmark ? landmark : "none", own_flops(operation, shape));
}
int main(void) {
${calls.join('\n')}
  show("matmul", (const int[]){0, 1, 1, 0, 0, 0, 0, 0, 0, 0});
  puts(own_landmark("llvm elsewhere", "matmul", (const int[]){1, 1, 1, 0, 0, 0, 0, 0, 0, 0}) ? "some" : "none");
  return 0;
}
`;
}

test('the trees of a library choose in C as they do here, for shapes of all its operators', () => {
  const all = Object.keys(draw).map(drawn);
  const library = join(folder, 'own');
  writeFolder(
    library,
    exportLibrary(
      'own',
      [item()],
      all.map(({ tree }) => tree),
    ).files,
    { force: false },
  );
  compileStrictly(library);
  const workloads = all.flatMap((one) => one.workloads);
  writeFileSync(join(library, 'program.c'), programOf(workloads));
  must(library, 'gcc', '-Iinclude', 'program.c', 'build-strict-gcc/libown.a', '-o', 'program', '-fopenmp', '-lm');
  const expected = all.flatMap(({ tree: { operator: name, features, tree, landmarks }, workloads: own }) => {
    const operator = findOperator(name);
    return own.map((workload) => {
      const [choice] = rank(tree, featureValues(operator, workload, features));
      return `${landmarks[choice!]!} ${operator.flops(workload)}`;
    });
  });
  expect(must(library, './program').trim().split('\n')).toEqual([...expected, 'none -1', 'none']);
  for (const { tree } of all)
    expect(new Set(splitsOf(tree.tree).map(({ feature }) => feature)).size).toBeGreaterThan(5);
});
