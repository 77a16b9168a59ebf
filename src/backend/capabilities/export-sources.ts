import type { Target } from '../../target/target.js';
import type { Library, LibraryItem } from '../library/library.js';

/** Exports configs of such source as a library, each with its reference. */
export interface ExportSources<T extends Target = Target> {
  exportSources(name: string, items: readonly LibraryItem<T>[]): Library;
}
