import { FarmConnection } from '../../../src/measure/farm/connection.js';
import { FarmDevice } from '../../../src/measure/farm/farm-device.js';
import { Happenings } from '../../../src/measure/farm/happenings.js';
import { Registry } from '../../../src/measure/farm/registry.js';
import { serveBuilder } from '../../../src/measure/farm/serve-builder.js';
import { serveDevice } from '../../../src/measure/farm/serve-device.js';
import {
  Heard,
  runs,
  secret,
  simulatedBuilder,
  simulatedDevice,
  type SimulatedBuilder,
  type SimulatedDevice,
} from './simulated.js';

/** A worker in this process. */
export interface Serving {
  readonly heard: Heard;
  /** Ends it well. */
  stop(): Promise<void>;
}

/** `served` may put something in the place of the farm that the device serves. */
export async function startDevice(
  url: string,
  of: SimulatedDevice,
  served: (farm: FarmConnection) => FarmConnection = (farm) => farm,
): Promise<Serving> {
  return start(url, (farm, signal, heard) => serveDevice(served(farm), simulatedDevice(of), signal, heard));
}

export async function startBuilder(url: string, of: SimulatedBuilder): Promise<Serving> {
  return start(url, (farm, signal, heard) =>
    serveBuilder(farm, (scratch) => Promise.resolve(simulatedBuilder(of, scratch)), signal, heard),
  );
}

async function start(
  url: string,
  serve: (farm: FarmConnection, signal: AbortSignal, heard: Heard) => Promise<void>,
): Promise<Serving> {
  const farm = await connect(url);
  const stop = new AbortController();
  const heard = new Heard();
  const served = serve(farm, stop.signal, heard);
  await Promise.race([heard.started, served]);
  return {
    heard,
    stop: async () => {
      stop.abort();
      await served;
      await farm.close();
    },
  };
}

/** With the secret of tests. */
export function connect(url: string): Promise<FarmConnection> {
  return withSecret(() => FarmConnection.open(url));
}

/** Runs what reads the secret, with that of tests. */
export async function withSecret<T>(run: () => Promise<T>): Promise<T> {
  const before = process.env['TUNE_FARM_SECRET'];
  process.env['TUNE_FARM_SECRET'] = secret;
  try {
    return await run();
  } finally {
    if (before === undefined) delete process.env['TUNE_FARM_SECRET'];
    else process.env['TUNE_FARM_SECRET'] = before;
  }
}

/** A tuner's side of a farm: all devices that are there. */
export class SimulatedTuner {
  private constructor(
    readonly farm: FarmConnection,
    readonly device: FarmDevice,
    readonly happenings: Happenings,
  ) {}

  static async open(url: string): Promise<SimulatedTuner> {
    const farm = await connect(url);
    const happenings = new Happenings();
    const cards = (await new Registry(farm).devices()).filter(({ alive }) => alive).map(({ card }) => card);
    return new SimulatedTuner(farm, await FarmDevice.open(farm, cards, runs, happenings), happenings);
  }

  async close(): Promise<void> {
    await this.device.close();
    await this.farm.close();
  }
}
