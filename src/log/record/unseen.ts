/** Lines that were not yet found in a file, in the order in which they were added; some may be equal. */
export class Unseen {
  readonly #counts = new Map<string, number>();
  #size = 0;

  /** How many there are. */
  get size(): number {
    return this.#size;
  }

  add(lines: Iterable<string>): void {
    for (const line of lines) {
      this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1);
      this.#size++;
    }
  }

  /** Takes away a line that was found; false if it is none of these. */
  see(line: string): boolean {
    const count = this.#counts.get(line);
    if (count === undefined) return false;
    if (count === 1) this.#counts.delete(line);
    else this.#counts.set(line, count - 1);
    this.#size--;
    return true;
  }

  /** Takes them all away. */
  take(): readonly string[] {
    const lines = this.list();
    this.#counts.clear();
    this.#size = 0;
    return lines;
  }

  list(): readonly string[] {
    return [...this.#counts].flatMap(([line, count]) => Array.from({ length: count }, () => line));
  }
}
