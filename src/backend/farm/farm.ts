import { valueType } from '../../ir/tensor.js';
import type { Device } from '../../measure/device.js';
import { FarmConnection } from '../../measure/farm/connection.js';
import { FarmDevice } from '../../measure/farm/farm-device.js';
import { Happenings } from '../../measure/farm/happenings.js';
import { otherVersions } from '../../measure/farm/other-versions.js';
import { Registry } from '../../measure/farm/registry.js';
import { MissingError, OtherMachineError } from '../../target/errors.js';
import { grouped } from '../../target/grouped.js';
import type { Target } from '../../target/target.js';
import { parseTarget } from '../registry.js';
import { farmSideOf, type ChosenDevices } from './chosen-devices.js';

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
    if (kind !== cards[0].kind) throw otherDevices(cards[0].kind, kind);
    const side = farmSideOf(kind);
    const lane = side.laneOf(parseTarget(cards[0].targets[valueType]!));
    const compiler = await this.compilerFor(lane);
    const check = (target: Target): void => {
      const asked = side.laneOf(target);
      if (asked !== lane) throw otherDevices(lane, asked);
    };
    const runs = { ...side, check, lane, compiler, flagsOf: (target: Target) => side.flagsOf(target, compiler) };
    return FarmDevice.open(this.connection, cards, runs, this.happenings);
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

  /** The compiler that most builders have: a task's kernels are all built by one. */
  private async compilerFor(lane: string): Promise<string> {
    const registry = new Registry(this.connection);
    const builders = (await registry.builders()).filter(({ alive }) => alive);
    const strange = await registry.others('builders');
    if (strange.length > 0)
      this.happenings.note(`Builders of another version of tune are not used: ${otherVersions(strange)}.`);
    const able = builders.flatMap(({ card }) => card.lanes.filter((one) => one.lane === lane));
    const groups = grouped(able, ({ compiler }) => compiler);
    const [most, ...others] = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
    if (!most)
      throw new MissingError(
        `No builder of the farm compiles for ${lane}: start tune worker --queue URL --build on a machine that has its compiler.`,
      );
    for (const [compiler] of others)
      this.happenings.note(`Builders with ${compiler} are not used, only those with ${most[0]}.`);
    return most[0];
  }
}

function otherDevices(there: string, wanted: string): OtherMachineError {
  return new OtherMachineError(
    `The devices of the farm that are used run ${there}, not ${wanted}`,
    'name others with --device',
  );
}
