/** A kernel as texts that are compiled apart and linked: each is one of its stages, or packs or unpacks an argument. */
import { usedDefinitions, usedHelpers } from '../../../codegen/used-definitions.js';
import { hashOf } from '../../../measure/build-cache.js';
import { functionText, type CParts, type FunctionParts } from './parts.js';
import { withCalls, type Stage } from './stages.js';

/** What a kernel is linked of; together these are the kernel's source, with functions for its stages. */
export interface Units {
  /** Hash of the kernel's source: of another one they are not. */
  readonly of: string;
  /** What calls the units and is called by the runner. It can be compiled with any of the units in one file. */
  readonly entry: string;
  /** Whole texts, each of one function that is named by its hash. */
  readonly units: readonly string[];
}

/** Undefined of a kernel of one piece. `entries`: the functions that the runner calls, which call run and pack_0. */
export function unitsOf(parts: CParts, entries: readonly string[], source: string): Units | undefined {
  const { run, packs, unpack } = parts;
  const stages = run.stages.map((stage) => unitOf(stage, parts));
  const converters = [
    ...packs.map((pack, i) => ({ local: `pack_${i}`, unit: unitOf(pack, parts) })),
    ...(unpack ? [{ local: 'unpack_output', unit: unitOf(unpack, parts) }] : []),
  ];
  const all = [...stages, ...converters.map(({ unit }) => unit)];
  if (all.length < 2) return undefined;
  const body = functionText(`static void run(${run.parameters.join(', ')})`, [
    ...withCalls(run.cut, run.stages, (place) => stages[place]!.name),
  ]);
  const names = converters.map(({ local, unit }) => `#define ${local} ${unit.name}`);
  const prototypes = [...new Map(all.map(({ name, prototype }) => [name, prototype])).values()];
  const rest = definitionsIn([body], parts);
  return {
    of: hashOf(source),
    entry: [...prototypes, ...names, ...rest, body, ...entries].join('\n') + '\n',
    units: [...new Map(all.map(({ name, text }) => [name, text])).values()],
  };
}

interface Unit {
  readonly name: string;
  readonly prototype: string;
  readonly text: string;
}

function unitOf({ parameters, lines }: Stage | FunctionParts, parts: CParts): Unit {
  const header = `(${parameters.join(', ')})`;
  const definitions = definitionsIn(lines, parts);
  const name = `stage_${hashOf([...definitions, header, ...lines].join('\n'))}`;
  // Calls inside of one shared object need no table.
  const prototype = `__attribute__((visibility("hidden"))) void ${name}${header};`;
  const text = [...definitions, prototype, functionText(`void ${name}${header}`, lines)].join('\n') + '\n';
  return { name, prototype, text };
}

/** Of the kernel's helpers those that lines use, guarded, since units may come into one file. */
function definitionsIn(lines: readonly string[], { openmp, indexHelpers, vectorHelpers }: CParts): string[] {
  const text = lines.join('\n');
  const used = [...usedDefinitions([text], indexHelpers), ...usedHelpers([text], vectorHelpers)];
  return [
    ...(openmp && text.includes('omp_get_thread_num') ? ['extern int omp_get_thread_num(void);'] : []),
    ...used.map((definition) => guarded(definition)),
  ];
}

function guarded(definition: string): string {
  const name = `HAVE_${hashOf(definition)}`;
  return `#ifndef ${name}\n#define ${name}\n${definition}\n#endif`;
}
