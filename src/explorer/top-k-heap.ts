import FlatQueue from 'flatqueue';

/** Keeps the k items of highest score, each key once. */
export class TopK<T> {
  private readonly capacity: number;
  private readonly keys = new Set<number>();
  private readonly queue = new FlatQueue<{ readonly key: number; readonly item: T }>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  offer(key: number, item: T, score: number): void {
    const full = this.queue.length === this.capacity;
    if (this.capacity === 0 || this.keys.has(key) || (full && score <= this.queue.peekValue()!)) return;
    if (full) this.keys.delete(this.queue.pop()!.key);
    this.keys.add(key);
    this.queue.push({ key, item }, score);
  }

  /** Empties the collection, best first. */
  take(): T[] {
    const items: T[] = [];
    while (this.queue.length > 0) items.push(this.queue.pop()!.item);
    this.keys.clear();
    return items.reverse();
  }
}
