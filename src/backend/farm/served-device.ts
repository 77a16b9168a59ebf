import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { kernelTypes } from '../../elements/registry.js';
import { valueType } from '../../ir/tensor.js';
import type { Device } from '../../measure/device.js';
import type { DeviceCard } from '../../measure/farm/messages.js';
import type { ServedDevice } from '../../measure/farm/serve-device.js';
import { defaultTimeouts } from '../../measure/limits.js';
import { defined } from '../../target/defined.js';
import { commonCaches, machine } from '../../target/machine.js';
import { packageVersion } from '../../target/package-version.js';
import type { Target } from '../../target/target.js';
import { parseTarget } from '../registry.js';
import { namesProcessor } from '../target-string.js';
import { readFarmTarget } from './named-target.js';

export interface DeviceSpec {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** A target string; a CPU of another architecture is emulated. */
  readonly target: string;
  /** Path of a native program that was built before; default: it is built here. */
  readonly runner: string | undefined;
}

/**
 * This machine's device of a kind, or an emulator, as a worker serves it. Throws as `parseTarget`; with a runner, no
 * compiler is asked for what the target names.
 */
export function servedDevice(spec: DeviceSpec): ServedDevice {
  const { backend, side, options, target: named } = readFarmTarget(spec.target, spec.runner);
  if (spec.runner === undefined) parseTarget(spec.target);
  const isEmulated = !named.isHere;
  const hardware = backend.fingerprint();
  const card: DeviceCard = {
    name: spec.name,
    session: randomBytes(16).toString('hex'),
    kind: backend.kind,
    features: isEmulated ? ['cpu', 'emulated'] : side.features(),
    tags: spec.tags,
    fingerprint: isEmulated ? `emulated-${named.lane}.${hardware}` : hardware,
    targets: namesProcessor(options) ? { [valueType]: named.text } : targetsOf(spec.target, (of) => side.format(of)),
    ...defined({ references: named.references?.text }),
    cores: machine().cores,
    caches: isEmulated ? commonCaches : machine().caches,
    emulated: isEmulated,
    host: hostname(),
    version: packageVersion(),
  };
  let opened: Pick<Device, 'close'> | undefined;
  return {
    card,
    lock: named.lock,
    referenceLock: named.references?.lock,
    openSession: async (scratch, fetchReference) => {
      const seed = randomBytes(4).readUInt32LE();
      const needs = { scratch, seed, jobs: 1, compiler: undefined, timeouts: defaultTimeouts };
      const device = await named.open({ ...needs, fetchReference, runner: spec.runner });
      opened = device;
      return device.session;
    },
    close: async () => {
      await opened?.close();
    },
  };
}

/** Of each type of elements the target for it. */
function targetsOf(text: string, format: (target: Target) => string): DeviceCard['targets'] {
  const types = kernelTypes().map(({ name }) => name);
  return Object.fromEntries(types.map((type) => [type, format(parseTarget(text, undefined, type))]));
}
