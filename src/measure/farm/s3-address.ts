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
  const [, bucket, prefix = ''] = /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/|((?:\/[\w.-]+)+)\/?)?$/.exec(path) ?? [];
  // `..` would be another bucket.
  if (bucket === undefined || prefix.split('/').some((segment) => /^\.\.?$/.test(segment)))
    throw new UsageError(
      `?objects= takes s3://BUCKET/PREFIX, https://HOST/BUCKET/PREFIX or a folder${not(text)} (a prefix has letters, digits and _ . - /, no segment . or .., and no //).`,
    );
  return {
    endpoint,
    bucket,
    prefix: prefix === '' ? '' : `${prefix.slice(1)}/`,
    region: regionOf(env) ?? ANY_REGION,
    accessKeyId: required(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: required(env, 'AWS_SECRET_ACCESS_KEY'),
    sessionToken: env['AWS_SESSION_TOKEN'] || undefined,
  };
}

/** The path as written, since that of `URL` has no `..` left to refuse. */
function inUrl(text: string): { readonly endpoint: string; readonly path: string } {
  const url = serviceUrl(text, '?objects=https://HOST/BUCKET/PREFIX');
  return { endpoint: url?.origin ?? '', path: text.replace(/^https?:\/\/[^/]*\/?/, '') };
}

function endpointOf(env: NodeJS.ProcessEnv): string {
  const named = firstSet(env, 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  if (named) {
    const { name, value } = named;
    const url = serviceUrl(value, name);
    if (url) return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
    throw new UsageError(`${name} is the URL of a service, as https://s3.example.org${not(value)}.`);
  }
  const region = regionOf(env);
  if (region !== undefined) return `https://s3.${region}.amazonaws.com`;
  throw new UsageError(
    'The service of ?objects=s3://… is unknown: set AWS_REGION for that of AWS, or AWS_ENDPOINT_URL_S3=https://HOST.',
  );
}

/** Undefined for what is no URL of HTTP. Throws UsageError where it has more than a host and a path. */
function serviceUrl(text: string, name: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if ([url.username, url.password, url.search, url.hash].every((part) => part === '')) return url;
  throw new UsageError(
    `${name} has no user, password, parameter or fragment: the key is that of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  );
}

/** The end of a sentence about what is wrong; what may hold a password is not shown. */
function not(text: string): string {
  return text.includes('@') ? '' : `, not "${text}"`;
}

function regionOf(env: NodeJS.ProcessEnv): string | undefined {
  const region = firstSet(env, 'AWS_REGION', 'AWS_DEFAULT_REGION');
  if (!region || /^[a-z0-9-]{1,32}$/.test(region.value)) return region?.value;
  throw new UsageError(`${region.name} is the name of a region, as eu-west-1, not "${region.value}".`);
}

interface Variable {
  readonly name: string;
  readonly value: string;
}

function firstSet(env: NodeJS.ProcessEnv, ...names: readonly string[]): Variable | undefined {
  return names.map((name) => ({ name, value: env[name] ?? '' })).find(({ value }) => value !== '');
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new UsageError(`${name} is not set, which the farm's objects in S3 need: export it on each machine.`);
}
