/** Places the buffers of a call in one workspace, stack-like: buffers that are never alive together share memory. */
const alignment = 64;
/** Room behind each buffer, so that a vector load of its last elements may read past them. */
const slack = 64;

export class Workspace {
  private top = 0;
  private peak = 0;

  /** Bytes that the workspace must have. */
  get bytes(): number {
    return this.peak;
  }

  /** Runs `body` with a buffer of this many bytes in place, given its offset. */
  within<T>(bytes: number, body: (offset: number) => T): T {
    const start = this.top;
    this.top += Math.ceil((bytes + slack) / alignment) * alignment;
    this.peak = Math.max(this.peak, this.top);
    const result = body(start);
    this.top = start;
    return result;
  }
}
