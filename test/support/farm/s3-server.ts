import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';

/** Where `test/s3.sh` puts it. */
const program = join(homedir(), '.cache/tune/s3-server/bin/moto_server');
export const hasS3 = existsSync(program);
export const s3Needs = 'a server of S3 (sh test/s3.sh)';

/** What anybody may ask before signatures and rights are checked: to make the bucket, a user, its rights and key. */
const WITHOUT_KEY = 4;
const policy = (bucket: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: 's3:ListBucket', Resource: `arn:aws:s3:::${bucket}` },
      { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: `arn:aws:s3:::${bucket}/*` },
    ],
  });

/** A server of S3, which checks signatures and rights, with one bucket and a key that may read and write it. */
export class S3Server {
  private constructor(
    private readonly child: ChildProcess,
    readonly endpoint: string,
    /** For clients. */
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async start(bucket: string): Promise<S3Server> {
    const child = spawn(program, ['-H', '127.0.0.1', '-p', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: String(WITHOUT_KEY) },
    });
    const endpoint = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (text: Buffer) => {
        said += text.toString();
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
        if (url !== undefined) resolve(url);
      });
      child.once('exit', () => {
        reject(new Error(`the server of S3 ended: ${said}`));
      });
    });
    const [id, secret] = await keyFor(endpoint, bucket);
    const env = { AWS_ENDPOINT_URL_S3: endpoint, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret };
    return new S3Server(child, endpoint, env);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

async function keyFor(endpoint: string, bucket: string): Promise<readonly [id: string, secret: string]> {
  const client = new AwsClient({ accessKeyId: 'any', secretAccessKey: 'any', region: 'us-east-1' });
  const iam = async (words: Readonly<Record<string, string>>): Promise<string> => {
    const body = new URLSearchParams({ ...words, UserName: 'farm', Version: '2010-05-08' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await client.fetch(endpoint, { method: 'POST', body, headers, aws: { service: 'iam' } });
    return answer.text();
  };
  await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT', aws: { service: 's3' } });
  await iam({ Action: 'CreateUser' });
  await iam({ Action: 'PutUserPolicy', PolicyName: 'objects', PolicyDocument: policy(bucket) });
  const made = await iam({ Action: 'CreateAccessKey' });
  const field = (name: string): string => {
    const [, value] = new RegExp(`<${name}>([^<]+)</${name}>`).exec(made) ?? [];
    if (value === undefined) throw new Error(`the server of S3 gave no key: ${made}`);
    return value;
  };
  return [field('AccessKeyId'), field('SecretAccessKey')];
}
