import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { complaint } from '../support/command-complaint.js';

const folder = 'examples/farm';
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** What compose.yaml uses of the Compose specification, strictly. */
const serviceSchema = z.strictObject({
  image: z.string().optional(),
  build: z.strictObject({ context: z.string(), dockerfile_inline: z.string() }).optional(),
  command: z.string(),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)).optional(),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), z.string()).optional(),
  secrets: z.array(z.strictObject({ source: z.string(), mode: z.number() })).optional(),
  deploy: z.strictObject({ replicas: z.int().positive() }).optional(),
  depends_on: z.array(z.string()).optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
});
const composeSchema = z.strictObject({
  services: z.record(z.string(), serviceSchema),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  volumes: z.record(z.string(), z.strictObject({})),
});

/** The words behind `tune` of a line, and `complaint` of them. */
function wrongIn(line: string): string | undefined {
  const [program = '', ...words] = line.split(' ');
  return program.endsWith('/bin/tune') ? complaint(words) : `${program} is not tune`;
}

test('compose.yaml starts what there is, by names that it declares', () => {
  const { services, secrets, volumes } = composeSchema.parse(parse(text('compose.yaml')));
  expect(Object.keys(services)).toEqual(['redis', 'builder']);
  for (const service of Object.values(services)) {
    expect(service.image === undefined).toBe(service.build !== undefined);
    for (const name of service.depends_on ?? []) expect(services).toHaveProperty(name);
    for (const { source } of service.secrets ?? []) expect(secrets).toHaveProperty(source);
    for (const mount of service.volumes ?? []) {
      const [from = ''] = mount.split(':');
      if (from.startsWith('./')) expect(readdirSync(folder)).toContain(from.slice(2));
      else expect(volumes).toHaveProperty(from);
    }
  }
  expect(wrongIn(services['builder']!.command)).toBeUndefined();
  expect(services['redis']!.command).toContain('redis-server /etc/redis.conf');
});

test.each(readdirSync(folder).filter((name) => name.endsWith('.service')))('%s starts a worker of tune', (name) => {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(text(name)) ?? [];
  expect(wrongIn(line)).toBeUndefined();
  expect(wrongIn(line.replace('--queue', '--quue'))).toContain('unknown option');
});
