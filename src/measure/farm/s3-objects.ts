import { AwsClient } from 'aws4fetch';
import { setTimeout } from 'node:timers/promises';
import { WorkError } from '../../target/errors.js';
import { defined } from '../../target/defined.js';
import { Refusal } from './envelope.js';
import { MOST_BYTES, type ObjectStore } from './object-store.js';
import type { S3Address } from './s3-address.js';

/** Tries of a request that the service cannot answer. */
const TRIES = 5;
/** Bytes of an answer that are read for the name of an error. */
const EXPLANATION = 4096;

/** Milliseconds. */
interface Patience {
  /** Before the second try. */
  readonly pause: number;
  /** That a try may take, an object included. */
  readonly request: number;
  /** That a try of `check` may take, which has no object. */
  readonly check: number;
}
const patient: Patience = { pause: 100, request: 60_000, check: 5000 };

interface S3Request {
  /** Of an object; the bucket itself without. */
  readonly object?: string;
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly body?: Buffer;
  /** Milliseconds that a try may take. */
  readonly longest?: number;
}

interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Whole where the request succeeded, otherwise its beginning. */
  readonly body: Buffer;
}

/** A bucket. What is old goes by the bucket's own rule of expiration. */
export class S3Objects implements ObjectStore {
  private readonly client: AwsClient;

  constructor(
    private readonly address: S3Address,
    private readonly patience = patient,
  ) {
    const { accessKeyId, secretAccessKey, sessionToken, region } = address;
    // Tries are counted here, where a service that does not answer is tried again, too.
    const who = defined({ accessKeyId, secretAccessKey, sessionToken });
    this.client = new AwsClient({ ...who, region, service: 's3', retries: 0 });
  }

  /** Whether the bucket is there and the key may list it, which S3 requires to answer 404 for a missing object. */
  async check(): Promise<void> {
    try {
      await this.expect({ method: 'GET', longest: this.patience.check });
    } catch (error) {
      throw error instanceof Refusal ? new WorkError(`${error.message}.`) : error;
    }
  }

  async put(object: string, content: Buffer): Promise<void> {
    await this.expect({ object, method: 'PUT', body: content });
  }

  async touch(object: string): Promise<boolean> {
    const { status } = await this.expect({ object, method: 'HEAD' });
    return status !== 404;
  }

  async get(object: string): Promise<Buffer | undefined> {
    const { status, body } = await this.expect({ object, method: 'GET' });
    return status === 404 ? undefined : body;
  }

  /** An answer, or 404 where an object is not there. Throws Refusal, which says what to do, for any other. */
  private async expect(request: S3Request): Promise<S3Answer> {
    const answer = await this.ask(request);
    if (isOk(answer)) return answer;
    const code = /<Code>(\w+)<\/Code>/.exec(answer.body.toString('latin1'))?.[1] ?? '';
    const isMissing = answer.status === 404 && request.object !== undefined && code !== 'NoSuchBucket';
    if (isMissing && request.method !== 'PUT') return answer;
    throw new Refusal(this.explain(request, answer, code));
  }

  private async ask(request: S3Request): Promise<S3Answer> {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === TRIES;
      try {
        const answer = await this.send(request);
        if (isLast || (answer.status < 500 && answer.status !== 429)) return answer;
      } catch (error) {
        if (error instanceof Refusal) throw error;
        if (isLast) throw new Refusal(this.unreachable(error as Error));
      }
      await setTimeout(this.patience.pause * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  /** An object's name is the hash of its content, with which services compare what they receive. */
  private async send({ object, method, body, longest = this.patience.request }: S3Request): Promise<S3Answer> {
    const { endpoint, bucket, prefix } = this.address;
    const path = object === undefined ? `?list-type=2&max-keys=1` : `/${prefix}${object}`;
    const asked = body === undefined ? {} : { 'x-amz-content-sha256': object! };
    const signal = AbortSignal.timeout(longest);
    const init = { method, headers: asked, body: body && new Uint8Array(body), signal, redirect: 'manual' as const };
    const response = await this.client.fetch(`${endpoint}/${bucket}${path}`, defined(init));
    const { status, headers } = response;
    return { status, headers, body: isOk(response) ? await wholeOf(response, object) : await startOf(response) };
  }

  private explain({ method }: S3Request, { status, headers }: S3Answer, code: string): string {
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
    // That of a timeout is a number.
    const reason = typeof code === 'string' ? code : message;
    return `No service answers at ${this.address.endpoint} (${reason}): start it, or correct AWS_ENDPOINT_URL_S3, AWS_REGION or ?objects=`;
  }
}

function isOk({ status }: Pick<S3Answer, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Throws Refusal for more bytes than an object may have, however many are announced. */
async function wholeOf({ body }: Response, object = 'list'): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Refusal(`the object ${object.slice(0, 12)} has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function startOf({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > EXPLANATION) break;
  }
  return Buffer.concat(chunks).subarray(0, EXPLANATION);
}
