/**
 * The statements of a nest as a vector of numbers in which the place of a number says what it means: it depends on the
 * names of stages, loops and tensors, which templates give, and not on where a loop stands or how long it is. What a
 * nest lacks is 0.
 */
import { blockAxes, threadAxes, isBlockAxis, isThreadAxis, type Annotation } from '../ir/loop.js';
import type { Access, Statement } from './statements.js';

const ofCpu: readonly Annotation[] = ['serial', 'unroll', 'vectorize', 'parallel'];
const ofGpu: readonly Annotation[] = ['serial', 'unroll', 'vectorize', 'tensorize', ...blockAxes, ...threadAxes];

/** A loop that encloses statements: `C.io` for the loop io of the stage C. */
interface Slot {
  readonly name: string;
  /** The cell of its annotation. */
  readonly annotation: number;
}

/** What is known of one stage's statement. */
export interface StageCells {
  readonly name: string;
  /** The cell of the order of its loops: 0 where the nest lacks the stage, otherwise a place in `chains`, from 1 on. */
  readonly chain: number;
  /** Orders of loops, outermost first, as places in `slots`. More are added as they are met. */
  readonly chains: (readonly number[])[];
  /** The first of three cells: additions, multiplications, divisions. */
  readonly arithmetic: number;
  /** Loops that enclose it in any config, as places among all slots. */
  readonly slots: readonly number[];
  /** The first cell of the lengths of these. */
  readonly lengths: number;
  readonly accesses: readonly AccessCells[];
}

export interface AccessCells {
  readonly role: string;
  /** `reads data`, `writes C`. */
  readonly name: string;
  /** The cell that is 1 where the statement has it. */
  readonly present: number;
  /** The first cell of its strides, one for each of the stage's slots. */
  readonly strides: number;
}

export class CellLayout {
  readonly slots: readonly Slot[];
  readonly stages: readonly StageCells[];
  /** What a loop may be; a cell that holds an annotation holds its place here, from 1 on. */
  readonly annotations: readonly Annotation[];
  /** Count of the cells. */
  readonly width: number;
  readonly #chainNumbers = new Map<string, number>();

  /** Cells for all that these nests have. */
  constructor(nests: readonly (readonly Statement[])[]) {
    let width = 0;
    const take = (count: number): number => (width += count) - count;
    const statements = nests.flat();
    const isBound = statements.some(({ loops }) =>
      loops.some(({ annotation }) => isBlockAxis(annotation) || isThreadAxis(annotation)),
    );
    this.annotations = isBound ? ofGpu : ofCpu;
    this.slots = sorted(statements.flatMap(slotsOf)).map((name) => ({ name, annotation: take(1) }));
    const place = new Map(this.slots.map(({ name }, i) => [name, i]));
    this.stages = sorted(statements.map(({ stage }) => stage)).map((name) => {
      const own = statements.filter(({ stage }) => stage === name);
      const slots = sorted(own.flatMap(slotsOf)).map((slot) => place.get(slot)!);
      const roles = new Map(own.flatMap(({ accesses }) => accesses.map((access) => [nameOf(access), access.role])));
      const [chain, arithmetic, lengths] = [take(1), take(3), take(slots.length)];
      const accesses = sorted([...roles.keys()]).map((access) => {
        return { name: access, role: roles.get(access)!, present: take(1), strides: take(slots.length) };
      });
      return { name, chain, chains: [], arithmetic, slots, lengths, accesses };
    });
    this.width = width;
  }

  /** The cells of a nest. Stages, loops and accesses that the layout has no place for are left out. */
  cellsOf(statements: readonly Statement[]): Float64Array {
    const cells = new Float64Array(this.width);
    for (const statement of statements) {
      const stage = this.stages.find(({ name }) => name === statement.stage);
      if (stage) this.#fill(cells, stage, statement);
    }
    return cells;
  }

  #fill(cells: Float64Array, stage: StageCells, statement: Statement): void {
    const names = slotsOf(statement);
    const places = names.map((name) => stage.slots.findIndex((slot) => this.slots[slot]!.name === name));
    cells[stage.chain] = this.#chainOf(stage, places);
    const { adds, muls, divs } = statement.arithmetic;
    cells.set([adds, muls, divs], stage.arithmetic);
    places.forEach((at, i) => {
      const slot = stage.slots[at];
      if (slot === undefined) return;
      cells[stage.lengths + at] = statement.lengths[i]!;
      cells[this.slots[slot]!.annotation] = 1 + this.annotations.indexOf(statement.loops[i]!.annotation);
    });
    for (const { name, present, strides } of stage.accesses) {
      const access = statement.accesses.find((a) => nameOf(a) === name);
      if (!access) continue;
      cells[present] = 1;
      places.forEach((at, i) => at >= 0 && (cells[strides + at] = access.strides[i]!));
    }
  }

  #chainOf(stage: StageCells, places: readonly number[]): number {
    const known = places.filter((place) => place >= 0);
    const key = `${stage.name}: ${known.join()}`;
    let number = this.#chainNumbers.get(key);
    if (number === undefined) {
      number = stage.chains.push(known);
      this.#chainNumbers.set(key, number);
    }
    return number;
  }
}

/**
 * The loops around a stage's statement, outermost first, as places in its `slots`; undefined where there is no such
 * stage.
 */
export function chainOf({ chain, chains }: StageCells, cells: Float64Array): readonly number[] | undefined {
  const number = cells[chain]!;
  return number === 0 ? undefined : chains[number - 1];
}

/** All that a layout needs a place for. */
export function namesIn(statements: readonly Statement[]): string[] {
  return statements.flatMap((statement) => {
    const { stage, accesses } = statement;
    return [...slotsOf(statement), ...accesses.map(nameOf)].map((name) => `${stage}: ${name}`);
  });
}

function slotsOf({ loops }: Statement): string[] {
  return loops.map(({ stage, loop }) => `${stage}.${loop.name}`);
}

function nameOf({ mode, role }: Access): string {
  return `${mode} ${role}`;
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
