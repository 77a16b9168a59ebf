import { UsageError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';

/** Nodes that are named of one kind; of more it is told how many there are. */
const NAMED = 8;

/** What a model holds that is not supported, gathered so that all of it is told at once. */
export class Unsupported {
  readonly #found = new Map<string, string[]>();

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** `what`: `com.microsoft.FusedConv`; `where`: the name of a node, or of a tensor. */
  add(what: string, where: string): void {
    const places = this.#found.get(what) ?? [];
    places.push(where);
    this.#found.set(what, places);
  }

  /** Throws UsageError with everything that was added, if anything was. */
  check(path: string): void {
    if (this.#found.size === 0) return;
    const kinds = [...this.#found].map(([what, places]) => `${what} (${listed(places)})`);
    throw new UsageError(`Cannot read ${path}, which holds what is not supported: ${kinds.join(', ')}.`);
  }
}

function listed(names: readonly string[]): string {
  const named = names.slice(0, NAMED).map(shortened).join(', ');
  return names.length > NAMED ? `${named} and ${names.length - NAMED} more` : named;
}
