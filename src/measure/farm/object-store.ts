/** Where objects lie, by the hash of their content, until unused for a while. */
export interface ObjectStore {
  /** Throws WorkError where it cannot be used; absent where the connection is proof enough. */
  check?(): Promise<void>;
  /** Throws Refusal where it cannot be stored. */
  put(object: string, content: Buffer): Promise<void>;
  /** Whether it is there, and for another while where the store counts that. Throws Refusal where it does not say. */
  touch(object: string): Promise<boolean>;
  /** Undefined where it is not there. Throws Refusal where it cannot be read. */
  get(object: string): Promise<Buffer | undefined>;
}

/** Of an object. */
export const MOST_BYTES = 64 * 2 ** 20;

/** Seconds that Redis, and a folder, keep an object after its last use. */
export const [KEPT, KEPT_IN_FOLDER] = [3600, 24 * 3600];
