/** What a farm needs of its Redis. */
export interface RedisCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
  /** The line to set. */
  readonly fix: string;
}

const OLDEST = 7;

/**
 * Judges what INFO says: the version, whether acknowledged jobs outlive a crash, and whether a lack of memory may take
 * any back.
 */
export function checkRedis(info: string): readonly RedisCheck[] {
  const field = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
  const version = field('redis_version');
  const valkey = field('valkey_version');
  const policy = field('maxmemory_policy');
  return [
    {
      name: 'redis version',
      ok: Number.parseInt(version, 10) >= OLDEST,
      text: valkey === 'unknown' ? `Redis ${version}` : `Valkey ${valkey}`,
      fix: 'install Redis 7 (Debian 12: apt-get install redis-server) or Valkey',
    },
    {
      name: 'redis appendonly',
      ok: field('aof_enabled') === '1',
      text: field('aof_enabled') === '1' ? 'yes' : 'no: acknowledged jobs are lost when Redis ends',
      fix: 'appendonly yes',
    },
    {
      name: 'redis maxmemory-policy',
      ok: policy === 'noeviction',
      text: policy === 'noeviction' ? policy : `${policy}: Redis may drop jobs when memory is short`,
      fix: 'maxmemory-policy noeviction',
    },
  ];
}
