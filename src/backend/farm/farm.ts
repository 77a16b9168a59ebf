import { valueType } from '../../ir/tensor.js';
import type { Device } from '../../measure/device.js';
import { FarmConnection } from '../../measure/farm/connection.js';
import type { BuildsFor } from '../../measure/farm/farm-builder.js';
import { FarmDevice, type RunsOn } from '../../measure/farm/farm-device.js';
import { Happenings } from '../../measure/farm/happenings.js';
import type { DeviceCard } from '../../measure/farm/messages.js';
import { otherVersions } from '../../measure/farm/other-versions.js';
import { Registry } from '../../measure/farm/registry.js';
import { MissingError, OtherMachineError } from '../../target/errors.js';
import { grouped } from '../../target/grouped.js';
import type { Target } from '../../target/target.js';
import type { FarmLane, FarmSide } from '../capabilities/serve-farm.js';
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
    const [card] = cards;
    if (kind !== card.kind) throw otherDevices(card.kind, kind);
    const side = farmSideOf(kind);
    const builds = await this.buildsFor(parseTarget(card.targets[valueType]!));
    const check = (target: Target): void => {
      const asked = side.laneOf(target);
      if (asked !== builds.lane) throw otherDevices(builds.lane, asked);
    };
    const call: RunsOn['call'] = (...of) => side.call(...of);
    const runs = { ...builds, check, call, ...(await this.referencesFor(card)) };
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

  private async referencesFor({ references }: DeviceCard): Promise<Pick<RunsOn, 'references'>> {
    if (references === undefined) return {};
    const target = parseTarget(references);
    return { references: { target, builds: await this.buildsFor(target) } };
  }

  private async buildsFor(target: Target): Promise<BuildsFor> {
    const side = farmSideOf(target.kind);
    const lane = side.laneOf(target);
    const compiler = await this.compilerFor(lane, side);
    return { lane, compiler, format: (of) => side.format(of), flagsOf: (of) => side.flagsOf(of, compiler) };
  }

  /** The compiler that most builders have: a task's kernels are all built by one. */
  private async compilerFor(lane: string, side: FarmSide): Promise<string> {
    const registry = new Registry(this.connection);
    const builders = (await registry.builders()).filter(({ alive }) => alive);
    const strange = await registry.others('builders');
    if (strange.length > 0)
      this.happenings.note(`Builders of another version of tune are not used: ${otherVersions(strange)}.`);
    const able = builders.flatMap(({ card }) => card.lanes.filter((one) => one.lane === lane));
    const { features } = this.chosen.cards[0];
    const loaded = able.filter(({ compiler }) => side.loads(features, compiler));
    const groups = grouped(loaded, ({ compiler }) => compiler);
    const [most, ...others] = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
    if (!most)
      throw new MissingError(
        `No builder of the farm compiles for ${lane}${unloaded(able)}: start tune worker --queue URL --build on a machine that has its compiler.`,
      );
    for (const [compiler] of others)
      this.happenings.note(`Builders with ${compiler} are not used, only those with ${most[0]}.`);
    return most[0];
  }
}

/** Of builders for a lane whose kernels the devices do not load. */
function unloaded(lanes: readonly FarmLane[]): string {
  const compilers = [...new Set(lanes.map(({ compiler }) => compiler))];
  return compilers.length === 0 ? '' : ` by what its devices load (not ${compilers.join(', ')})`;
}

function otherDevices(there: string, wanted: string): OtherMachineError {
  return new OtherMachineError(
    `The devices of the farm that are used run ${there}, not ${wanted}`,
    'name others with --device',
  );
}
