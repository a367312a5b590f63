import { expect, test } from 'vitest';
import { codeAtStep, findTotpStep, makeTotpSecret, stepAt, toBase32, totpUri } from './totp.ts';

const rfcSecret = toBase32(Buffer.from('12345678901234567890'));

// Appendix B has eight digits; six are the last six of them.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i seconds is that of RFC 6238, appendix B', (seconds, code) => {
  const now = new Date(seconds * 1000);
  expect(codeAtStep(rfcSecret, stepAt(now))).toBe(code);
  expect(findTotpStep(rfcSecret, code, now, 0)).toBe(stepAt(now));
});

test('base32 is that of RFC 4648, without padding', () => {
  const vectors = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [text, coded] of Object.entries(vectors)) expect(toBase32(Buffer.from(text))).toBe(coded);
});

test('a secret is as long as the hash, and no two are the same', () => {
  const made = Array.from({ length: 20 }, makeTotpSecret);
  expect(made.filter((secret) => !/^[A-Z2-7]{32}$/.test(secret))).toEqual([]);
  expect(new Set(made).size).toBe(20);
});

test('a code counts one step either way, and once', () => {
  const secret = makeTotpSecret();
  const now = new Date(1_700_000_000_000);
  const step = stepAt(now);
  const codeAt = (shift: number) => codeAtStep(secret, step + shift);
  for (const shift of [-1, 0, 1]) expect(findTotpStep(secret, codeAt(shift), now, 0)).toBe(step + shift);
  for (const shift of [-2, 2]) expect(findTotpStep(secret, codeAt(shift), now, 0)).toBeUndefined();
  expect(findTotpStep(secret, codeAt(0), now, step)).toBeUndefined();
  expect(findTotpStep(secret, codeAt(-1), now, step)).toBeUndefined();
  expect(findTotpStep(secret, codeAt(1), now, step)).toBe(step + 1);
  // A clock that was set back leaves a last step in the future.
  expect(findTotpStep(secret, codeAt(0), now, step + 1000)).toBeUndefined();
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(findTotpStep(secret, code, now, 0)).toBeUndefined();
});

test('names with signs of their own stay whole in the address of the QR code', () => {
  const uri = new URL(totpUri('MZXW6', 'Ada & Co: Ltd', 'ada+1@example.com'));
  expect(uri.host).toBe('totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/Ada & Co: Ltd:ada+1@example.com');
  expect([uri.searchParams.get('issuer'), uri.searchParams.get('secret')]).toEqual(['Ada & Co: Ltd', 'MZXW6']);
  expect(uri.search).not.toContain('+');
});
