import { createPrivateKey, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from '@parley/contract';
import type { SimulatorAddress } from '@parley/vendors/simulator';
import { type TrustProxy, trustOf } from '#platform/http/caller-address.ts';
import { findProgram } from '#platform/programs/find-program.ts';
import type { TracingConfig } from '#platform/telemetry/tracing.ts';
import { defaultDataDir } from './data-dir.ts';

const flag = z.stringbool();

/** Proxies in front: none, so many in a row, or the networks that they stand in. 'true' would believe any address that a caller writes. */
const TrustProxySetting = z
  .string()
  .default('false')
  .transform((text, context): TrustProxy => {
    if (['false', 'no', '0'].includes(text.toLowerCase())) return false;
    if (/^\d{1,2}$/.test(text)) return Number(text);
    const networks = text.split(',').map((network) => network.trim());
    try {
      trustOf(networks);
      return networks;
    } catch {
      context.addIssue('A number of proxies in a row, or their networks by commas, such as 10.0.0.0/8');
      return z.NEVER;
    }
  });
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

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const SimulatorSecret = z.string().min(16);

const SqlAddress = z
  .string()
  .regex(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'host or host:port of the database as customers reach it')
  .transform((text) => {
    const [host = '', port = '5432'] = text.split(':');
    return { host, port: Number(port) };
  });

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optionalUrl('http:', 'https:'),
  DATA_DIR: z.string().default(defaultDataDir),
  DATABASE_URL: optionalUrl('postgres:', 'postgresql:'),
  /** The database as the programs of customers reach it, host or host:port: with it enterprises may read their figures by SQL. */
  SQL_ADDRESS: SqlAddress.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(20),
  REDIS_URL: optionalUrl('redis:', 'rediss:'),
  S3_ENDPOINT: optionalUrl('http:', 'https:'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: optionalUrl('smtp:', 'smtps:'),
  MAIL_FROM: z.string().default('parley@localhost'),
  /** The program that makes copies of recordings and videos that browsers do not play: its path, or its name on PATH. */
  FFMPEG: z.string().default('ffmpeg'),
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
  TRUST_PROXY: TrustProxySetting,
  /** Zero bits of the proof of work that stands in for a captcha's picture; each more doubles the work. */
  CAPTCHA_PROOF_BITS: z.coerce.number().int().min(8).max(26).default(18),
  /** Calls in a minute of one session, or of one address without one: far above a busy agent, far below a flood. */
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).default(1200),
  /** Limit of frames from one visitor's widget in a second, with five times that at once. */
  VISITOR_FRAMES_PER_SECOND: z.coerce.number().int().min(5).default(20),
  /** Notifications of browsers: 'off' where no call may leave to the push services of their vendors. */
  PUSH: z.enum(['on', 'off']).default('on'),
  /** Seconds in which a process that is told to stop still takes calls while /ready is 503, until the proxy in front has seen it. */
  LEAVE_SECONDS: z.coerce.number().min(0).max(60).optional(),
  /** Free megabytes in the folders of the data below which /ready is 503. */
  MIN_FREE_MB: z.coerce.number().int().min(0).default(100),
  /** Open connections of this process, sockets included. */
  CONNECTIONS: z.coerce.number().int().min(10).default(10_000),
  /** Open connections of one address, or of one IPv6 network of 64 bits; not counted behind a trusted proxy. */
  CONNECTIONS_PER_NETWORK: z.coerce.number().int().min(10).default(1000),
  /** Widgets that one address, or one IPv6 network of 64 bits, may have open at a time. */
  VISITOR_SOCKETS_PER_NETWORK: z.coerce.number().int().min(1).default(200),
  /** Hosts of the own network that outgoing calls may reach all the same, such as a language model's: comma-separated. */
  PRIVATE_HOSTS: z.string().default(''),
  /** A simulator of vendors that runs by itself (apps/server/src/simulator.ts); without it a process of all roles starts its own. */
  SIMULATOR_URL: optionalUrl('http:', 'https:'),
  /** Its control interface, and the secret that it asks for there. */
  SIMULATOR_CONTROL_URL: optionalUrl('http:', 'https:'),
  SIMULATOR_SECRET: SimulatorSecret.optional(),
  /** Base addresses of vendors in place of the usual ones: name=address, comma-separated (names: packages/vendors/src/hosts.ts). */
  VENDOR_URLS: z.string().default(''),
  /** Numbers of one broadcast at the most; more are sent as several broadcasts. */
  BROADCAST_LIMIT: z.coerce.number().int().min(1).default(5000),
  /** Seconds that the lease of a sending worker lasts without renewal; then another worker settles its messages on the wire. */
  WORKER_SILENCE_SECONDS: z.coerce.number().min(1).max(600).default(15),
  /** Readers of /docs: 'public' or 'session'; without it everybody outside production, and signed-in users there. */
  DOCS: z.enum(['public', 'session']).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Token that allows changes of rates, plans and balances (/operator/billing); without it there are no such calls. */
  OPERATOR_TOKEN: z.string().min(32).optional(),
  /** The installation's account at the payment gateway: enterprises recharge through it. */
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().min(8).optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(8).optional(),
  /** The installation's app at Meta: enterprises bring their WhatsApp numbers in through it. */
  META_APP_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'The digits of the app')
    .optional(),
  META_APP_SECRET: z.string().min(8).optional(),
  META_SIGNUP_CONFIG_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'The digits of the configuration')
    .optional(),
  /** Issuer of invoices: name, address and tax number, the lines parted by | */
  INVOICE_SELLER: z.string().default('Parley'),
  /** Another address of the gateway's interface, such as its simulator's. */
  RAZORPAY_URL: optionalUrl('http:', 'https:'),
  /** A collector of traces that takes OTLP over HTTP; without it nothing is traced. Names as OpenTelemetry has them. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl('http:', 'https:'),
  /** Headers for the collector: name=value, comma-separated, values percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().refine(isPercentEncoded, 'name=value, comma-separated, values percent-encoded').default(''),
  OTEL_SERVICE_NAME: z.string().min(1).default('parley'),
  /** Share of the traces that are kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Creation of users: invited by mail, or added with a password that an administrator chooses (RBAC-033, RBAC-040). */
  USER_MODE: z.enum(['invite', 'create']).default('invite'),
  DEMO: flag.default(true),
  /** Thirty days of invented history for the demo enterprise when it is made. */
  DEMO_HISTORY: flag.default(true),
  /** Movement in the demo enterprise's sandbox while somebody is signed in to it; it needs the history. */
  DEMO_LIFE: flag.default(true),
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
  /** The database as customers reach it; undefined: nobody reads by SQL */
  sqlAddress: { host: string; port: number } | undefined;
  redisUrl: string | undefined;
  s3: { endpoint: string | undefined; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Absolute path; undefined: this machine has none. */
  ffmpeg: string | undefined;
  /** Bytes of files are not removed before: an upload keeps its bytes, then writes its row, and nothing takes longer between the two. */
  youngFileMs: number;
  leaveMs: number;
  /** Times of reading a mailbox: how long its server may be silent, how often it is asked, and the first pause behind a failure */
  mailboxTimes: { answerMs: number; pollMs: number; retryMs: number };
  secretsKey: string | undefined;
  encryptionPrivateKey: string | undefined;
  isCaptchaOn: boolean;
  captchaProofBits: number;
  trustProxy: TrustProxy;
  requestsPerMinute: number;
  visitorFramesPerSecond: number;
  visitorSocketsPerNetwork: number;
  connections: { most: number; mostPerNetwork: number };
  isPushOn: boolean;
  minFreeBytes: number;
  privateHosts: readonly string[];
  simulator: SimulatorAddress | undefined;
  vendorUrls: Readonly<Record<string, string>>;
  broadcastLimit: number;
  workerSilenceSeconds: number;
  areDocsPublic: boolean;
  metricsToken: string | undefined;
  operatorToken: string | undefined;
  gateway: Gateway | undefined;
  metaApp: MetaApp | undefined;
  invoiceSeller: string;
  /** undefined: nothing is traced */
  tracing: TracingConfig | undefined;
  logLevel: string;
  userMode: 'invite' | 'create';
  hasDemo: boolean;
  hasDemoHistory: boolean;
  hasDemoLife: boolean;
  features: readonly string[];
  roles: readonly Role[];
  processId: string;
};

/** @property isTrusted the address was named, so it may lie in the own network */
export type Gateway = { url: string; keyId: string; keySecret: string; webhookSecret: string; isTrusted: boolean };

/** The installation's app at Meta. @property configId its configuration of embedded signup */
export type MetaApp = { appId: string; appSecret: string; configId: string };

export class ConfigError extends Error {}

const usualGateway = 'https://api.razorpay.com/v1';
const gatewayNames = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;
type GatewayNames = Partial<Record<(typeof gatewayNames)[number] | 'RAZORPAY_URL', string | undefined>>;

function readGateway(value: GatewayNames): Gateway | undefined {
  const [keyId, keySecret, webhookSecret] = gatewayNames.map((name) => value[name]);
  if (!keyId || !keySecret || !webhookSecret) return undefined;
  const url = value.RAZORPAY_URL?.replace(/\/$/, '');
  return { url: url ?? usualGateway, keyId, keySecret, webhookSecret, isTrusted: url !== undefined };
}

const metaNames = ['META_APP_ID', 'META_APP_SECRET', 'META_SIGNUP_CONFIG_ID'] as const;

function readMetaApp(value: Partial<Record<(typeof metaNames)[number], string | undefined>>): MetaApp | undefined {
  const [appId, appSecret, configId] = metaNames.map((name) => value[name]);
  return appId && appSecret && configId ? { appId, appSecret, configId } : undefined;
}

/** Pairs of a list such as `one=1,two=2`. */
const readPairs = (text: string): [string, string][] =>
  text.split(',').flatMap((part): [string, string][] => {
    const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/.exec(part) ?? [];
    return name && value !== undefined ? [[name, value.trim()]] : [];
  });

const readVendorUrls = (text: string): Record<string, string> =>
  Object.fromEntries(readPairs(text).map(([name, url]) => [name, url.replace(/\/$/, '')]));

const readHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(readPairs(text).map(([name, value]) => [name, decodeURIComponent(value)]));

function readSimulator(url: string | undefined, controlUrl: string | undefined, secret: string | undefined): SimulatorAddress | undefined {
  if (!url || !controlUrl || !secret) return undefined;
  return { url: url.replace(/\/$/, ''), controlUrl: controlUrl.replace(/\/$/, ''), secret };
}

const SimulatorEnvironment = z.object({ SIMULATOR_SECRET: SimulatorSecret });
const port = z.coerce.number().int().min(0).max(65_535);
const SimulatorArguments = z.tuple([
  port.default(4010),
  z.string().default('127.0.0.1'),
  port.default(4011),
  z.string().default('127.0.0.1'),
]);

/** Reads the configuration of the simulator as a process of its own. @throws ConfigError */
export function readSimulatorConfig(environment: NodeJS.ProcessEnv, args: readonly string[]) {
  const named = SimulatorEnvironment.safeParse(environment);
  const places = SimulatorArguments.safeParse(Array.from({ length: 4 }, (_, index) => args[index]));
  if (!named.success) throw new ConfigError('SIMULATOR_SECRET: a secret of at least 16 characters, the same as in the other processes');
  if (!places.success) throw new ConfigError('Usage: simulator.ts [port] [host] [control port] [control host]');
  const [vendorPort, host, controlPort, controlHost] = places.data;
  return { port: vendorPort, host, control: { port: controlPort, host: controlHost }, secret: named.data.SIMULATOR_SECRET };
}

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
  const namedOfGateway = gatewayNames.filter((name) => value?.[name]).length;
  if (namedOfGateway !== 0 && namedOfGateway !== gatewayNames.length)
    problems.push(`RAZORPAY_KEY_ID: needs ${gatewayNames.slice(1).join(' and ')}, and they need it`);
  const namedOfMeta = metaNames.filter((name) => value?.[name]).length;
  if (namedOfMeta !== 0 && namedOfMeta !== metaNames.length)
    problems.push(`META_APP_ID: needs ${metaNames.slice(1).join(' and ')}, and they need it`);
  if (value?.SQL_ADDRESS && !value.DATABASE_URL)
    problems.push('SQL_ADDRESS: needs DATABASE_URL, since the embedded database listens on a socket alone');
  const simulatorNames = [value?.SIMULATOR_URL, value?.SIMULATOR_CONTROL_URL, value?.SIMULATOR_SECRET].filter(Boolean).length;
  if (simulatorNames !== 0 && simulatorNames !== 3)
    problems.push('SIMULATOR_URL: needs SIMULATOR_CONTROL_URL and SIMULATOR_SECRET, and they need it');
  if (
    value?.SIMULATOR_URL &&
    value.SIMULATOR_CONTROL_URL &&
    new URL(value.SIMULATOR_URL).origin === new URL(value.SIMULATOR_CONTROL_URL).origin
  )
    problems.push('SIMULATOR_CONTROL_URL: a listener of its own, not the one of SIMULATOR_URL');
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
    sqlAddress: value.SQL_ADDRESS,
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
    ffmpeg: findProgram(value.FFMPEG, environment.PATH),
    youngFileMs: 10_000,
    mailboxTimes: { answerMs: 30_000, pollMs: 60_000, retryMs: 1000 },
    // If several processes share a database, another one takes over the calls that a proxy sends elsewhere.
    leaveMs: 1000 * (value.LEAVE_SECONDS ?? (isProduction && value.DATABASE_URL ? 2 : 0)),
    secretsKey: value.SECRETS_KEY,
    encryptionPrivateKey: value.ENCRYPTION_PRIVATE_KEY,
    isCaptchaOn: value.CAPTCHA === 'on',
    captchaProofBits: value.CAPTCHA_PROOF_BITS,
    trustProxy: value.TRUST_PROXY,
    requestsPerMinute: value.REQUESTS_PER_MINUTE,
    visitorFramesPerSecond: value.VISITOR_FRAMES_PER_SECOND,
    visitorSocketsPerNetwork: value.VISITOR_SOCKETS_PER_NETWORK,
    isPushOn: value.PUSH === 'on',
    minFreeBytes: value.MIN_FREE_MB * 1_048_576,
    connections: { most: value.CONNECTIONS, mostPerNetwork: value.CONNECTIONS_PER_NETWORK },
    privateHosts: value.PRIVATE_HOSTS.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    simulator: readSimulator(value.SIMULATOR_URL, value.SIMULATOR_CONTROL_URL, value.SIMULATOR_SECRET),
    vendorUrls: readVendorUrls(value.VENDOR_URLS),
    broadcastLimit: value.BROADCAST_LIMIT,
    workerSilenceSeconds: value.WORKER_SILENCE_SECONDS,
    areDocsPublic: value.DOCS ? value.DOCS === 'public' : !isProduction,
    metricsToken: value.METRICS_TOKEN,
    operatorToken: value.OPERATOR_TOKEN,
    gateway: readGateway(value),
    metaApp: readMetaApp(value),
    invoiceSeller: value.INVOICE_SELLER,
    tracing: value.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          url: `${value.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
          headers: readHeaders(value.OTEL_EXPORTER_OTLP_HEADERS),
          serviceName: value.OTEL_SERVICE_NAME,
          ratio: value.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    logLevel: value.LOG_LEVEL,
    userMode: value.USER_MODE,
    hasDemo: value.DEMO && !isProduction,
    hasDemoHistory: value.DEMO && value.DEMO_HISTORY && !isProduction,
    hasDemoLife: value.DEMO && value.DEMO_HISTORY && value.DEMO_LIFE && !isProduction,
    features: (value.FEATURES ?? (isProduction ? '' : 'all'))
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    roles: asked as Role[],
    processId: randomBytes(6).toString('hex'),
  };
}
