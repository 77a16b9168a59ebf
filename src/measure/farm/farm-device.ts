import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { Target } from '../../target/target.js';
import type { Device } from '../device.js';
import type { DeviceCode } from '../device-code.js';
import type { FarmConnection } from './connection.js';
import { DevicePool } from './device-pool.js';
import { FarmBuilder, type BuildsFor } from './farm-builder.js';
import { FarmSession } from './farm-session.js';
import type { Happenings } from './happenings.js';
import type { DeviceCard } from './messages.js';

/** What a farm must know of a kind of target, beside what its builders do. */
export interface RunsOn extends BuildsFor {
  /** Throws OtherMachineError for a target that the devices are not of. */
  check(target: Target): void;
  /** How a kernel is called, as `Device.call`. */
  call(kernel: DeviceKernel, code: Partial<DeviceCode>, target: Target): readonly (string | number)[];
  /** What builds references, where these are not for what kernels are for. */
  readonly references?: BuildsFor;
}

/** Questions under way for each of several devices, so that none waits for the next. */
const AHEAD = 2;

/** Devices of one fingerprint and the builders of a farm, in the place of this machine's. */
export class FarmDevice implements Device {
  private constructor(
    readonly builder: FarmBuilder,
    readonly session: FarmSession,
    private readonly references: FarmBuilder,
    private readonly pool: DevicePool,
    private readonly runs: RunsOn,
  ) {}

  static async open(
    farm: FarmConnection,
    cards: readonly DeviceCard[],
    runs: RunsOn,
    happenings: Happenings,
  ): Promise<FarmDevice> {
    const builder = await FarmBuilder.open(farm, runs, happenings);
    const references = runs.references ? await FarmBuilder.open(farm, runs.references, happenings) : builder;
    const pool = await DevicePool.open(farm, cards, happenings);
    const session = new FarmSession(pool, {
      format: (target) => runs.format(target),
      buildReference: ({ reference, target }) => references.buildReference(reference, target),
      cancelReference: () => {
        references.cancel();
      },
    });
    return new FarmDevice(builder, session, references, pool, runs);
  }

  /** With a single device trials come one after the other, as on this machine. */
  get lanes(): number {
    return this.pool.size === 1 ? 1 : AHEAD * Math.max(1, this.pool.usable.length);
  }

  check(target: Target): void {
    this.runs.check(target);
  }

  call(kernel: DeviceKernel, code: Partial<DeviceCode>, target: Target): readonly (string | number)[] {
    return this.runs.call(kernel, code, target);
  }

  async close(): Promise<void> {
    await this.session.close();
    await Promise.all([...new Set([this.builder, this.references])].map((one) => one.close()));
  }
}
