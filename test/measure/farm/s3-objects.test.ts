/** Objects in a bucket, against a server that shows what it is asked and answers as it is bid. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Refusal } from '../../../src/measure/farm/envelope.js';
import { MOST_BYTES } from '../../../src/measure/farm/object-store.js';
import { parseS3, type S3Address } from '../../../src/measure/farm/s3-address.js';
import { S3Objects } from '../../../src/measure/farm/s3-objects.js';
import { WorkError } from '../../../src/target/errors.js';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
interface Answer {
  readonly status: number;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the connection does after `body`, without an end of the answer. */
  readonly then?: 'ends' | 'hangs';
}

const key = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'very secret' };
const content = Buffer.from('an object');
const quick = { pause: 1, request: 60_000, check: 5000 };
const object = createHash('sha256').update(content).digest('hex');

let asked: Asked[];
/** The last one is given again and again. */
let answers: Answer[];
let address: S3Address;
let objects: S3Objects;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    response.writeHead(answer.status, { connection: 'close', ...answer.headers });
    if (answer.then === undefined) response.end(answer.body);
    else response.write(answer.body ?? '', () => answer.then === 'ends' && response.destroy());
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  address = parseS3('s3://tune-objects/farm/a/', { ...key, AWS_ENDPOINT_URL_S3: endpoint });
  objects = new S3Objects(address, quick);
});
beforeEach(() => {
  asked = [];
  answers = [{ status: 200 }];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('an object is put, looked for and read by its hash, in signed requests', async () => {
  await objects.put(object, content);
  expect(await objects.touch(object)).toBe(true);
  answers = [{ status: 200, body: content }];
  expect(await objects.get(object)).toEqual(content);
  await objects.check();
  const path = `/tune-objects/farm/a/${object}`;
  expect(asked.map((one) => [one.method, one.path])).toEqual([
    ['PUT', path],
    ['HEAD', path],
    ['GET', path],
    ['GET', '/tune-objects?list-type=2&max-keys=1'],
  ]);
  expect(asked[0]!.body).toBe('an object');
  // The service refuses content of another hash.
  expect(asked[0]!.headers['x-amz-content-sha256']).toBe(object);
  for (const { headers } of asked) {
    expect(headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    expect(JSON.stringify(headers)).not.toContain('very secret');
  }
});

test('what is not there is no error', async () => {
  answers = [{ status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }];
  expect(await objects.touch(object)).toBe(false);
  expect(await objects.get(object)).toBeUndefined();
});

test('a service that is busy is asked again, and is named when it stays so', async () => {
  answers = [{ status: 503 }, { status: 429 }, { status: 200, body: content }];
  expect(await objects.get(object)).toEqual(content);
  expect(asked).toHaveLength(3);
  answers = [{ status: 503, body: '<Code>SlowDown</Code>' }];
  await expect(objects.put(object, content)).rejects.toThrow(/answers PUT with 503 SlowDown: .* or try again later$/);
  expect(asked).toHaveLength(3 + 5);
});

test.each([
  [
    403,
    '<Code>SignatureDoesNotMatch</Code>',
    {},
    /refuses GET \(403 SignatureDoesNotMatch\): correct AWS_ACCESS_KEY_ID/,
  ],
  [
    404,
    '<Code>NoSuchBucket</Code>',
    {},
    /^There is no bucket tune-objects at http:\S+: create it, or correct \?objects=/,
  ],
  [301, '<Code>PermanentRedirect</Code>', { 'x-amz-bucket-region': 'eu-west-1' }, /set AWS_REGION=eu-west-1\.$/],
])('%i says what to do', async (status, body, headers, sentence) => {
  answers = [{ status, body, headers }];
  await expect(objects.check()).rejects.toThrow(sentence);
});

test('a service that is away is named', async () => {
  const away = new S3Objects({ ...address, endpoint: 'http://127.0.0.1:9' }, quick);
  await expect(away.check()).rejects.toThrow(
    /^No service answers at http:\/\/127.0.0.1:9 \(.+\): start it, or correct/,
  );
});

const cut = { status: 200, headers: { 'content-length': '1000' }, body: 'obj' };

test('an object that breaks off is asked for again, and its service is named when it stays so', async () => {
  answers = [
    { ...cut, then: 'ends' },
    { status: 200, body: content },
  ];
  expect(await objects.get(object)).toEqual(content);
  expect(asked).toHaveLength(2);
  answers = [{ ...cut, then: 'ends' }];
  const refusal = await objects.get(object).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect((refusal as Refusal).message).toMatch(/^No service answers at http:\S+ \(.+\): start it/);
  expect(asked).toHaveLength(2 + 5);
});

test('a service that hangs is given up, and sooner when it is checked', async () => {
  answers = [{ ...cut, then: 'hangs' }];
  const sooner = new S3Objects(address, { ...quick, request: 20 });
  await expect(sooner.get(object)).rejects.toThrow(/^No service answers at http:\S+ \(\D+ timeout\): start it/);
  const checking = new S3Objects(address, { ...quick, check: 20 });
  await expect(checking.check()).rejects.toThrow(WorkError);
});

test('more than an object may have is not read', async () => {
  answers = [{ status: 200, body: Buffer.alloc(MOST_BYTES + 1) }];
  await expect(objects.get(object)).rejects.toThrow('has more than');
});

test('addresses name service, bucket and prefix; the environment the key', () => {
  const inAws = parseS3('s3://b.c/p', { ...key, AWS_REGION: 'eu-west-1', AWS_SESSION_TOKEN: 't' });
  expect(inAws).toEqual({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    bucket: 'b.c',
    prefix: 'p/',
    region: 'eu-west-1',
    accessKeyId: 'AKID',
    secretAccessKey: 'very secret',
    sessionToken: 't',
  });
  expect(parseS3('https://minio:9000/bucket', key)).toMatchObject({ endpoint: 'https://minio:9000', prefix: '' });
  expect(parseS3('s3://bucket', { ...key, AWS_ENDPOINT_URL: 'http://h/' }).endpoint).toBe('http://h');
});

const inRegion = { ...key, AWS_REGION: 'eu-west-1' };
test.each([
  ['s3://bucket', { AWS_REGION: 'eu-west-1' }, 'AWS_ACCESS_KEY_ID is not set'],
  ['s3://bucket', key, 'set AWS_REGION for that of AWS, or AWS_ENDPOINT_URL_S3'],
  ['s3://B', inRegion, '?objects= takes s3://BUCKET/PREFIX'],
  ['s3://bucket/a b', inRegion, '?objects= takes s3://BUCKET/PREFIX'],
  ['https://a:b@host/bucket', key, 'has no user, password, parameter or fragment'],
  ['https://host/bucket#a', key, 'has no user, password, parameter or fragment'],
  ['s3://bucket/../other', inRegion, '(a prefix has letters'],
  ['s3://bucket/a/./b', inRegion, '(a prefix has letters'],
  ['s3://bucket/a//b', inRegion, '(a prefix has letters'],
  ['s3://bucket/a//', inRegion, '(a prefix has letters'],
  ['https://host/bucket/../other', key, '(a prefix has letters'],
  ['s3://bucket', { ...key, AWS_REGION: 'a/b' }, 'AWS_REGION is the name of a region'],
  ['s3://bucket', { ...key, AWS_DEFAULT_REGION: 'a/b' }, 'AWS_DEFAULT_REGION is the name of a region'],
  ['s3://bucket', { ...key, AWS_ENDPOINT_URL_S3: 'minio' }, /^AWS_ENDPOINT_URL_S3 is the URL .*, not "minio"\.$/],
  ['s3://bucket', { ...key, AWS_ENDPOINT_URL: 'minio' }, /^AWS_ENDPOINT_URL is the URL of a service/],
  ['s3://bucket', { ...key, AWS_ENDPOINT_URL: 'http://h/?a' }, /^AWS_ENDPOINT_URL has no user, password, parameter/],
  ['s3://bucket', { ...key, AWS_ENDPOINT_URL_S3: 'http://h/#a' }, /^AWS_ENDPOINT_URL_S3 has no user, password/],
] as const)('%s is refused where %j', (text, env, sentence) => {
  expect(() => parseS3(text, env)).toThrow(sentence);
});

test.each(['http://user:hidden@h', 'http://user:hidden@h:port', 'user:hidden@h'])(
  'errors do not show the password of %s',
  (url) => {
    const refused = (): unknown => parseS3('s3://bucket', { ...key, AWS_ENDPOINT_URL_S3: url });
    expect(refused).toThrow(/^AWS_ENDPOINT_URL_S3 (?!.*hidden)/);
  },
);
