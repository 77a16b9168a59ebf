import { UsageError } from '../target/errors.js';
import type { Backend, BackendWith } from './backend.js';
import type { Capabilities } from './capabilities/capabilities.js';
import { backends } from './registry.js';

/** A backend that has a capability. Throws UsageError that says `what` there is not, and for which targets there is. */
export function requireCapability<Name extends keyof Capabilities>(
  backend: Backend,
  name: Name,
  what: string,
): BackendWith<Name> {
  if (hasCapability(backend, name)) return backend;
  const able = backends.filter((one) => hasCapability(one, name)).map(({ kind }) => kind);
  throw new UsageError(`There is no ${what} for ${backend.kind} yet, only for ${able.join(' and ')}.`);
}

function hasCapability<Name extends keyof Capabilities>(backend: Backend, name: Name): backend is BackendWith<Name> {
  return backend[name] !== undefined;
}
