import { createPrivateKey, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from '@parley/contract';

const flag = z.stringbool();
const optionalUrl = (...protocols: string[]) =>
  z
    .url()
    .refine((value) => protocols.includes(new URL(value).protocol), `An address that begins with ${protocols.join(' or ')}//`)
    .optional();

function isRsaKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optionalUrl('http:', 'https:'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optionalUrl('postgres:', 'postgresql:'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(20),
  REDIS_URL: optionalUrl('redis:', 'rediss:'),
  S3_ENDPOINT: optionalUrl('http:', 'https:'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: optionalUrl('smtp:', 'smtps:'),
  MAIL_FROM: z.string().default('parley@localhost'),
  SECRETS_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, '32 bytes as 64 hexadecimal digits')
    .optional(),
  /** RSA private key (PEM, line breaks may be written as \n): with it login passwords arrive encrypted (AUTH-048). */
  ENCRYPTION_PRIVATE_KEY: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .refine(isRsaKey, 'An RSA private key of 2048 bits or more as PEM')
    .optional(),
  CAPTCHA: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: flag.default(false),
  /** Calls in a minute of one session, or of one address without one: far above a busy agent, far below a flood. */
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).default(1200),
  /** What one visitor's widget may send in a second, with five times that at once. */
  VISITOR_FRAMES_PER_SECOND: z.coerce.number().int().min(5).default(20),
  /** Hosts of the own network that outgoing calls may reach all the same, such as a language model's: comma-separated. */
  PRIVATE_HOSTS: z.string().default(''),
  /** A simulator of vendors that runs by itself (apps/server/src/simulator.ts); without it a process of all roles starts its own. */
  SIMULATOR_URL: optionalUrl('http:', 'https:'),
  /** Base addresses of vendors in place of the usual ones: name=address, comma-separated (names: packages/vendors/src/hosts.ts). */
  VENDOR_URLS: z.string().default(''),
  /** Numbers of one broadcast at the most; more is a campaign's work. */
  BROADCAST_LIMIT: z.coerce.number().int().min(1).default(5000),
  /** A worker that has said nothing for so long is taken for dead: what it had on the wire is settled by another. */
  WORKER_SILENCE_SECONDS: z.coerce.number().min(1).max(600).default(15),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: flag.default(true),
  /** Comma-separated flags that this deployment switches on; 'all' for all that the product has (SHELL-063). */
  FEATURES: z.string().optional(),
});

export const roles = ['http', 'realtime', 'worker'] as const;
export type Role = (typeof roles)[number];

export type Config = {
  isProduction: boolean;
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  redisUrl: string | undefined;
  s3: { endpoint: string | undefined; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  secretsKey: string | undefined;
  encryptionPrivateKey: string | undefined;
  isCaptchaOn: boolean;
  trustProxy: boolean;
  requestsPerMinute: number;
  visitorFramesPerSecond: number;
  privateHosts: readonly string[];
  simulatorUrl: string | undefined;
  vendorUrls: Readonly<Record<string, string>>;
  broadcastLimit: number;
  workerSilenceSeconds: number;
  metricsToken: string | undefined;
  logLevel: string;
  hasDemo: boolean;
  features: readonly string[];
  roles: readonly Role[];
  processId: string;
};

export class ConfigError extends Error {}

const readVendorUrls = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .map((part) => part.trim().split('='))
      .filter((pair): pair is [string, string] => pair.length === 2)
      .map(([name, url]) => [name, url.replace(/\/$/, '')]),
  );

/**
 * The only reader of the environment and the command line.
 * @throws ConfigError with every wrong name at once
 */
export function readConfig(environment: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const named = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(named);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const asked = args
    .find((argument) => argument.startsWith('--roles='))
    ?.slice('--roles='.length)
    .split(',') ?? [...roles];
  const unknown = asked.filter((role) => !roles.includes(role as Role));
  if (unknown.length > 0) problems.push(`--roles: no such role ${unknown.join(', ')}; there are ${roles.join(', ')}`);
  const value = parsed.data;
  const isProduction = value?.NODE_ENV === 'production';
  if (value && isProduction && value.CAPTCHA === 'off') problems.push('CAPTCHA: may not be off when NODE_ENV is production');
  if (value?.S3_BUCKET && !(value.S3_ACCESS_KEY_ID && value.S3_SECRET_ACCESS_KEY))
    problems.push('S3_BUCKET: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  if (!value || problems.length > 0) throw new ConfigError(`The configuration is not valid:\n  ${problems.join('\n  ')}`);
  return {
    isProduction,
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databasePoolSize: value.DATABASE_POOL,
    redisUrl: value.REDIS_URL,
    s3: value.S3_BUCKET
      ? {
          endpoint: value.S3_ENDPOINT,
          bucket: value.S3_BUCKET,
          region: value.S3_REGION,
          accessKeyId: value.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: value.S3_SECRET_ACCESS_KEY ?? '',
        }
      : undefined,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    secretsKey: value.SECRETS_KEY,
    encryptionPrivateKey: value.ENCRYPTION_PRIVATE_KEY,
    isCaptchaOn: value.CAPTCHA === 'on',
    trustProxy: value.TRUST_PROXY,
    requestsPerMinute: value.REQUESTS_PER_MINUTE,
    visitorFramesPerSecond: value.VISITOR_FRAMES_PER_SECOND,
    privateHosts: value.PRIVATE_HOSTS.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    simulatorUrl: value.SIMULATOR_URL?.replace(/\/$/, ''),
    vendorUrls: readVendorUrls(value.VENDOR_URLS),
    broadcastLimit: value.BROADCAST_LIMIT,
    workerSilenceSeconds: value.WORKER_SILENCE_SECONDS,
    metricsToken: value.METRICS_TOKEN,
    logLevel: value.LOG_LEVEL,
    hasDemo: value.DEMO && !isProduction,
    features: (value.FEATURES ?? (isProduction ? '' : 'all'))
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    roles: asked as Role[],
    processId: randomBytes(6).toString('hex'),
  };
}
