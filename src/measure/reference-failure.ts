import { WorkError } from '../target/errors.js';

/** The reference of one problem cannot be built or run: others may be. */
export class ReferenceFailure extends WorkError {}
