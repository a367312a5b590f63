import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

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
    roles: ['http', 'realtime', 'worker'],
  });
});

test('every wrong name is told at once', () => {
  const problems = problemsOf({ PORT: 'many', DATABASE_URL: 'mysql://x', SECRETS_KEY: 'short' }, ['--roles=http,cook']);
  for (const name of ['PORT', 'DATABASE_URL', 'SECRETS_KEY', 'cook']) expect(problems).toContain(name);
});

test('in production captchas cannot be off, and there is no demo', () => {
  expect(problemsOf({ NODE_ENV: 'production', CAPTCHA: 'off' })).toContain('CAPTCHA');
  expect(readConfig({ NODE_ENV: 'production' }, []).hasDemo).toBe(false);
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
