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
import { backendNamed, parseTarget } from '../registry.js';
import { namesProcessor, readOptions, wordsOf } from '../target-string.js';
import { farmSideOf } from './chosen-devices.js';

export interface DeviceSpec {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** A target string; one of another architecture is emulated. */
  readonly target: string;
  /** Path of a native program that was built before; default: it is built here. */
  readonly runner: string | undefined;
}

/**
 * This machine's device of a kind, or an emulator, as a worker serves it. Throws as `parseTarget`; with a runner, no
 * compiler is asked for what the target names.
 */
export function servedDevice(spec: DeviceSpec): ServedDevice {
  const backend = backendNamed(spec.target);
  const { kind } = backend;
  const side = farmSideOf(kind);
  const [, ...words] = wordsOf(spec.target);
  const named = side.read(readOptions(kind, backend.options, words), spec.runner);
  if (spec.runner === undefined) parseTarget(spec.target);
  const isEmulated = !named.isHere;
  const hardware = backend.fingerprint();
  const card: DeviceCard = {
    name: spec.name,
    session: randomBytes(16).toString('hex'),
    kind,
    features: isEmulated ? ['cpu', 'emulated'] : side.features(),
    tags: spec.tags,
    fingerprint: isEmulated ? `emulated-${named.lane}.${hardware}` : hardware,
    targets: namesProcessor(spec.target)
      ? { [valueType]: named.text }
      : targetsOf(spec.target, (of) => side.format(of)),
    ...defined({ references: named.references }),
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
