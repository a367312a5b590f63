import { randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { findTotpStep, fromBase32, hotp, makeTotpSecret, stepAt, toBase32, totpUri } from './totp.ts';

const rfcSecret = Buffer.from('12345678901234567890');

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is that of RFC 6238, appendix B', (seconds, code) => {
  expect(hotp(rfcSecret, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
});

test.each([...['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].entries()])(
  'of counter %i the code is that of RFC 4226, appendix D',
  (counter, code) => expect(hotp(rfcSecret, counter)).toBe(code),
);

test('base32 is that of RFC 4648, and back', () => {
  const vectors = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [text, coded] of Object.entries(vectors)) {
    expect(toBase32(Buffer.from(text))).toBe(coded);
    expect(fromBase32(coded).toString()).toBe(text);
  }
  const bytes = randomBytes(20);
  expect(fromBase32(toBase32(bytes))).toEqual(bytes);
  expect(() => fromBase32('MZXW1')).toThrow();
});

test('another implementation makes the same codes of the same secret', async () => {
  const secret = makeTotpSecret();
  const now = new Date();
  expect(findTotpStep(secret, await generate({ secret, epoch: Math.floor(now.getTime() / 1000) }), now, 0)).toBe(stepAt(now));
});

test('a code counts one step either way, and once', () => {
  const secret = makeTotpSecret();
  const now = new Date(1_700_000_000_000);
  const step = stepAt(now);
  const codeAt = (shift: number) => hotp(fromBase32(secret), step + shift);
  for (const shift of [-1, 0, 1]) expect(findTotpStep(secret, codeAt(shift), now, 0)).toBe(step + shift);
  for (const shift of [-2, 2]) expect(findTotpStep(secret, codeAt(shift), now, 0)).toBeUndefined();
  expect(findTotpStep(secret, codeAt(0), now, step)).toBeUndefined();
  expect(findTotpStep(secret, codeAt(-1), now, step)).toBeUndefined();
  expect(findTotpStep(secret, codeAt(1), now, step)).toBe(step + 1);
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(findTotpStep(secret, code, now, 0)).toBeUndefined();
});

test('names with signs of their own stay whole in the address of the QR code', () => {
  const uri = new URL(totpUri('MZXW6', 'Ada & Co: Ltd', 'ada+1@example.com'));
  expect(uri.host).toBe('totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/Ada & Co: Ltd:ada+1@example.com');
  expect([uri.searchParams.get('issuer'), uri.searchParams.get('secret')]).toEqual(['Ada & Co: Ltd', 'MZXW6']);
  expect(uri.search).not.toContain('+');
});
