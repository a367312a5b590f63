import { createHash, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PackageManifest } from '@parley/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { canonical } from '#platform/audit/changes.ts';
import type { DomainError } from '#platform/http/domain-error.ts';
import { rawZip } from '../../../../test/zips.ts';
import type { Packable } from '../../../packable.ts';
import { listDifferences } from './differences.ts';
import { readPackageFile, sha256Of, writePackageFile } from './package-file.ts';
import { inOrder, mapReferences, referencesIn, textsIn } from './references.ts';
import { fingerprintOfKey, isPublicKey, isSignedBy, makeKeyPair, signBytes } from './signature.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parley-packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, 'one.parley');

/** Kinds that take any object. */
const kinds = (['form', 'stream'] as const).map(
  (kind) => ({ kind, ref: kind, read: () => ({ languages: [], steps: [], tests: 0 }) }) as unknown as Packable,
);
const keys = makeKeyPair();

function sealed(parts: Record<string, { kind: 'form' | 'stream'; content: object }>) {
  const texts = new Map(Object.entries(parts).map(([name, { content }]) => [name, canonical(content)]));
  const manifest: PackageManifest = {
    ...({
      format: 'parley.package',
      formatVersion: 2,
      id: 'bank.loan',
      version: '1.0.0',
      name: 'Loan',
      purpose: 'ऋण',
      industry: 'banking',
    } as const),
    ...{ languages: ['en'], licence: '', publisher: 'Bank', permissions: [], needs: [], leastProduct: '0.1.0' },
    items: Object.entries(parts).map(([name, { kind }]) => ({ path: name, kind, name, sha256: sha256Of(texts.get(name) ?? '') })),
  };
  const manifestText = canonical(manifest);
  return { manifest, manifestText, signature: signBytes(Buffer.from(manifestText), keys.privateKey), parts: texts };
}
const whole = sealed({
  'items/a.json': { kind: 'form', content: { title: 'One' } },
  'items/b.json': { kind: 'stream', content: { form: { ref: 'form', id: 'items/a.json', name: 'One' } } },
});

async function read(entries: readonly { name: string; content: Buffer | string }[]) {
  writeFileSync(file, rawZip(entries));
  return readPackageFile(file, kinds);
}
const entriesOf = (sealedFile: typeof whole) => [
  { name: 'manifest.json', content: Buffer.from(sealedFile.manifestText) },
  { name: 'signature.json', content: Buffer.from(canonical(sealedFile.signature)) },
  ...[...sealedFile.parts].map(([name, text]) => ({ name, content: Buffer.from(text) })),
];
const reasonOf = async (entries: ReturnType<typeof entriesOf>): Promise<string> =>
  read(entries).then(
    () => 'read',
    (error: DomainError) => error.code,
  );

describe('the file of a package', () => {
  test('is read as it was written', async () => {
    writeFileSync(file, await writePackageFile(whole, new Date('2026-01-01T00:00:00Z')));
    expect(await readPackageFile(file, kinds)).toEqual(whole);
    expect(await reasonOf(entriesOf(whole))).toBe('read');
  });

  test('is refused when any byte of its manifest is another one', async () => {
    const entries = entriesOf(whole);
    const bytes = entries[0]?.content as Buffer;
    for (let place = 0; place < bytes.length; place += 1) {
      const altered = Buffer.from(bytes);
      altered[place] = ((altered[place] as number) + randomInt(1, 256)) % 256;
      expect([place, await reasonOf([{ name: 'manifest.json', content: altered }, ...entries.slice(1)])]).toEqual([
        place,
        'package.file_invalid',
      ]);
    }
  });

  test('is refused when any byte of its signature or of an item is another one', async () => {
    const entries = entriesOf(whole);
    for (const which of [1, 2, 3]) {
      const { name, content } = entries[which] as { name: string; content: Buffer };
      for (let place = 0; place < content.length; place += 1) {
        const altered = Buffer.from(content);
        altered[place] = ((altered[place] as number) + randomInt(1, 256)) % 256;
        const others = entries.with(which, { name, content: altered });
        expect([name, place, await reasonOf(others)]).toEqual([name, place, 'package.file_invalid']);
      }
    }
  });

  test('is refused when its items name each other in a circle, or something that is not in it', async () => {
    const circle = sealed({
      'items/a.json': { kind: 'stream', content: { inner: { ref: 'stream', id: 'items/b.json', name: '' } } },
      'items/b.json': { kind: 'stream', content: { inner: { ref: 'stream', id: 'items/a.json', name: '' } } },
    });
    await expect(read(entriesOf(circle))).rejects.toThrow('in a circle');
    const outside = sealed({ 'items/a.json': { kind: 'stream', content: { form: { ref: 'form', id: 'items/z.json', name: '' } } } });
    await expect(read(entriesOf(outside))).rejects.toThrow('names a form that is not in the package');
    const wrongKind = sealed({
      'items/a.json': { kind: 'form', content: {} },
      'items/b.json': { kind: 'stream', content: { stream: { ref: 'stream', id: 'items/a.json', name: '' } } },
    });
    await expect(read(entriesOf(wrongKind))).rejects.toThrow('names a stream');
  });
});

describe('signatures', () => {
  test('hold for the text and the key alone', () => {
    const bytes = Buffer.from('manifest');
    const signature = signBytes(bytes, keys.privateKey);
    expect(isSignedBy(bytes, signature)).toBe(true);
    expect(isSignedBy(Buffer.from('manifesT'), signature)).toBe(false);
    expect(isSignedBy(bytes, { ...signature, publicKey: makeKeyPair().publicKey })).toBe(false);
    expect(fingerprintOfKey(keys.publicKey)).toBe(createHash('sha256').update(Buffer.from(keys.publicKey, 'base64')).digest('hex'));
  });

  test('are of Ed25519, whose key has one spelling', () => {
    expect(isPublicKey(keys.publicKey)).toBe(true);
    for (const wrong of ['', 'AAAA', `${keys.publicKey}AAAA`, `${keys.publicKey} `, keys.publicKey.slice(0, -2)])
      expect(isPublicKey(wrong)).toBe(false);
  });
});

describe('references and texts', () => {
  const reference = (id: string) => ({ ref: 'form', id, name: 'F' });
  test('are found and changed at any depth', () => {
    const value = { a: [{ form: reference('x') }, 'text'], b: { c: reference('') } };
    expect(referencesIn(value)).toEqual([reference('x'), reference('')]);
    expect(mapReferences(value, (one) => ({ ...one, id: one.id.toUpperCase() }))).toEqual({
      a: [{ form: reference('X') }, 'text'],
      b: { c: reference('') },
    });
    expect(textsIn({ a: [{ b: 'x' }], c: 1, d: 'y' })).toEqual([
      { at: 'a.0.b', text: 'x' },
      { at: 'd', text: 'y' },
    ]);
  });

  test('put each item behind those that it names, whatever the order they come in', () => {
    for (let round = 0; round < 300; round += 1) {
      const count = randomInt(1, 12);
      const items = Array.from({ length: count }, (_, place) => ({
        path: String(place),
        names: Array.from({ length: place }, (_, before) => String(before)).filter(() => randomInt(3) === 0),
      }));
      const mixed = items.toSorted(() => randomInt(3) - 1);
      const ordered = inOrder(mixed, ({ names }) => names) ?? [];
      expect(ordered.length).toBe(count);
      for (const [place, { names }] of ordered.entries())
        for (const name of names) expect(ordered.findIndex(({ path: one }) => one === name)).toBeLessThan(place);
    }
    expect(inOrder([{ path: 'a' }, { path: 'b' }], ({ path: one }) => [one === 'a' ? 'b' : 'a'])).toBeUndefined();
  });
});

describe('differences', () => {
  test('are told by the names of things, and lists by their ids', () => {
    const mine = { screens: [{ id: 's1', name: 'You', fields: [{ id: 'f1', label: 'A' }] }], languages: ['en'] };
    const theirs = {
      screens: [
        { id: 's0', fields: [] },
        { id: 's1', name: 'You', fields: [{ id: 'f1', label: 'B' }] },
      ],
      languages: ['en'],
    };
    expect(listDifferences(mine, theirs)).toEqual([
      { at: 'screens › You › fields › f1 › label', mine: 'A', theirs: 'B' },
      { at: 'screens › s0', mine: '', theirs: '{"fields":[],"id":"s0"}' },
    ]);
    expect(listDifferences(mine, structuredClone(mine))).toEqual([]);
  });

  test('are found for every two values that differ, and at most 100', () => {
    const value = (depth: number): unknown => {
      const kind = depth === 0 ? randomInt(3) : randomInt(5);
      if (kind < 3) return [randomInt(3), `t${randomInt(3)}`, randomInt(2) === 0][kind];
      const parts = Array.from({ length: randomInt(4) }, () => value(depth - 1));
      return kind === 3 ? parts : Object.fromEntries(parts.map((part, place) => [`k${place}`, part]));
    };
    for (let round = 0; round < 2000; round += 1) {
      const [one, other] = [value(3), value(3)];
      expect(listDifferences(one, other).length > 0).toBe(canonical(one) !== canonical(other));
    }
    const long = (text: string) => Array.from({ length: 300 }, (_, place) => `${text}${place}`);
    expect(listDifferences(long('a'), long('b')).length).toBe(100);
  });
});
