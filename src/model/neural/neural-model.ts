import { setImmediate } from 'node:timers/promises';
import { nodeWidth, wordOf, type Layout } from '../../features/layout.js';
import { Adam } from '../../learning/adam.js';
import { Tape, type Matrix } from '../../learning/matrix.js';
import { operations } from '../../learning/operations.js';
import { checkWeights, Weights, type NamedWeights, type WeightsFile } from '../../learning/weights.js';
import { Random } from '../../space/random.js';
import type { CostModel, Prediction, Row } from '../model.js';
import { groupRows, hasContrast, matrixOf, usableRows } from '../rows.js';
import type { Net } from './net.js';
import { fitScale, flatLayout, toBatch, type Scale } from './node-batch.js';
import { RowBatches } from './row-batches.js';
import { RowKeys } from './row-keys.js';

/** Rows that are compared with each other in a step. */
const BATCH = 32;

/** Times that a row is seen: from the start, at most and in all, and of rows that come to those of the last fit. */
const EPOCHS = 60;
const VISITS = 3000;
const MORE_VISITS = 128;

/** Share of the largest step that the last steps have. */
const LAST = 0.1;

const DECAY = 2;

/** Configs that are scored a trial: a hundredth of a second for nets of these sizes. */
const EVALUATIONS = 32;

/** Fits after which one begins from the twin, and the share by which that follows each. */
const RESET = 4;
const FOLLOWED = 0.01;

/** Steps between two chances for others. */
const PAUSE = 8;

/** What names of heads begin with. */
const HEAD = 'head ';

export interface NeuralOptions {
  /** How columns stand for nodes; without one, all columns are one node. */
  readonly layout?: Layout | undefined;
  readonly seed?: number;
  /** Times that rows are seen in a fit from the start, in all. */
  readonly visits?: number;
  /** Weights to begin from; what does not fit is refused. */
  readonly pretrained?: NamedWeights | undefined;
}

/**
 * A cost model that is a net over the nodes of configs, trained here. Rows of one hardware share a head (MTL-TLP, Zhai
 * et al., ASPLOS 2023); configs are scored with the head of this machine, or while it has no rows with the mean of the
 * others. A fit on the rows of the last one and more goes on from its weights.
 */
export class NeuralModel implements CostModel {
  readonly name: string;
  readonly evaluations: number;
  #weights: Weights;
  /** Of a net with one: what every fourth fit begins from, and which follows what is learned (Pruner's MoA). */
  #twin: Weights | undefined;
  #fits = 0;
  #keys = new RowKeys([]);
  #fitted: boolean;
  readonly #file: WeightsFile | undefined;
  #width: number;

  constructor(
    private readonly net: Net,
    private readonly options: NeuralOptions = {},
  ) {
    this.name = net.name;
    this.evaluations = net.evaluations ?? EVALUATIONS;
    this.#width = options.layout ? options.layout.nodes * nodeWidth(options.layout) : 0;
    this.#weights = new Weights(options.seed ?? 1);
    if (options.pretrained) this.#file = this.#checked(options.pretrained);
    this.#weights = this.#first();
    this.#fitted = this.#file !== undefined;
  }

  get fitted(): boolean {
    return this.#fitted;
  }

  async fit(rows: readonly Row[]): Promise<void> {
    await this.#fit(usableRows(rows));
  }

  predict(features: Float32Array, count: number): Prediction {
    const mean = new Float64Array(count);
    if (!this.#fitted || count === 0) return { mean };
    const width = features.length / count;
    if (width !== this.#width)
      throw new RangeError(`The model was fitted on ${this.#width} features and was given ${width}.`);
    const tape = new Tape(false);
    const states = this.#embed(tape, features, count);
    const known = headsIn(this.#weights);
    const heads = this.net.givesScores || known.includes('') ? [''] : known;
    for (const head of heads)
      this.#score(tape, states, head).data.forEach((score, i) => (mean[i]! += score / heads.length));
    return { mean };
  }

  /** The weights as they are, as a file that says how they were made. */
  save(made: WeightsFile['made']): WeightsFile {
    return this.#weights.save({ model: this.name, reads: signatureOf(this.#layout()) }, made);
  }

  /** What its matrices must be, is known of a net that has seen a node. */
  #checked(file: NamedWeights): WeightsFile {
    const row = new Float32Array(this.#width);
    row[0] = 1;
    this.#embed(new Tape(false), row, 1);
    return checkWeights(file, { model: this.name, reads: signatureOf(this.#layout()) }, this.#weights.shapes);
  }

  async #fit(rows: readonly Row[]): Promise<void> {
    const keys = new RowKeys(rows);
    const goesOn = this.#fitted && keys.includes(this.#keys);
    const isSame = goesOn && this.#keys.includes(keys);
    if (isSame && rows.length > 0) return;
    const teaches = hasContrast(groupRows(rows));
    this.#fitted = teaches || this.#file !== undefined;
    if (!teaches) return;
    this.#keys = keys;
    this.#width = rows[0]!.features.length;
    if (!goesOn) this.#restart(rows);
    const knowsMore = this.#file !== undefined || rows.some(({ hardware }) => hardware !== undefined);
    const isReset = this.net.hasTwin === true && goesOn && knowsMore && this.#fits % RESET === 0;
    if (isReset && this.#twin) this.#weights.follow(this.#twin, 1);
    const visits = !goesOn ? EPOCHS * rows.length : isReset ? RESET * MORE_VISITS : MORE_VISITS;
    await this.#train(
      rows,
      Math.min(visits, this.options.visits ?? VISITS),
      goesOn ? this.net.rate / 3 : this.net.rate,
    );
    if (this.net.hasTwin) (this.#twin ??= new Weights(0)).follow(this.#weights, this.#fits === 0 ? 1 : FOLLOWED);
    this.#fits++;
  }

  #first(): Weights {
    const weights = new Weights(this.options.seed ?? 1);
    if (this.#file) weights.load(this.#file);
    return weights;
  }

  #restart(rows: readonly Row[]): void {
    this.#weights = this.#first();
    this.#twin = undefined;
    this.#fits = 0;
    if (!this.#file) fitScale(matrixOf(rows), rows.length, this.#layout(), this.#scale());
  }

  async #train(rows: readonly Row[], visits: number, rate: number): Promise<void> {
    const batches = new RowBatches(rows, new Random(rows.length), BATCH);
    const steps = Math.ceil(visits / Math.min(BATCH, rows.length));
    // Weights are made at their first use.
    const { columns } = this.#embed(new Tape(false), rows[0]!.features, 1);
    for (const head of new Set(rows.map(({ hardware = '' }) => hardware))) this.#addHead(head, columns);
    const { center, spread } = this.#scale();
    const adam = new Adam(this.#weights.all.filter((one) => one !== center && one !== spread));
    for (let step = 0; step < steps; step++) {
      // Signals are heard meanwhile.
      if (step % PAUSE === PAUSE - 1) await setImmediate();
      const batch = batches.next();
      const tape = new Tape();
      const states = this.#embed(tape, matrixOf(batch), batch.length);
      const scores = this.#score(tape, states, batch[0]!.hardware ?? '');
      const labels = Float64Array.from(batch, ({ score }) => score);
      tape.backward(this.net.loss(tape, scores, labels, [batch.map((_, i) => i)]));
      adam.step(rate * (LAST + (1 - LAST) * 0.5 * (1 + Math.cos((Math.PI * step) / steps))), DECAY);
    }
  }

  #embed(tape: Tape, features: Float32Array, count: number): Matrix {
    return this.net.embed(tape, this.#weights, toBatch(features, count, this.#layout(), this.#scale()));
  }

  #score(tape: Tape, states: Matrix, hardware: string): Matrix {
    if (this.net.givesScores) return states;
    const [weights, bias] = this.#head(hardware, states.columns);
    return operations.dense(tape, states, weights, bias);
  }

  /** A head that is new begins as the mean of those that there are. */
  #addHead(hardware: string, columns: number): void {
    if (this.net.givesScores) return;
    const known = headsIn(this.#weights);
    if (known.includes(hardware)) return;
    const [weights, bias] = this.#head(hardware, columns);
    for (const other of known.map((one) => this.#head(one, columns))) {
      other[0].data.forEach((value, i) => (weights.data[i]! += value / known.length));
      bias.data[0]! += other[1].data[0]! / known.length;
    }
  }

  #head(hardware: string, columns: number): readonly [weights: Matrix, bias: Matrix] {
    return [
      this.#weights.constant(`${HEAD}${hardware}`, columns, 1),
      this.#weights.constant(`bias of ${HEAD}${hardware}`, 1, 1),
    ];
  }

  #layout(): Layout {
    return this.options.layout ?? flatLayout(this.#width);
  }

  #scale(): Scale {
    const size = this.#layout().numbers.length;
    return {
      center: this.#weights.constant('scale center', 1, size),
      spread: this.#weights.constant('scale spread', 1, size, 1),
    };
  }
}

/** The shape of a layout and the names of its columns, as a short text. */
function signatureOf({ nodes, links, words, numbers }: Layout): string {
  const columns = [...links, ...words, ...numbers];
  return `${nodes} nodes of ${columns.length} columns (${columns.reduce((sum, name) => (31 * sum + wordOf(name)) % 65_536, 0)})`;
}

/** Hardware that has a head. */
function headsIn(weights: Weights): readonly string[] {
  return weights.names.filter((name) => name.startsWith(HEAD)).map((name) => name.slice(HEAD.length));
}
