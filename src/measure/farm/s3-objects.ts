import { AwsClient } from 'aws4fetch';
import { setTimeout } from 'node:timers/promises';
import { WorkError } from '../../target/errors.js';
import { defined } from '../../target/defined.js';
import { Refusal } from './envelope.js';
import { MOST_BYTES, type ObjectStore } from './object-store.js';
import type { S3Address } from './s3-address.js';

/** Milliseconds that a request may take, an object included. */
const LONGEST = 60_000;
/** Tries of a request that the service cannot answer, and milliseconds before the second. */
const [TRIES, PAUSE] = [5, 100];
/** Characters of an answer that are read for the name of an error. */
const EXPLANATION = 4096;

interface S3Request {
  /** Of an object; the bucket itself without. */
  readonly object?: string;
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly body?: Buffer;
}

/** A bucket. What is old goes by the bucket's own rule of expiration. */
export class S3Objects implements ObjectStore {
  private readonly client: AwsClient;

  /** `pause`: milliseconds before the second try. */
  constructor(
    private readonly address: S3Address,
    private readonly pause = PAUSE,
  ) {
    const { accessKeyId, secretAccessKey, sessionToken, region } = address;
    // Tries are counted here, where a service that does not answer is tried again, too.
    const who = defined({ accessKeyId, secretAccessKey, sessionToken });
    this.client = new AwsClient({ ...who, region, service: 's3', retries: 0 });
  }

  /** Whether the bucket is there and the key may list it, as it must to be told of an object that is missing. */
  async check(): Promise<void> {
    try {
      await this.expect({ method: 'GET' });
    } catch (error) {
      throw error instanceof Refusal ? new WorkError(`${error.message}.`) : error;
    }
  }

  async put(object: string, content: Buffer): Promise<void> {
    await this.expect({ object, method: 'PUT', body: content });
  }

  async touch(object: string): Promise<boolean> {
    const response = await this.expect({ object, method: 'HEAD' });
    return response.status !== 404;
  }

  async get(object: string): Promise<Buffer | undefined> {
    const response = await this.expect({ object, method: 'GET' });
    return response.status === 404 ? undefined : bodyOf(response, object);
  }

  /** An answer, or 404 where an object is not there. Throws Refusal, which says what to do, for any other. */
  private async expect(request: S3Request): Promise<Response> {
    const response = await this.ask(request);
    if (response.ok) return response;
    const said = request.method === 'HEAD' ? '' : await startOf(response);
    const code = /<Code>(\w+)<\/Code>/.exec(said)?.[1] ?? '';
    const isMissing = response.status === 404 && request.object !== undefined && code !== 'NoSuchBucket';
    if (isMissing && request.method !== 'PUT') return response;
    throw new Refusal(this.explain(request, response, code));
  }

  private async ask(request: S3Request): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === TRIES;
      try {
        const response = await this.send(request);
        if (isLast || (response.status < 500 && response.status !== 429)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast) throw new Refusal(this.unreachable(error as Error));
      }
      await setTimeout(this.pause * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  /** An object's name is the hash of its content, with which services compare what they receive. */
  private send({ object, method, body }: S3Request): Promise<Response> {
    const { endpoint, bucket, prefix } = this.address;
    const path = object === undefined ? `?list-type=2&max-keys=1` : `/${prefix}${object}`;
    const headers = body === undefined ? {} : { 'x-amz-content-sha256': object! };
    const signal = AbortSignal.timeout(LONGEST);
    const init = defined({ method, headers, body: body && new Uint8Array(body), signal, redirect: 'manual' as const });
    return this.client.fetch(`${endpoint}/${bucket}${path}`, init);
  }

  private explain({ method }: S3Request, { status, headers }: Response, code: string): string {
    const { bucket, endpoint, region } = this.address;
    const answer = `${status}${code === '' ? '' : ` ${code}`}`;
    const there = headers.get('x-amz-bucket-region');
    if (there !== null && there !== region && status !== 404)
      return `The bucket ${bucket} is in another region (${answer}): set AWS_REGION=${there}`;
    if (code === 'NoSuchBucket')
      return `There is no bucket ${bucket} at ${endpoint}: create it, or correct ?objects= in the farm's URL`;
    if (status === 401 || status === 403)
      return `The bucket ${bucket} at ${endpoint} refuses ${method} (${answer}): correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or allow that key s3:ListBucket, s3:GetObject and s3:PutObject there`;
    return `The bucket ${bucket} at ${endpoint} answers ${method} with ${answer}: correct ?objects= and AWS_REGION, or try again later`;
  }

  private unreachable(error: Error): string {
    const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
    return `No service answers at ${this.address.endpoint} (${code ?? message}): start it, or correct AWS_ENDPOINT_URL_S3, AWS_REGION or ?objects=`;
  }
}

/** Throws Refusal for more bytes than an object may have, however many are announced. */
async function bodyOf({ body }: Response, object: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Refusal(`the object ${object.slice(0, 12)} has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function startOf(response: Response): Promise<string> {
  let text = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length > EXPLANATION) break;
  }
  return text.slice(0, EXPLANATION);
}
