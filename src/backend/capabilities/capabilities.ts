import type { Target } from '../../target/target.js';
import type { Examine } from './examine.js';
import type { ExportLibrary } from './export-library.js';
import type { ExportProgram } from './export-program.js';
import type { ExportSources } from './export-sources.js';
import type { ListTargets } from './list-targets.js';
import type { PackedForms } from './packed-forms.js';
import type { ServeFarm } from './serve-farm.js';
import type { UserSource } from './user-source.js';

/** All that a kind of target may be able to do besides: one method each, which callers test for. */
export interface Capabilities<T extends Target = Target>
  extends
    ExportLibrary<T>,
    ExportProgram<T>,
    PackedForms<T>,
    ExportSources<T>,
    UserSource<T>,
    Examine,
    ListTargets,
    ServeFarm<T> {}
