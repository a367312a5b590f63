import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';
import { createSecrets, readSecretsKey } from './secrets.ts';

const secrets = createSecrets(Buffer.alloc(32, 7));
const other = createSecrets(Buffer.alloc(32, 8));
const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-01T00:15:00Z');

test('a sealed text comes back, never looks the same twice, and opens with no other key', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const sealed = secrets.encrypt(text);
      expect(secrets.decrypt(sealed)).toBe(text);
      expect(secrets.encrypt(text)).not.toBe(sealed);
      expect(() => other.decrypt(sealed)).toThrow();
    }),
    { numRuns: 50 },
  );
});

test('a signed text proves itself until it is over, and is forged by no change', () => {
  const signed = secrets.sign('file:1', later);
  expect(secrets.verify(signed, now)).toBe('file:1');
  expect(secrets.verify(signed, later)).toBeUndefined();
  expect(other.verify(signed, now)).toBeUndefined();
  fc.assert(
    fc.property(fc.nat(signed.length - 1), fc.constantFrom(...'abcXYZ019-_.'), (at, letter) => {
      const changed = signed.slice(0, at) + letter + signed.slice(at + 1);
      if (changed !== signed) expect(secrets.verify(changed, now)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(secrets.verify(text, now)).toBeUndefined();
    }),
  );
});

test('processes that start at once agree on one key', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(readSecretsKey(undefined, folder).equals(readSecretsKey(undefined, folder))).toBe(true);
  expect(readdirSync(folder)).toEqual(['secrets.key']);
  expect(readSecretsKey('ab'.repeat(32), folder)).toEqual(Buffer.alloc(32, 0xab));
});

test.each(['', 'ab'.repeat(31), 'xy'.repeat(32)])('a file that holds no whole key is refused, never used: %j', (text) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'secrets.key'), text);
  expect(() => readSecretsKey(undefined, folder)).toThrow('secrets.key does not hold a key of 64 hexadecimal digits');
});

test('a password is known by its hash, with a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('Correct-horse-1'), hashPassword('Correct-horse-1')]);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'Correct-horse-1')).toBe(true);
  expect(await verifyPassword(one, 'correct-horse-1')).toBe(false);
  expect(await verifyPassword('no hash', 'x')).toBe(false);
});
