import type { Target } from '../../target/target.js';
import type { Library, LibraryItem } from '../library/library.js';

/** Exports kernels as a library in the language of their targets, for programs of others. */
export interface ExportLibrary<T extends Target = Target> {
  /** `name`: of the library, a name of C. Throws WorkError for what no library can hold. */
  exportLibrary(name: string, items: readonly LibraryItem<T>[]): Promise<Library>;
}
