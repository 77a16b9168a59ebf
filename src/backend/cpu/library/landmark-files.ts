/** Which schedule a shape gets that nobody tuned, as functions in C: decision trees over the shape. */
import type { CostTree } from '../../../learning/cost-tree.js';
import type { Argument, ShapeFeature } from '../../../operator/shape-features.js';
import { plural } from '../../../target/format.js';
import type { DispatchTree } from '../../library/dispatch-tree.js';
import { typeNumber } from '../../library/element-files.js';

/** A header and a source by their paths; none where there are no trees. */
export function landmarkFiles(name: string, trees: readonly DispatchTree[]): ReadonlyMap<string, string> {
  if (trees.length === 0) return new Map();
  return new Map([
    [`include/${name}_landmarks.h`, headerText(name)],
    ['src/landmarks.c', sourceText(name, trees)],
  ]);
}

function headerText(name: string): string {
  const guard = `${name.toUpperCase()}_LANDMARKS_H`;
  return `/* Which schedule a shape gets that nobody tuned. Written by tune. */
#ifndef ${guard}
#define ${guard}

#ifdef __cplusplus
extern "C" {
#endif

/* The tuned workload whose schedule a classifier, learned from the trials of the logs, gives a shape of an operator on
 * a target (as a kernel's \`target\` names it); NULL where there is no classifier. Kernels have fixed extents: those of
 * the shapes that the export listed were chosen by it, and others run in plain code until an export lists them. */
const char *${name}_landmark(const char *target, const char *operation, const void *shape);

#ifdef __cplusplus
}
#endif

#endif
`;
}

function sourceText(name: string, trees: readonly DispatchTree[]): string {
  return (
    [
      `/* Decision trees of ${name} over shapes. Written by tune. */`,
      `#include <string.h>\n\n#include "${name}.h"\n#include "${name}_landmarks.h"`,
      measureText(name),
      ...trees.map((tree, i) => [namesText(tree, i), treeText(name, tree, i)].join('\n\n')),
      [
        `const char *${name}_landmark(const char *target, const char *operation, const void *shape) {`,
        ...trees.map((tree, i) => caseText(name, tree, i)),
        '  return NULL;',
        '}',
      ].join('\n'),
    ].join('\n\n') + '\n'
  );
}

/** Elements are those of the first two inputs and of the output. */
function measureText(name: string): string {
  return `struct measures {
  double flops, bytes, elements[3];
};

/* Returns 0 for what is no shape. */
static int measure(const char *operation, const void *shape, int dtype, int epilogue, struct measures *of) {
  size_t elements[${name.toUpperCase()}_ARGUMENTS];
  const int inputs = ${name}_elements(operation, shape, elements);
  if (inputs < 0) return 0;
  of->flops = ${name}_flops(operation, shape);
  of->bytes = 0;
  for (int i = 0; i <= inputs; i++)
    of->bytes += (double)elements[i] * (double)${name}_type_at(${name}_argument_type(dtype, epilogue, i))->bytes;
  of->elements[0] = (double)elements[0];
  of->elements[1] = (double)elements[1];
  of->elements[2] = (double)elements[inputs];
  return 1;
}`;
}

function namesText({ operator, dtype, target, shapes, landmarks }: DispatchTree, i: number): string {
  return [
    `/* ${operator} of ${dtype} for ${target}, learned from ${plural(shapes, 'shape')}. */`,
    `static const char *const landmarks_${i}[] = {${landmarks.map((landmark) => JSON.stringify(landmark)).join(', ')}};`,
  ].join('\n');
}

function treeText(name: string, { operator, features, tree }: DispatchTree, i: number): string {
  return [
    `static int choose_${i}(const ${name}_${operator}_shape *shape, const struct measures *of) {`,
    '  (void)shape;',
    '  (void)of;',
    ...branchText(tree, features, '  '),
    '}',
  ].join('\n');
}

function branchText(
  { ranking, split }: CostTree,
  features: readonly ShapeFeature[],
  indent: string,
): readonly string[] {
  if (!split) return [`${indent}return ${ranking[0]!};`];
  const { feature, threshold, low, high } = split;
  return [
    `${indent}if (${featureText(features[feature]!)} <= ${threshold}) {`,
    ...branchText(low, features, `${indent}  `),
    `${indent}}`,
    ...branchText(high, features, indent),
  ];
}

const places: Readonly<Record<Argument, number>> = { 0: 0, 1: 1, out: 2 };

function featureText(feature: ShapeFeature): string {
  const elements = (argument: Argument): string => `of->elements[${places[argument]}]`;
  switch (feature.kind) {
    case 'extent': {
      const field = feature.field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return `shape->${field}${feature.place === undefined ? '' : `[${feature.place}]`}`;
    }
    case 'ratio':
      return `${elements(feature.of)} / ${elements(feature.to)}`;
    case 'constants':
      return 'shape->constant';
    case 'flops':
    case 'bytes':
      return `of->${feature.kind}`;
    case 'intensity':
      return 'of->flops / of->bytes';
  }
}

function caseText(name: string, { operator, dtype, target }: DispatchTree, i: number): string {
  return `  if (strcmp(operation, "${operator}") == 0 && strcmp(target, ${JSON.stringify(target)}) == 0) {
    const ${name}_${operator}_shape *own = (const ${name}_${operator}_shape *)shape;
    struct measures of;
    if (own->dtype == ${typeNumber(name, dtype)} && measure(operation, shape, own->dtype, own->epilogue, &of))
      return landmarks_${i}[choose_${i}(own, &of)];
  }`;
}
