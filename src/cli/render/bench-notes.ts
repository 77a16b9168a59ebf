import { grouped } from '../../target/grouped.js';
import type { Setting } from '../../products/bench/row-to-json.js';
import { isTimed, type Row } from '../../products/bench/row.js';
import { median } from 'simple-statistics';
import { plural } from '../../target/format.js';

/** What one must know to judge the rows, a sentence a line. */
export function notesOf(rows: readonly Row[], { machine, compiler, rounds }: Setting): readonly string[] {
  return [
    `${machine}, ${compiler}.`,
    `Medians of the quiet ones of ${plural(rounds, 'round')}, or of fewer where calls are long; everything in a row took turns in one run. ` +
      'ratio: median time of the best peer with our freedom / ours; spread: four fifths of the rounds lie within.',
    'GFLOPS and Gop/s count the direct algorithm. of peak: of the multiply-add peak of the type; of memory: inputs and output once, of the ' +
      'bandwidth at which memory is read (above 100 % where caches hold them). Both were measured in the same run.',
    'trials, minutes: what the logs hold of a workload, by their timestamps, without breaks between runs.',
    ...(rows.some(({ threads }) => threads > 1)
      ? ['Threads of OpenMP are bound to a core each; libraries with threads of their own place them themselves.']
      : []),
    ...shownOnly(rows),
    ...withoutEpilogue(rows),
    ...callsThroughNode(rows),
    ...tunedElsewhere(rows),
    ...withoutTrial(rows),
    ...descriptions(rows),
    ...refusals(rows),
    ...rows.flatMap(({ workload, threads, ours }) =>
      isTimed(ours) ? [] : [`${workload}, ${plural(threads, 'thread')}: ${ours.why}`],
    ),
  ];
}

function shownOnly(rows: readonly Row[]): readonly string[] {
  const names = unique(rows.flatMap(({ peers }) => peers.filter(({ competes }) => !competes).map(({ name }) => name)));
  return names.length === 0
    ? []
    : [`${names.join(', ')}: shown, but no rival, being free to choose layouts that ours may not.`];
}

function withoutEpilogue(rows: readonly Row[]): readonly string[] {
  const names = unique(rows.flatMap(({ workload, peersWithout }) => (peersWithout === undefined ? [] : [workload])));
  return names.length === 0
    ? []
    : [`Libraries compute these without their epilogue, ours with it: ${names.join(', ')}.`];
}

function callsThroughNode(rows: readonly Row[]): readonly string[] {
  const peers = rows.flatMap((row) => row.peers);
  const costs = peers.flatMap(
    ({ description }) => /a call through Node costs ([\d.]+) µs/.exec(description)?.slice(1) ?? [],
  );
  if (costs.length === 0) return [];
  const cost = median(costs.map(Number)).toFixed(1);
  return [
    `ONNX Runtime: on its clock are the call through Node (${cost} µs when there is nothing to compute) and, of ` +
      'convolutions, the conversion from NCHW and back.',
  ];
}

function tunedElsewhere(rows: readonly Row[]): readonly string[] {
  const names = rows.flatMap(({ workload, ours }) =>
    isTimed(ours) && 'record' in ours && !ours.here ? [workload] : [],
  );
  return names.length === 0 ? [] : [`Tuned on another machine: ${unique(names).join(', ')}.`];
}

function withoutTrial(rows: readonly Row[]): readonly string[] {
  const names = rows.flatMap(({ workload, ours }) => (isTimed(ours) && !('record' in ours) ? [workload] : []));
  return names.length === 0
    ? []
    : [
        `Chosen without a trial, since no log has a kernel of them that works (--trials 64 tunes them first): ${unique(names).join(', ')}.`,
      ];
}

/** What really ran under each name, on any number of threads. */
function descriptions(rows: readonly Row[]): readonly string[] {
  const peers = rows.flatMap((row) => row.peers);
  const lines = peers.map(
    ({ name, description }) =>
      `${name}: ${description.replace(/, (threads \d+|a call through Node costs [\d.]+ µs)/g, '')}`,
  );
  return unique(lines).toSorted();
}

/** Peers that a library has in general but not for these workloads. */
function refusals(rows: readonly Row[]): readonly string[] {
  const refused = rows.flatMap(({ workload, leftOut }) =>
    leftOut
      .filter(({ missing }) => !missing)
      .map(({ peer, why }) => ({ workload, why: `${peer.name} left out, because ${why}` })),
  );
  return [...grouped(refused, ({ why }) => why)].map(
    ([why, all]) => `${why}: ${unique(all.map(({ workload }) => workload)).join(', ')}`,
  );
}

export function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
