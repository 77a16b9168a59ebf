/**
 * The statements of a nest, each with numbers about what it computes, loads and keeps, and with the terms of a cost, as
 * a person would write it: so many vector operations, loads of each kind, bytes into each cache, stores, realizations
 * (after the featurization of Adams et al., SIGGRAPH 2019, of which these are the terms that CPUs without a scheduler
 * of their own need). What weighs the terms is for a model to learn.
 */
import { InstantiationError } from '../ir/errors.js';
import type { For, Nest } from '../ir/nest.js';
import { loadsOf } from '../ir/value.js';
import type { Config } from '../space/config.js';
import type { Featurizer } from './featurizer.js';
import { columnNames, nodeWidth, type Layout } from './layout.js';
import { scaled } from './scale.js';
import { arithmeticOf, lengthOf, strideOf } from './statements.js';
import { eachStore, type Visit } from './visit.js';
import { ELEMENT, touchedLines } from './touched-lines.js';

const NODES = 16;

/** Configs whose columns are kept: a search asks for those of its trials at each fit. */
const KEPT = 2 ** 12;

/** Bytes of caches as CPUs of today have them. */
const caches = { l1: 2 ** 15, l2: 2 ** 20, l3: 2 ** 24 };

/** What a statement does, in counts; all of them are numbers of the view, too. */
const counted = [
  ...['runs', 'realizations', 'kept bytes', 'innermost length', 'lanes', 'unrolled', 'tasks'],
  ...['loads of runs', 'loads of one', 'loads apart', 'adds', 'muls', 'divs', 'bytes touched'],
] as const;

/** Terms of a cost, about in cycles. */
const terms = [
  ...['vector operations', 'scalar operations', 'divisions', 'loads of runs', 'loads of one', 'loads apart'],
  ...['stores', 'bytes into l1', 'bytes into l2', 'bytes into l3', 'iterations', 'realizations', 'tasks'],
] as const;

const numbers = [...counted, ...terms.map((name) => `term ${name}`)];
const layout: Layout = { nodes: NODES, links: [], words: [], numbers, terms: terms.length };

export function stageFeaturizer(nestOf: (config: Config) => Nest): Featurizer {
  const names = columnNames('stages', layout);
  const known = new Map<number, Float32Array>();
  const columnsOf = (config: Config): Float32Array => {
    const found = known.get(config.index);
    if (found) return found;
    const columns = new Float32Array(names.length);
    statementsIn(config, nestOf).forEach((statement, place) => {
      columns.set(
        [1, ...statement.counts.map(scaled), ...statement.terms.map((term) => Math.log2(1 + term))],
        place * nodeWidth(layout),
      );
    });
    if (known.size >= KEPT) known.clear();
    known.set(config.index, columns);
    return columns;
  };
  return {
    names,
    width: names.length,
    layout,
    write: (config, out, offset) => {
      out.set(columnsOf(config), offset);
    },
  };
}

interface CountedStatement {
  readonly counts: readonly number[];
  readonly terms: readonly number[];
}

/** Those that run most, where there are more than rows have room for. */
function statementsIn(config: Config, nestOf: (config: Config) => Nest): readonly CountedStatement[] {
  const found: (CountedStatement & { readonly runs: number })[] = [];
  try {
    eachStore(nestOf(config), (visit) => {
      found.push({ runs: runsOf(visit.loops), ...countedOf(visit) });
    });
  } catch (error) {
    if (!(error instanceof InstantiationError)) throw error;
    return [impossible];
  }
  return found.sort((a, b) => b.runs - a.runs).slice(0, NODES);
}

/** In place of a config that cannot be instantiated: dearer than all others. */
const impossible: CountedStatement = { counts: counted.map(() => 0), terms: terms.map(() => 2 ** 60) };

function runsOf(loops: readonly For[]): number {
  return loops.reduce((product, loop) => product * lengthOf(loop), 1);
}

function countedOf(visit: Visit): CountedStatement {
  const { store, loops } = visit;
  const { adds, muls, divs } = arithmeticOf(store);
  const own = loops.filter(({ stage }) => stage === store.tensor.name);
  const runs = runsOf(loops);
  const realizations = runs / runsOf(own);
  const unrolled = runsOf(loops.filter(({ annotation }) => annotation === 'unroll' || annotation === 'vectorize'));
  const tasks = runsOf(loops.filter(({ annotation }) => annotation === 'parallel'));
  const vector = loops.find(({ annotation }) => annotation === 'vectorize');
  const lanes = vector ? lengthOf(vector) : 1;
  const loads = loadsOf(store.value).map((load) => accessOf(visit, load, vector));
  const kinds = (['run', 'one', 'apart'] as const).map((kind) => loads.filter((load) => load.kind === kind).length);
  const [ofRuns, ofOne, apart] = kinds as [number, number, number];
  const written = accessOf(visit, store, vector);
  const keptBytes = ELEMENT * runsOf(own.filter((loop) => written.strides[loops.indexOf(loop)] !== 0));
  const touched = distinct([written, ...loads]).reduce((sum, access) => sum + bytesOf(access, loops, 0), 0);
  const instructions = runs / lanes;
  const into = (bytes: number, most: number): number =>
    distinct(loads).reduce((sum, access) => sum + trafficOf(access, loops, bytes), 0) / most;
  const operations = adds + muls;
  return {
    counts: [
      ...[runs, realizations, keptBytes, lengthOf(loops.at(-1) ?? noLoop), lanes, unrolled, tasks],
      ...[ofRuns, ofOne, apart, adds, muls, divs, touched],
    ],
    terms: [
      ...[vector ? (instructions * operations) / 2 : 0, vector ? 0 : (runs * operations) / 2, 8 * instructions * divs],
      ...[(instructions * ofRuns) / 2, (instructions * ofOne) / 4, runs * apart, instructions],
      ...[into(caches.l1, 32), into(caches.l2, 12), into(caches.l3, 4)],
      ...[(2 * runs) / unrolled, 16 * realizations, tasks > 1 ? 1000 + 100 * tasks : 0],
    ],
  };
}

const noLoop = { from: { constant: 0, terms: [] }, to: { constant: 1, terms: [] } } as unknown as For;

interface Access {
  readonly tensor: Visit['store']['tensor'];
  /** Whether the lanes of a vector are neighbours, one element, or lie apart. */
  readonly kind: 'run' | 'one' | 'apart';
  /** Elements that one iteration of each loop moves it on by. */
  readonly strides: readonly number[];
}

function accessOf(
  { loops, placeOf }: Visit,
  element: Parameters<Visit['placeOf']>[0],
  vector: For | undefined,
): Access {
  const place = placeOf(element);
  const strides = loops.map((loop) => strideOf(place, loop));
  const along = vector ? strides[loops.indexOf(vector)]! : 0;
  return { tensor: element.tensor, kind: along === 1 ? 'run' : along === 0 ? 'one' : 'apart', strides };
}

/** Accesses of one tensor that move alike touch about the same lines. */
function distinct(accesses: readonly Access[]): readonly Access[] {
  const known = new Map(accesses.map((access) => [`${access.tensor.name} ${access.strides.join()}`, access]));
  return [...known.values()];
}

/** Bytes that come into a cache of so many: what the loops inside of one touch is read once if it fits. */
function trafficOf(access: Access, loops: readonly For[], cache: number): number {
  let first = 0;
  while (first < loops.length && bytesOf(access, loops, first) > cache / 2) first++;
  while (first > 0 && access.strides[first - 1] === 0) first--;
  return runsOf(loops.slice(0, first)) * bytesOf(access, loops, first);
}

/** Bytes of the lines that an access touches in the loops from one on inwards. */
function bytesOf({ strides }: Access, loops: readonly For[], first: number): number {
  return touchedLines(loops.slice(first).map((loop, i) => ({ length: lengthOf(loop), stride: strides[first + i]! })));
}
