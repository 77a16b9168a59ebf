import { met, type Figure } from './figures.js';
import type { LeftOut } from '../src/products/bench/start-peers.js';
import { renderFigures } from './table.js';

/** Everything that a run of the benchmark found, with what one must know to judge it. */
export interface Report {
  /** The fingerprint of the machine. */
  readonly machine: string;
  readonly compiler: string;
  readonly threads: number;
  readonly quick: boolean;
  /** Processes that wanted the CPU in the minute before. */
  readonly load: number;
  readonly figures: readonly Figure[];
  /** Sections that could not be measured, and why. */
  readonly failures: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** What really ran under each name. */
  readonly contenders: ReadonlyMap<string, string>;
}

/** More than this before the start, and someone else is at work. */
const QUIET = 0.5;

export function toText(report: Report): string {
  const { machine, compiler, threads, figures, failures, leftOut, contenders } = report;
  const peers = [...contenders].filter(([name]) => !name.includes('ours'));
  const lines = [
    ...(figures.length > 0 ? [renderFigures(figures), ''] : []),
    `Ratios are speeds, A : B = how many times as fast A is. ${threads === 1 ? 'One thread' : `${threads} threads`}, ${machine}, ${compiler}.`,
    ...peers.map(([name, description]) => `  ${name}: ${description}`),
    ...leftOut.map(({ peer, why }) => `Left out: ${peer.name}, because ${why}.`),
    ...failures.map((failure) => `Not measured: ${failure}`),
    ...(report.quick ? ['This was a quick run: it shows that everything works, and decides nothing.'] : []),
    ...(report.load > QUIET
      ? [`The machine was not alone (load ${report.load.toFixed(1)} at the start): expect wide spreads.`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

export function toJson(report: Report): object {
  const { contenders, leftOut, ...rest } = report;
  const figures = report.figures.map((figure) => ({ ...figure, met: met(figure) ?? null }));
  return {
    ...rest,
    figures,
    left_out: leftOut.map(({ peer, why }) => ({ name: peer.name, why })),
    contenders: Object.fromEntries(contenders),
  };
}
