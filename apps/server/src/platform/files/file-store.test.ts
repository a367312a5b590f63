import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { createFileStore } from './file-store.ts';

function makeStore() {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = createFileStore(readConfig({ DATA_DIR: folder }, []));
  return { store, waiting: () => readdirSync(path.join(folder, 'files/incoming')) };
}

test('bytes are found by their hash, whole and in part', async () => {
  const { store, waiting } = makeStore();
  const received = await store.receive(Readable.from([Buffer.from('hello '), Buffer.from('world')]));
  expect(received).toMatchObject({ sizeBytes: 11, sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9' });
  await received.keep();
  expect(waiting()).toEqual([]);
  expect(await text(await store.open(received.sha256))).toBe('hello world');
  expect((await buffer(await store.open(received.sha256, { start: 6, end: 8 }))).toString()).toBe('wor');
});

test('the same bytes may be kept twice', async () => {
  const { store, waiting } = makeStore();
  for (let round = 0; round < 2; round += 1) {
    const received = await store.receive(Readable.from([Buffer.from('same')]));
    await received.keep();
    expect([waiting(), await text(await store.open(received.sha256))]).toEqual([[], 'same']);
  }
});

test('a stream of texts is kept as its bytes', async () => {
  const { store } = makeStore();
  const received = await store.receive(Readable.from(['größer ', 'als null']));
  await received.keep();
  expect(received.sizeBytes).toBe(17);
  expect(await text(await store.open(received.sha256))).toBe('größer als null');
});

test('an upload that breaks off leaves nothing', async () => {
  const { store, waiting } = makeStore();
  async function* breaking() {
    yield Buffer.from('half');
    throw new Error('gone');
  }
  await expect(store.receive(Readable.from(breaking()))).rejects.toThrow('gone');
  expect(waiting()).toEqual([]);
});

test('bytes that are gone are told before anything is sent', async () => {
  const { store } = makeStore();
  await expect(store.open('a'.repeat(64))).rejects.toThrow('ENOENT');
});
