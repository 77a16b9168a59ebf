import { isTimed, type Row } from '../../bench/row.js';
import { plural } from '../../target/format.js';

/** What is true of all rows of a run. */
export interface Setting {
  /** The machine's fingerprint. */
  readonly machine: string;
  readonly compiler: string;
  readonly rounds: number;
}

/** What one must know to judge the rows, a sentence a line. */
export function notesOf(rows: readonly Row[], { machine, compiler, rounds }: Setting): readonly string[] {
  return [
    `${machine}, ${compiler}.`,
    `Medians of ${plural(rounds, 'round')}; everything in a row took turns in one run. ` +
      'ratio: median time of the best peer with our freedom / ours; spread: four fifths of the rounds lie within.',
    'GFLOPS count the direct algorithm. of peak: of the multiply-add peak; of memory: inputs and output once, of the ' +
      'bandwidth at which memory is read (above 100 % where caches hold them). Both were measured in the same run.',
    'trials, minutes: what the logs hold of a workload, by their timestamps, without breaks between runs.',
    ...(rows.some(({ threads }) => threads > 1)
      ? ['Threads of OpenMP are bound to a core each; libraries with threads of their own place them themselves.']
      : []),
    ...shownOnly(rows),
    ...tunedElsewhere(rows),
    ...descriptions(rows),
    ...refusals(rows),
    ...rows.flatMap(({ workload, threads, ours }) =>
      isTimed(ours) ? [] : [`${workload}, ${plural(threads, 'thread')}: ${ours.why}`],
    ),
  ];
}

/** Which libraries are not installed and how to get them, in one sentence; undefined when nothing is missing. */
export function missingLibraries(rows: readonly Row[]): string | undefined {
  const missing = rows.flatMap(({ leftOut }) => leftOut).filter((one) => one.missing);
  if (missing.length === 0) return undefined;
  const names = unique(missing.map(({ peer }) => peer.library));
  const packages = unique(missing.map(({ peer }) => peer.apt));
  const [verb, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${names.join(', ')} ${verb} not installed and left out; get ${them} with: apt-get install ${packages.join(' ')}`;
}

function shownOnly(rows: readonly Row[]): readonly string[] {
  const names = unique(rows.flatMap(({ peers }) => peers.filter(({ competes }) => !competes).map(({ name }) => name)));
  return names.length === 0 ? [] : [`${names.join(', ')}: shown, but no rival, having less freedom of layout.`];
}

function tunedElsewhere(rows: readonly Row[]): readonly string[] {
  const names = rows.flatMap(({ workload, ours }) => (isTimed(ours) && !ours.here ? [workload] : []));
  return names.length === 0 ? [] : [`Tuned on another machine: ${unique(names).join(', ')}.`];
}

/** What really ran under each name, on any number of threads. */
function descriptions(rows: readonly Row[]): readonly string[] {
  const peers = rows.flatMap((row) => row.peers);
  const lines = peers.map(({ name, description }) => `${name}: ${description.replace(/, threads \d+/, '')}`);
  return unique(lines).toSorted();
}

/** Peers that a library has in general but not for these workloads. */
function refusals(rows: readonly Row[]): readonly string[] {
  const workloads = new Map<string, string[]>();
  for (const { workload, leftOut } of rows) {
    for (const { peer, why, missing } of leftOut) {
      const text = `${peer.name} left out, because ${why}`;
      if (!missing) workloads.set(text, [...(workloads.get(text) ?? []), workload]);
    }
  }
  return [...workloads].map(([text, names]) => `${text}: ${unique(names).join(', ')}`);
}

export function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
