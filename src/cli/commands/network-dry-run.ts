import type { NetworkDryRunEvent, NetworkDryRunEventNamed } from '../../tuner/dry-run-events.js';
import { plural } from '../../target/format.js';
import type { Output } from '../output.js';
import { renderTable } from '../render/table.js';
import { linesOf, type DryRunWords } from './dry-run.js';

/** What is said of a dry run of a network. */
export function networkWords({ paint, columns }: Output): DryRunWords<NetworkDryRunEvent> {
  return {
    title: ({ network, layers, target }) => `${network}: ${plural(layers.length, 'layer')} on ${target}`,
    render: (finish) => {
      const { network, target, seed } = finish;
      const lines = [`${network}, ${target}, seed ${seed}`, ...linesOf(finish)];
      return [layerTable(finish, paint.dim, columns), '', ...lines].join('\n');
    },
  };
}

function layerTable(
  { layers }: NetworkDryRunEventNamed<'finish'>,
  dim: (text: string) => string,
  columns: number | undefined,
): string {
  const rows = layers.map(({ name, operator, workload, built, failed, first_failure }) => {
    return [name, `${operator} ${workload}`, String(built), String(failed), first_failure ?? ''];
  });
  const head = ['layer', 'workload', 'built', 'failed', 'first failure'];
  return renderTable(
    head.map((title) => dim(title)),
    rows,
    columns,
  );
}
