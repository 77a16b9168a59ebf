import { formatBytes } from '../../target/format.js';
import { Malformed } from './malformed.js';

/** What even a small file may take. */
const LEAST = 64 * 2 ** 20;
/** Memory for each byte of a file; int8 that becomes float32 takes four. */
const FOR_EACH_BYTE = 8;

/** Memory that a file's content may take: some times the file's size, whatever the file says. */
export class Allowance {
  #left: number;

  constructor(fileBytes: number) {
    this.#left = LEAST + FOR_EACH_BYTE * fileBytes;
  }

  /** To be asked before anything is allocated. Throws Malformed. */
  take(bytes: number, what: string): void {
    this.#left -= bytes;
    if (this.#left < 0) {
      const most = `the ${formatBytes(LEAST)} and ${FOR_EACH_BYTE} times its size that a file may take`;
      throw new Malformed(`with ${what} it needs more memory than ${most}`);
    }
  }

  /** More bytes belong to the file than were known. */
  extend(fileBytes: number): void {
    this.#left += FOR_EACH_BYTE * fileBytes;
  }
}
