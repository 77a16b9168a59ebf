import type { Redis } from 'ioredis';
import { FolderObjects } from './folder-objects.js';
import type { ObjectStore } from './object-store.js';
import { RedisObjects } from './redis-objects.js';
import type { S3Address } from './s3-address.js';
import { S3Objects } from './s3-objects.js';

/** A folder, a bucket, or undefined for Redis. */
export type ObjectsPlace = string | S3Address | undefined;

export function openObjects(place: ObjectsPlace, redis: Redis, keyOf: (object: string) => string): ObjectStore {
  if (place === undefined) return new RedisObjects(redis, keyOf);
  return typeof place === 'string' ? new FolderObjects(place) : new S3Objects(place);
}
