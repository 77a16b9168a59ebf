import { z } from 'zod';
import { packageVersion } from '../../target/package-version.js';
import type { FarmConnection } from './connection.js';
import { open, Refusal, seal } from './envelope.js';
import {
  builderSchema,
  cardHeadSchema,
  deviceSchema,
  type BuilderCard,
  type CardHead,
  type DeviceCard,
} from './messages.js';
import { buildQueue, runQueue, serving } from './queue-names.js';
import type { Use } from './secret.js';

type Kind = 'devices' | 'builders';

/** What a card of a kind is signed for. */
const useOf = { devices: 'device', builders: 'builder' } as const satisfies Record<Kind, Use>;

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

/**
 * Who serves a farm. Workers write signed cards; that one is there, Redis says of its connections. Workers of another
 * version of `tune` are kept apart, since messages are of one version.
 */
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
      this.cards('devices', deviceSchema),
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
    const [cards, served] = await Promise.all([this.cards('builders', builderSchema), this.servedQueues()]);
    return cards.map((card) => ({
      card,
      alive: card.lanes.some(({ lane, compiler }) => served?.has(buildQueue(lane, compiler)) ?? true),
    }));
  }

  /** Devices that are there, or builders, of another version of `tune`, in the order of their names. */
  async others(kind: Kind): Promise<readonly CardHead[]> {
    const [heads, served] = await Promise.all([this.signed(kind), this.servedQueues()]);
    const own = packageVersion();
    const isThere = (name: string): boolean => kind === 'builders' || (served?.has(runQueue(name)) ?? true);
    return heads
      .filter(({ name, version }) => version !== own && isThere(name))
      .map(({ name, version }) => ({ name, version }));
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

  private async cards<Schema extends z.ZodType>(kind: Kind, schema: Schema): Promise<readonly z.output<Schema>[]> {
    const [heads, own] = [await this.signed(kind), packageVersion()];
    return heads.flatMap((head) => {
      const card = head.version === own ? schema.safeParse(head) : undefined;
      return card?.success ? [card.data] : [];
    });
  }

  /** Cards that are signed with the farm's secret, by name. */
  private async signed(kind: Kind): Promise<readonly CardHead[]> {
    const stored = await this.farm.redis.hgetall(this.farm.key(kind));
    const heads = Object.entries(stored).flatMap(([name, text]) => {
      const head = this.read(useOf[kind], text);
      return head?.name === name ? [head] : [];
    });
    return heads.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  private read(use: Use, text: string): CardHead | undefined {
    try {
      return open(this.farm.secret, use, cardHeadSchema, JSON.parse(text)).message;
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
