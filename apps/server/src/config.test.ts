import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, readSimulatorConfig } from './config.ts';

const problemsOf = (environment: Record<string, string>, args: string[] = []): string => {
  try {
    readConfig(environment, args);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test('nothing needs to be set', () => {
  expect(readConfig({}, [])).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    isProduction: false,
    isCaptchaOn: true,
    hasDemo: true,
    hasDemoHistory: true,
    hasDemoLife: true,
    roles: ['http', 'realtime', 'worker'],
  });
});

test('every wrong name is told at once', () => {
  const problems = problemsOf({ PORT: 'many', DATABASE_URL: 'mysql://x', SECRETS_KEY: 'short' }, ['--roles=http,cook']);
  for (const name of ['PORT', 'DATABASE_URL', 'SECRETS_KEY', 'cook']) expect(problems).toContain(name);
});

test('captchas cannot be off in production, and there is no demo', () => {
  expect(problemsOf({ NODE_ENV: 'production', CAPTCHA: 'off' })).toContain('CAPTCHA');
  expect(readConfig({ NODE_ENV: 'production' }, [])).toMatchObject({ hasDemo: false, hasDemoHistory: false, hasDemoLife: false });
});

test.each([{ DEMO_HISTORY: 'off' }, { DEMO: 'false' }])('%o leaves the history of the demo out', (environment) => {
  expect(readConfig(environment, []).hasDemoHistory).toBe(false);
});

test.each([{ DEMO_LIFE: 'off' }, { DEMO_HISTORY: 'off' }, { DEMO: 'false' }])('%o lets nothing move in the demo', (environment) => {
  expect(readConfig(environment, []).hasDemoLife).toBe(false);
});

test.each([
  [undefined, false],
  ['false', false],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ['192.0.2.7', ['192.0.2.7']],
])('TRUST_PROXY %s', (text, trust) => {
  expect(readConfig(text === undefined ? {} : { TRUST_PROXY: text }, []).trustProxy).toEqual(trust);
});

test.each(['true', 'yes', 'everybody', '10.0.0.0/99'])('TRUST_PROXY %s, which would believe what callers write, is refused', (text) => {
  expect(problemsOf({ NODE_ENV: 'production', TRUST_PROXY: text })).toContain('TRUST_PROXY');
});

test('SHELL-063 flags are all off in production until they are named', () => {
  expect(readConfig({ NODE_ENV: 'production' }, []).features).toEqual([]);
  expect(readConfig({ NODE_ENV: 'production', FEATURES: 'trash, bots' }, []).features).toEqual(['trash', 'bots']);
});

test('AUTH-050 the encryption key is an RSA key, also with its line breaks written out', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(readConfig({ ENCRYPTION_PRIVATE_KEY: pem.replaceAll('\n', '\\n') }, []).encryptionPrivateKey).toBe(pem);
  expect(problemsOf({ ENCRYPTION_PRIVATE_KEY: 'no key' })).toContain('ENCRYPTION_PRIVATE_KEY');
});

test('a simulator is named with its control interface and its secret, or not at all', () => {
  const [SIMULATOR_URL, SIMULATOR_CONTROL_URL, SIMULATOR_SECRET] = ['http://127.0.0.1:4010', 'http://127.0.0.1:4011/', 'sixteen-letters-'];
  const all = { SIMULATOR_URL, SIMULATOR_CONTROL_URL, SIMULATOR_SECRET };
  expect(readConfig(all, []).simulator).toEqual({ url: SIMULATOR_URL, controlUrl: 'http://127.0.0.1:4011', secret: SIMULATOR_SECRET });
  expect(readConfig({}, []).simulator).toBeUndefined();
  for (const name of Object.keys(all)) expect(problemsOf({ ...all, [name]: '' })).toContain('SIMULATOR_URL: needs');
  expect(problemsOf({ ...all, SIMULATOR_SECRET: 'short' })).toContain('SIMULATOR_SECRET');
  expect(problemsOf({ ...all, SIMULATOR_CONTROL_URL: SIMULATOR_URL })).toContain('a listener of its own');
  expect(readSimulatorConfig({ SIMULATOR_SECRET }, ['4010'])).toEqual({
    port: 4010,
    host: '127.0.0.1',
    control: { port: 4011, host: '127.0.0.1' },
    secret: SIMULATOR_SECRET,
  });
  for (const environment of [{}, { SIMULATOR_SECRET: 'short' }])
    expect(() => readSimulatorConfig(environment, [])).toThrow('SIMULATOR_SECRET: a secret of at least 16 characters');
  expect(() => readSimulatorConfig({ SIMULATOR_SECRET }, ['many'])).toThrow('Usage');
});

test('headers of the collector of traces are pairs whose values may hold an equals sign, and are refused by name where they cannot be read', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/';
  const read = (OTEL_EXPORTER_OTLP_HEADERS: string) => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }, []).tracing;
  expect(read('authorization=Basic%20a2V5OnNlY3JldA==,x-tenant=shop')).toMatchObject({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: { authorization: 'Basic a2V5OnNlY3JldA==', 'x-tenant': 'shop' },
  });
  expect(read('')?.headers).toEqual({});
  expect(readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }, []).tracing).toBeUndefined();
  expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' })).toContain('OTEL_EXPORTER_OTLP_HEADERS');
});
