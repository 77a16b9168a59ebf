import { z } from 'zod';
import type { FarmConnection } from './connection.js';
import { open, Refusal, seal } from './envelope.js';
import { builderSchema, deviceSchema, type BuilderCard, type DeviceCard } from './messages.js';
import { buildQueue, runQueue, serving } from './queue-names.js';

/** A device or builder as the farm knows it. */
export interface Member<Card> {
  readonly card: Card;
  /** Whether its worker is connected; true where the user of Redis may not ask (`CLIENT LIST`). */
  readonly alive: boolean;
}
export interface DeviceMember extends Member<DeviceCard> {
  /** Whether it shall get nothing new. */
  readonly drained: boolean;
}

/** Who serves a farm. Workers write signed cards; that one is there, Redis says of its connections. */
export class Registry {
  constructor(private readonly farm: FarmConnection) {}

  /** Replaces the card that had its name. */
  async announceDevice(card: DeviceCard): Promise<void> {
    const envelope = JSON.stringify(seal(this.farm.secret, 'device', card));
    await this.farm.redis.hset(this.farm.key('devices'), card.name, envelope);
  }

  async announceBuilder(card: BuilderCard): Promise<void> {
    const envelope = JSON.stringify(seal(this.farm.secret, 'builder', card));
    await this.farm.redis.hset(this.farm.key('builders'), card.name, envelope);
  }

  async removeDevice(name: string): Promise<void> {
    await this.farm.redis.hdel(this.farm.key('devices'), name);
  }

  async removeBuilder(name: string): Promise<void> {
    await this.farm.redis.hdel(this.farm.key('builders'), name);
  }

  /** In the order of their names. Cards that are not signed with the farm's secret are not there. */
  async devices(): Promise<readonly DeviceMember[]> {
    const [cards, drained, served] = await Promise.all([
      this.cards('devices', 'device', deviceSchema),
      this.farm.redis.smembers(this.farm.key('drained')),
      this.servedQueues(),
    ]);
    return cards.map((card) => ({
      card,
      alive: served?.has(runQueue(card.name)) ?? true,
      drained: drained.includes(card.name),
    }));
  }

  async builders(): Promise<readonly Member<BuilderCard>[]> {
    const [cards, served] = await Promise.all([this.cards('builders', 'builder', builderSchema), this.servedQueues()]);
    return cards.map((card) => ({
      card,
      alive: card.lanes.some(({ lane, compiler }) => served?.has(buildQueue(lane, compiler)) ?? true),
    }));
  }

  /** Devices that announced themselves, whoever signed that. */
  async countAnnounced(): Promise<number> {
    return this.farm.redis.hlen(this.farm.key('devices'));
  }

  /** Whether a device shall get nothing new from now on. */
  async drain(name: string, drained: boolean): Promise<void> {
    const key = this.farm.key('drained');
    await (drained ? this.farm.redis.sadd(key, name) : this.farm.redis.srem(key, name));
  }

  private async cards<Schema extends z.ZodType<{ readonly name: string }>>(
    kind: 'devices' | 'builders',
    use: 'device' | 'builder',
    schema: Schema,
  ): Promise<readonly z.output<Schema>[]> {
    const stored = await this.farm.redis.hgetall(this.farm.key(kind));
    const cards = Object.entries(stored).flatMap(([name, text]) => {
      const card = this.read(use, schema, text);
      return card?.name === name ? [card] : [];
    });
    return cards.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  private read<Schema extends z.ZodType>(
    use: 'device' | 'builder',
    schema: Schema,
    text: string,
  ): z.output<Schema> | undefined {
    try {
      return open(this.farm.secret, use, schema, JSON.parse(text)).message;
    } catch (error) {
      if (error instanceof Refusal || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** Names of queues that some worker is connected for; undefined where Redis does not say. */
  private async servedQueues(): Promise<ReadonlySet<string> | undefined> {
    const list: unknown = await this.farm.redis.client('LIST').catch(() => undefined);
    if (typeof list !== 'string') return undefined;
    const pattern = new RegExp(`\\bname=${this.farm.address.prefix}:([A-Za-z0-9+/=]+):w:${serving}\\b`, 'g');
    return new Set([...list.matchAll(pattern)].map(([, name]) => Buffer.from(name!, 'base64').toString()));
  }
}
