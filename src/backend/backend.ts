import type { Target } from '../target/target.js';
import type { Capabilities } from './capabilities/capabilities.js';
import type { Codegen } from './codegen.js';
import type { DeviceAccess } from './device-access.js';
import type { TargetKind } from './target-kind.js';

/**
 * Everything in which one kind of target differs from others: one folder in `src/backend/`, and one line in
 * `registry.ts`. It is given targets of its own kind only. Nobody else asks for the kind: templates ask for the
 * abilities that a target has, and callers for the capabilities that a backend has.
 */
export interface Backend<T extends Target = Target>
  extends TargetKind<T>, Codegen<T>, DeviceAccess<T>, Partial<Capabilities<T>> {}

/** A backend that has a capability. */
export type BackendWith<Name extends keyof Capabilities, T extends Target = Target> = Backend<T> &
  Pick<Capabilities<T>, Name>;
