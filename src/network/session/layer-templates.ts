/** Which templates tune which layers of a network, by what `--template` names. */
import { backendOf } from '../../backend/registry.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import type { Target } from '../../target/target.js';
import { refusal } from '../../templates/refusal.js';
import type { Template } from '../../templates/template.js';
import { allThatApply, chooseTemplates, type Wanted } from '../../catalogue/choose-templates.js';
import type { NetworkLayer } from './network-layer.js';

export interface LayerTemplates {
  readonly templates: readonly (readonly Template[])[];
  readonly unserved: readonly string[];
}

/**
 * Those of the named that serve a layer, or, where none does, all that apply. Throws UsageError for a name that serves
 * no layer at all, and, with the name of the layer, where no template serves it.
 */
export function chooseLayerTemplates(
  layers: readonly NetworkLayer[],
  { groups, isAuto }: Wanted,
  target: Target,
  { templates: known }: Pick<Catalogue, 'templates'>,
): LayerTemplates {
  const serve = (names: readonly string[], { workload }: NetworkLayer): boolean =>
    known.some((template) => names.includes(template.name) && isAble(template, workload, target));
  for (const names of groups) if (!layers.some((layer) => serve(names, layer))) refuse(names, layers, target, known);
  const unserved: string[] = [];
  const templates = layers.map((layer) => {
    const serving = groups.filter((names) => serve(names, layer));
    const wanted = isAuto || serving.length === 0 ? allThatApply : { groups: serving, isAuto };
    if (!isAuto && serving.length === 0) unserved.push(layer.name);
    return ofLayer(layer, () => chooseTemplates(wanted, layer.workload, target, known));
  });
  return { templates, unserved };
}

function isAble(template: Template, workload: NetworkLayer['workload'], target: Target): boolean {
  const isOfKind = template.operator === workload.operator && template.target === backendOf(target).model;
  return isOfKind && refusal(template, workload, target) === undefined;
}

function refuse(
  names: readonly string[],
  layers: readonly NetworkLayer[],
  target: Target,
  known: readonly Template[],
): never {
  const [first = ''] = names;
  const found = known.filter(({ name }) => names.includes(name));
  const layer = layers.find(({ operator }) => found.some((template) => template.operator === operator.name));
  if (layer) ofLayer(layer, () => chooseTemplates({ groups: [names], isAuto: false }, layer.workload, target, known));
  const operators = [...new Set(layers.map(({ operator }) => operator.name))];
  if (found.length > 0)
    throw new UsageError(
      `${first} is for ${found[0]!.operator}, of which the network has no layer: give templates of ${operators.join(' or ')}.`,
    );
  const alike = known.filter(({ operator }) => operators.includes(operator)).map(({ name }) => name);
  throw new UsageError(
    `Unknown template "${first}"${didYouMean(first, alike)} \`tune list templates\` lists those of each operator.`,
  );
}

/** What a template is refused for, with the name of the layer. */
function ofLayer<T>({ name, workload }: NetworkLayer, choose: () => T): T {
  try {
    return choose();
  } catch (error) {
    if (error instanceof UsageError && name !== workload.name) throw new UsageError(`Layer ${name}: ${error.message}`);
    throw error;
  }
}
