import type { Target } from '../../target/target.js';
import type { DispatchTree } from '../library/dispatch-tree.js';
import type { Library, LibraryItem } from '../library/library.js';

/** Exports kernels as a library in the language of their targets, for programs of others. */
export interface ExportLibrary<T extends Target = Target> {
  /**
   * `name`: of the library, a name of C. `trees`: which schedules shapes get, for callers who ask the library. Throws
   * WorkError for what no library can hold.
   */
  exportLibrary(name: string, items: readonly LibraryItem<T>[], trees?: readonly DispatchTree[]): Promise<Library>;
}
