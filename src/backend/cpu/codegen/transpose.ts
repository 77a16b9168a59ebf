/**
 * Reads a register tile across its vectors: a block of registers is transposed by shuffles once, and each column is
 * then a vector of its own. The network is the usual one of log2(lanes) stages that swaps ever smaller quarters of the
 * block.
 */
import type { ElementType } from '../../../elements/element-type.js';
import type { VectorHelpers } from './vector.js';

export class Transposes {
  /** Columns of blocks that are transposed already, by the registers of the block. */
  private done = new Map<string, readonly string[]>();
  private lines: string[] = [];
  private count = 0;

  constructor(private readonly vectors: VectorHelpers) {}

  /** The variable that holds one lane of each of these registers, in order; `type`: of the lanes. */
  column(registers: readonly string[], type: ElementType, lane: number, lanes: number): string {
    const key = registers.join();
    let columns = this.done.get(key);
    if (!columns) {
      columns = this.transpose(registers, type, lanes);
      this.done.set(key, columns);
    }
    return columns.at(lane)!;
  }

  /** The shuffles that the columns asked for since the last call need; they go before the statement that asked. */
  flush(): string[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }

  /** Runs `body` in a C block of its own: what is declared inside is not seen outside. */
  within<T>(body: () => T): T {
    const outside = [...this.done];
    const result = body();
    this.done = new Map(outside.filter(([key, columns]) => this.done.get(key) === columns));
    return result;
  }

  /** Forgets the columns of a tile whose registers, `name_0` and so on, have changed. */
  forget(name: string): void {
    for (const key of [...this.done.keys()])
      if (key.split(',').some((register) => register.replace(/_\d+$/, '') === name)) this.done.delete(key);
  }

  private transpose(registers: readonly string[], element: ElementType, lanes: number): readonly string[] {
    const type = this.vectors.type(element, lanes);
    // Missing rows may hold anything, since their lanes are never stored: repeating the given ones makes many shuffles
    // the same.
    const period = 2 ** Math.ceil(Math.log2(registers.length));
    let rows = Array.from({ length: lanes }, (_, i) => registers[i % period] ?? registers.at(0)!);
    const known = new Map<string, string>();
    const shuffle = (a: string, b: string, picks: readonly number[]): string => {
      const text = this.vectors.shuffle(element, a, b, picks);
      const name = known.get(text) ?? this.declare(type, text);
      known.set(text, name);
      return name;
    };
    for (let step = lanes / 2; step >= 1; step /= 2) {
      const next = [...rows];
      for (let i = 0; i < lanes; i++) {
        if ((i & step) !== 0) continue;
        const [a, b] = [rows.at(i)!, rows.at(i | step)!];
        const low = Array.from({ length: lanes }, (_, l) => ((l & step) === 0 ? l : lanes + (l ^ step)));
        const high = Array.from({ length: lanes }, (_, l) => ((l & step) === 0 ? l ^ step : lanes + l));
        next[i] = shuffle(a, b, low);
        next[i | step] = shuffle(a, b, high);
      }
      rows = next;
    }
    return rows;
  }

  private declare(type: string, value: string): string {
    const name = `column${this.count++}`;
    this.lines.push(`const ${type} ${name} = ${value};`);
    return name;
  }
}
