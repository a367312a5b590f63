import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { missingSettings } from './missing-settings.ts';

const complete = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://parley.example.com',
  DATABASE_URL: 'postgres://parley@db/parley',
  SECRETS_KEY: 'ab'.repeat(32),
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'parley@example.com',
  FEATURES: 'all',
  TRUST_PROXY: '1',
  FFMPEG: process.execPath,
};
const missing = (environment: Record<string, string>, args: string[] = []) =>
  missingSettings(readConfig(environment, args)).map((sentence) => sentence.split(':')[0]);

test('each forgotten setting is named in production, and none when all are there', () => {
  expect(missing(complete)).toEqual([]);
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'FEATURES', 'PUBLIC_URL', 'SECRETS_KEY', 'TRUST_PROXY'])
    expect(missing({ ...complete, [name]: '' }), name).toEqual([name]);
  expect(missing({ ...complete, FEATURES: 'bots,chanels' })).toEqual(['FEATURES']);
  expect(missing(complete, ['--roles=http'])).toEqual(['REDIS_URL']);
  expect(missing({ NODE_ENV: 'production', FFMPEG: process.execPath })).toEqual(['SMTP_URL', 'FEATURES', 'PUBLIC_URL']);
});

test('FFMPEG is named where recordings are to be copied and no program does it', () => {
  expect(missing({ ...complete, FFMPEG: '/nowhere/ffmpeg' })).toEqual(['FFMPEG']);
  expect(missing({ ...complete, FFMPEG: '', PATH: '/nowhere' })).toEqual(['FFMPEG']);
  expect(missing({ ...complete, FFMPEG: '/nowhere/ffmpeg', REDIS_URL: 'redis://redis' }, ['--roles=http'])).toEqual([]);
});

test('outside of production nothing is missed on the own machine; where others reach it, the mode and the captcha are named', () => {
  expect(missing({ CAPTCHA: 'off' })).toEqual([]);
  expect(missing({ HOST: '0.0.0.0' })).toEqual(['NODE_ENV']);
  expect(missing({ PUBLIC_URL: 'https://parley.example.com', CAPTCHA: 'off' })).toEqual(['NODE_ENV', 'CAPTCHA']);
});
