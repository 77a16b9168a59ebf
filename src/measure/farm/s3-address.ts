import { UsageError } from '../../target/errors.js';

/** Objects of a bucket of S3, or of what speaks its protocol, and who asks. */
export interface S3Address {
  /** Of the service: `https://s3.eu-west-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** In front of the objects' names: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

/** What most services of other makers take. */
const ANY_REGION = 'us-east-1';

export function isS3(text: string): boolean {
  return /^(s3|https?):\/\//.test(text);
}

/**
 * Reads `s3://BUCKET/PREFIX`, whose service the environment names as for AWS's own tools (AWS_ENDPOINT_URL_S3,
 * AWS_ENDPOINT_URL, AWS_REGION), or `https://HOST/BUCKET/PREFIX`. The key is that of the environment. Throws UsageError
 * for what cannot be read, and for what the environment lacks.
 */
export function parseS3(text: string, env: NodeJS.ProcessEnv): S3Address {
  const { endpoint, path } = text.startsWith('s3://')
    ? { endpoint: endpointOf(env), path: text.slice('s3://'.length) }
    : inUrl(text);
  const [, bucket, rest] = /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(path) ?? [];
  if (bucket === undefined)
    throw new UsageError(
      `?objects= takes s3://BUCKET/PREFIX, https://HOST/BUCKET/PREFIX or a folder, not "${text}" (a prefix has letters, digits and _ . - /).`,
    );
  const prefix = (rest ?? '').replace(/\/+$/, '');
  return {
    endpoint,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: regionOf(env) ?? ANY_REGION,
    accessKeyId: required(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: required(env, 'AWS_SECRET_ACCESS_KEY'),
    sessionToken: env['AWS_SESSION_TOKEN'] || undefined,
  };
}

function inUrl(text: string): { readonly endpoint: string; readonly path: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username !== '' || url.password !== '' || url.search !== '')
    throw new UsageError(
      '?objects=https://HOST/BUCKET/PREFIX has no user, password or parameter: the key is that of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  return { endpoint: url.origin, path: url.pathname.slice(1) };
}

function endpointOf(env: NodeJS.ProcessEnv): string {
  const named = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'];
  if (named) {
    if (URL.canParse(named) && /^https?:/.test(named)) return named.replace(/\/+$/, '');
    throw new UsageError(`AWS_ENDPOINT_URL_S3 is the URL of a service, as https://s3.example.org, not "${named}".`);
  }
  const region = regionOf(env);
  if (region !== undefined) return `https://s3.${region}.amazonaws.com`;
  throw new UsageError(
    'The service of ?objects=s3://… is unknown: set AWS_REGION for that of AWS, or AWS_ENDPOINT_URL_S3=https://HOST.',
  );
}

function regionOf(env: NodeJS.ProcessEnv): string | undefined {
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || undefined;
  if (region === undefined || /^[a-z0-9-]{1,32}$/.test(region)) return region;
  throw new UsageError(`AWS_REGION is the name of a region, as eu-west-1, not "${region}".`);
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new UsageError(`${name} is not set, which the farm's objects in S3 need: export it on each machine.`);
}
