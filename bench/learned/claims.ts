/** What the papers' systems must show here: each claim on tables, with what was found and whether that is enough. */
import { median } from 'simple-statistics';
import type { ViewName } from '../../src/features/registry.js';
import { meanCost } from '../../src/log/record/best.js';
import { draftFor } from '../../src/transfer/known-tasks.js';
import { gnn } from '../../src/model/gnn.js';
import { models } from '../../src/model/registry.js';
import type { CostModel, Row } from '../../src/model/model.js';
import type { Net } from '../../src/model/neural/net.js';
import { NeuralModel } from '../../src/model/neural/neural-model.js';
import { pacm } from '../../src/model/pacm.js';
import { tlp } from '../../src/model/tlp.js';
import type { Trainer } from '../../src/model/trainer/trainer.js';
import { treeGru } from '../../src/model/tree-gru.js';
import { pairwiseAccuracy, scoresOf, spearman, topShare } from './judge.js';
import { rowsOf, viewOfTable, type Measured } from './tables.js';

/** A line of what was found. */
export interface Finding {
  readonly claim: string;
  readonly where: string;
  /** What each of those compared came to. */
  readonly figures: Readonly<Record<string, number>>;
  readonly holds: boolean;
}

interface ClaimContext {
  readonly trainer: Trainer;
  readonly seed: number;
}

type Claim = (measured: readonly Measured[], context: ClaimContext) => Promise<readonly Finding[]>;

/** Rows that a net sees in a fit on whole tables. */
const VISITS = 12_000;

/** Rows of a table that are learned from where all tables are, so that a claim is judged in minutes. */
const MOST = 300;

export const claims: Readonly<Record<string, Claim>> = {
  'tree-gru': treeGruClaim,
  gnn: gnnClaim,
  tlp: tlpClaim,
  'tlp-heads': headsClaim,
  draft: draftClaim,
  'pacm-twin': twinClaim,
};

/** After 256 labels, pairwise accuracy of at least .75, within .05 of trees (AutoTVM, iv). */
async function treeGruClaim(measured: readonly Measured[], { trainer, seed }: ClaimContext): Promise<Finding[]> {
  return inTurn(measured.filter(withNests), async (one) => {
    const trees = await trained(models['xgb-rank']({ trainer }), one, ['knobs'], seed, 256);
    const tree = await trained(neural(treeGru, one, 'tree', seed), one, ['tree'], seed, 256);
    const figures = { 'tree-gru': pairwiseAccuracy(...tree), 'xgb-rank': pairwiseAccuracy(...trees) };
    return {
      claim: 'pairwise accuracy after 256 labels',
      where: titleOf(one),
      figures,
      holds: figures['tree-gru'] >= 0.75 && figures['tree-gru'] >= figures['xgb-rank'] - 0.05,
    };
  });
}

/** On 30 % of a table after 70 %, and on a shape that was left out, Spearman of .85 and .5, and as a net of knobs. */
async function gnnClaim(measured: readonly Measured[], { seed }: ClaimContext): Promise<Finding[]> {
  const known = measured.filter(withNests);
  const within = await inTurn(known, async (one) => {
    const labels = Math.floor(0.7 * one.table.size);
    const graph = await trained(neural(gnn, one, 'graph', seed), one, ['graph'], seed, labels);
    const flat = await trained(new NeuralModel(gnn, { seed, visits: VISITS }), one, ['knobs'], seed, labels);
    const figures = { gnn: spearman(...graph), 'net of knobs': spearman(...flat) };
    return {
      claim: 'Spearman, same shape',
      where: titleOf(one),
      figures,
      holds: figures.gnn >= 0.85 && figures.gnn >= figures['net of knobs'],
    };
  });
  const across = await inTurn(known, async (one) => {
    const graph = await leftOut(neural(gnn, one, 'graph', seed), one, known, ['graph'], seed);
    const flat = await leftOut(new NeuralModel(gnn, { seed, visits: VISITS }), one, known, ['knobs', 'shape'], seed);
    if (!graph || !flat) return undefined;
    const figures = { gnn: spearman(...graph), 'net of knobs': spearman(...flat) };
    return {
      claim: 'Spearman, shape left out',
      where: titleOf(one),
      figures,
      holds: figures.gnn >= 0.5 && figures.gnn >= figures['net of knobs'],
    };
  });
  return [...within, ...across];
}

/** On a shape that was left out, the best of 1 and of 5 predictions .85 and .93, within .03 of trees (TLP, i). */
async function tlpClaim(measured: readonly Measured[], { trainer, seed }: ClaimContext): Promise<Finding[]> {
  return inTurn(measured, async (one) => {
    const own = await leftOut(neural(tlp, one, 'trace', seed), one, measured, ['trace'], seed);
    const trees = await leftOut(models['xgb-rank']({ trainer }), one, measured, ['knobs'], seed);
    if (!own || !trees) return undefined;
    const figures = {
      'tlp top-1': topShare(...own, 1),
      'tlp top-5': topShare(...own, 5),
      'xgb-rank top-1': topShare(...trees, 1),
    };
    const holds = figures['tlp top-1'] >= 0.85 && figures['tlp top-5'] >= 0.93;
    return {
      claim: 'shape left out',
      where: titleOf(one),
      figures,
      holds: holds && figures['tlp top-1'] >= figures['xgb-rank top-1'] - 0.03,
    };
  });
}

/** With 7 % of a machine's rows and heads for the others, top-1 at least .03 above the same 7 % alone (MTL-TLP, ii). */
async function headsClaim(measured: readonly Measured[], { seed }: ClaimContext): Promise<Finding[]> {
  return inTurn(measured, async (one) => {
    const others = measured.filter(({ work, machine }) => work === one.work && machine !== one.machine);
    if (others.length === 0) return undefined;
    const view = viewOfTable(one, ['trace']);
    const rows = rowsOf(one, view, seed);
    const few = Math.ceil(0.07 * rows.length);
    const [known, rest] = [rows.slice(0, few), rows.slice(few)];
    const elsewhere = others.flatMap((other) =>
      rowsOf(other, viewOfTable(other, ['trace']), seed, other.machine).slice(0, 4 * MOST),
    );
    const [single, heads] = [neural(tlp, one, 'trace', seed), neural(tlp, one, 'trace', seed)];
    await single.fit(known);
    await heads.fit([...known, ...elsewhere]);
    const figures = {
      'with heads': topShare(rest, scoresOf(heads, rest), 1),
      alone: topShare(rest, scoresOf(single, rest), 1),
      'accuracy with heads': pairwiseAccuracy(rest.slice(0, 500), scoresOf(heads, rest.slice(0, 500))),
      'accuracy alone': pairwiseAccuracy(rest.slice(0, 500), scoresOf(single, rest.slice(0, 500))),
    };
    return {
      claim: `7 % of its rows, ${others.map(({ machine }) => machine).join(' and ')} known`,
      where: titleOf(one),
      figures,
      holds: figures['with heads'] >= figures.alone + 0.03,
    };
  });
}

/** The top 10 % by static analysis hold 3 times their share of the fastest 5 % (Pruner, i; its claim is for GPUs). */
function draftClaim(measured: readonly Measured[]): Promise<Finding[]> {
  return inTurn(measured.filter(withNests), (one) => {
    const draft = draftFor(one.task)!;
    const timed = Array.from(one.table.rows, ([index, row]) => {
      const score = one.table.best / (meanCost(row) ?? Infinity);
      return { score, draft: draft(one.table.space.get(index)) };
    });
    const fastest = new Set(timed.toSorted((a, b) => b.score - a.score).slice(0, Math.ceil(0.05 * timed.length)));
    const liked = timed.toSorted((a, b) => b.draft - a.draft);
    const recall = (share: number): number =>
      liked.slice(0, Math.ceil(share * liked.length)).filter((row) => fastest.has(row)).length / fastest.size;
    const figures = {
      'recall of the top 10 %': recall(0.1),
      'recall of half': recall(0.5),
      top8: liked.slice(0, 8).reduce((best, { score }) => Math.max(best, score), 0),
    };
    return Promise.resolve({
      claim: 'static analysis',
      where: titleOf(one),
      figures,
      holds: figures['recall of the top 10 %'] >= 0.3,
    });
  });
}

/** After 64 labels, accuracy from a twin that knows another machine above a fit from scratch and fine-tuning (iii). */
async function twinClaim(measured: readonly Measured[], { seed }: ClaimContext): Promise<Finding[]> {
  const fineTuned: Net = { name: 'pacm', rate: pacm.rate, embed: pacm.embed, loss: pacm.loss };
  return inTurn(measured.filter(withNests), async (one) => {
    const other = measured.find(({ work, machine }) => work === one.work && machine !== one.machine);
    if (!other) return undefined;
    const rows = rowsOf(one, viewOfTable(one, ['graph']), seed);
    const rest = rows.slice(64, 564);
    const elsewhere = rowsOf(other, viewOfTable(other, ['graph']), seed, other.machine).slice(0, 4 * MOST);
    const accuracy = async (net: Net, knows: boolean): Promise<number> => {
      const model = neural(net, one, 'graph', seed);
      if (knows) await model.fit(elsewhere);
      for (let labels = 16; labels <= 64; labels += 8)
        await model.fit([...(knows ? elsewhere : []), ...rows.slice(0, labels)]);
      return pairwiseAccuracy(rest, scoresOf(model, rest));
    };
    const figures = {
      twin: await accuracy(pacm, true),
      'fine-tuned': await accuracy(fineTuned, true),
      'from scratch': await accuracy(fineTuned, false),
    };
    return {
      claim: `64 labels, ${other.machine} known`,
      where: titleOf(one),
      figures,
      holds: figures.twin > figures['fine-tuned'] && figures.twin > figures['from scratch'],
    };
  });
}

function neural(net: Net, one: Measured, view: ViewName, seed: number): NeuralModel {
  return new NeuralModel(net, { layout: viewOfTable(one, [view]).layout, seed, visits: VISITS });
}

type Judged = readonly [rows: readonly Row[], predicted: Float64Array];

/** A model fitted on some rows of a table, or half of a small one, and what it says of the others. */
async function trained(
  model: CostModel,
  one: Measured,
  views: readonly ViewName[],
  seed: number,
  labels: number,
): Promise<Judged> {
  const rows = rowsOf(one, viewOfTable(one, views), seed);
  const count = Math.min(labels, Math.floor(0.7 * rows.length));
  await model.fit(rows.slice(0, count));
  const rest = rows.slice(count, count + 2 * MOST);
  return [rest, scoresOf(model, rest)];
}

/** A model fitted on the other shapes of a table's machine; undefined where there are none. */
async function leftOut(
  model: CostModel,
  one: Measured,
  measured: readonly Measured[],
  views: readonly ViewName[],
  seed: number,
): Promise<Judged | undefined> {
  const view = viewOfTable(one, views);
  const names = JSON.stringify(view.names);
  const others = measured.filter((other) => other.machine === one.machine && other.work !== one.work);
  const known = others.flatMap((other) => {
    const own = viewOfTable(other, views);
    return JSON.stringify(own.names) === names ? rowsOf(other, own, seed).slice(0, MOST) : [];
  });
  if (known.length === 0) return undefined;
  await model.fit(known);
  const rows = rowsOf(one, view, seed);
  return [rows, scoresOf(model, rows)];
}

function withNests({ hasNests }: Measured): boolean {
  return hasNests;
}

function titleOf({ machine, table }: Measured): string {
  return `${machine}: ${table.task}`;
}

/** One after the other, without what is undefined. */
async function inTurn<T, R>(items: readonly T[], each: (item: T) => Promise<R | undefined>): Promise<R[]> {
  const found: R[] = [];
  for (const item of items) {
    const one = await each(item);
    if (one !== undefined) found.push(one);
  }
  return found;
}

/** The median of each figure, and on how many tables the claim holds. */
export function summary(findings: readonly Finding[]): string {
  const names = [...new Set(findings.flatMap(({ figures }) => Object.keys(figures)))];
  const medians = names.map(
    (name) => `${name} ${median(findings.flatMap(({ figures }) => figures[name] ?? [])).toFixed(3)}`,
  );
  const holding = findings.filter(({ holds }) => holds).length;
  return `holds on ${holding} of ${findings.length} tables; medians: ${medians.join(', ')}`;
}
