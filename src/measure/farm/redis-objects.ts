import type { Redis } from 'ioredis';
import { KEPT, type ObjectStore } from './object-store.js';

/** Redis itself; objects expire an hour after their last use. */
export class RedisObjects implements ObjectStore {
  constructor(
    private readonly redis: Redis,
    private readonly keyOf: (object: string) => string,
  ) {}

  async put(object: string, content: Buffer): Promise<void> {
    await this.redis.set(this.keyOf(object), content, 'EX', KEPT);
  }

  async touch(object: string): Promise<boolean> {
    return (await this.redis.expire(this.keyOf(object), KEPT)) === 1;
  }

  async get(object: string): Promise<Buffer | undefined> {
    return (await this.redis.getBuffer(this.keyOf(object))) ?? undefined;
  }
}
