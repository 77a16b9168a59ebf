import { valueType } from '../../ir/tensor.js';
import type { Device } from '../../measure/device.js';
import { FarmConnection } from '../../measure/farm/connection.js';
import type { BuildsFor } from '../../measure/farm/farm-builder.js';
import { FarmDevice, type RunsOn } from '../../measure/farm/farm-device.js';
import { Happenings } from '../../measure/farm/happenings.js';
import type { BuilderCard, DeviceCard } from '../../measure/farm/messages.js';
import { otherVersions } from '../../measure/farm/other-versions.js';
import { Registry } from '../../measure/farm/registry.js';
import { MissingError, OtherMachineError } from '../../target/errors.js';
import { grouped } from '../../target/grouped.js';
import type { Target } from '../../target/target.js';
import type { FarmSide } from '../capabilities/serve-farm.js';
import { parseTarget } from '../registry.js';
import type { ChosenDevices } from './chosen-devices.js';
import { farmTarget, readFarmTarget } from './named-target.js';

/** Chosen devices of a farm and its builders, in the place of this machine. */
export class Farm {
  private readonly happenings = new Happenings();

  private constructor(
    private readonly connection: FarmConnection,
    private readonly chosen: ChosenDevices,
  ) {
    for (const note of chosen.notes) this.happenings.note(note);
  }

  /** Throws as `FarmConnection.open`. */
  static async open(chosen: ChosenDevices): Promise<Farm> {
    return new Farm(await FarmConnection.open(chosen.url), chosen);
  }

  /** What `LocalMeasurer` opens. Throws MissingError where nobody builds for the devices. */
  readonly openDevice = async (kind: string): Promise<Device> => {
    const { cards } = this.chosen;
    const [card] = cards;
    if (kind !== card.kind) throw otherDevices(card.kind, kind);
    const { side } = farmTarget(card.targets[valueType]!);
    const lane = side.laneOf(parseTarget(card.targets[valueType]!));
    const builders = await this.builders();
    const compiler = this.compilerFor(lane, 'kernels', side, builders);
    const check = (target: Target): void => {
      const asked = side.laneOf(target);
      if (asked !== lane) throw otherDevices(lane, asked);
    };
    const runs: RunsOn = {
      lane,
      compiler,
      check,
      format: (target) => side.format(target),
      flagsOf: (target) => side.flagsOf(target, compiler),
      call: (...of) => side.call(...of),
      ...(card.references !== undefined && { references: this.referencesOf(card.references, builders) }),
    };
    return FarmDevice.open(this.connection, this.thatLoad(compiler, side), runs, this.happenings);
  };

  /** What happened since the last call. */
  takeNotes(): readonly string[] {
    return this.happenings.takeNotes();
  }

  summary(): string {
    const [{ emulated }] = this.chosen.cards;
    return `${this.happenings.summary()}${emulated ? ' Times are an emulator’s, and mean nothing.' : ''}`;
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private thatLoad(compiler: string, side: FarmSide): readonly DeviceCard[] {
    const { cards } = this.chosen;
    const loading = cards.filter(({ features }) => side.loads(features, compiler));
    for (const { name } of cards.filter((card) => !loading.includes(card)))
      this.happenings.note(`${name} is not used, since its driver is older than ${compiler}.`);
    return loading;
  }

  /** How references are built for what a device names for them, which needs no compiler of this machine. */
  private referencesOf(text: string, builders: readonly BuilderCard[]): BuildsFor {
    const { side, target } = readFarmTarget(text);
    const compiler = this.compilerFor(target.lane, 'references', side, builders);
    return { lane: target.lane, compiler, format: () => text, flagsOf: () => [] };
  }

  /** Those that are there. */
  private async builders(): Promise<readonly BuilderCard[]> {
    const registry = new Registry(this.connection);
    const strange = await registry.others('builders');
    if (strange.length > 0)
      this.happenings.note(`Builders of another version of tune are not used: ${otherVersions(strange)}.`);
    return (await registry.builders()).flatMap(({ alive, card }) => (alive ? [card] : []));
  }

  /** The compiler that most devices load the kernels of, and most builders have: a task's are all built by one. */
  private compilerFor(
    lane: string,
    what: 'kernels' | 'references',
    side: FarmSide,
    builders: readonly BuilderCard[],
  ): string {
    const able = builders.flatMap(({ lanes }) => lanes.filter((one) => one.lane === lane));
    const groups = [...grouped(able, ({ compiler }) => compiler)].map(([compiler, { length }]) => {
      const devices = this.chosen.cards.filter(({ features }) => side.loads(features, compiler)).length;
      return { compiler, builders: length, devices };
    });
    const [most, ...others] = groups.toSorted((a, b) => b.devices - a.devices || b.builders - a.builders);
    if (!most?.devices)
      throw new MissingError(
        `No builder of the farm compiles ${what} for ${lane}${unloaded(groups)}: start tune worker --queue URL --build on a machine that has its compiler.`,
      );
    for (const { compiler } of others)
      this.happenings.note(`Builders with ${compiler} are not used, only those with ${most.compiler}.`);
    return most.compiler;
  }
}

/** Of compilers whose kernels no device loads. */
function unloaded(groups: readonly { readonly compiler: string }[]): string {
  const compilers = groups.map(({ compiler }) => compiler);
  return compilers.length === 0 ? '' : ` that the drivers of its devices load (there is ${compilers.join(', ')})`;
}

function otherDevices(there: string, wanted: string): OtherMachineError {
  return new OtherMachineError(
    `The devices of the farm that are used run ${there}, not ${wanted}`,
    'name others with --device',
  );
}
