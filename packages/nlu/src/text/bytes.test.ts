import { expect, test } from 'vitest';
import { ByteReader, ByteWriter, fileMark } from './bytes.ts';
import { NluError } from './nlu-error.ts';

test('written values are read back', () => {
  const writer = new ByteWriter();
  for (const value of [0, 127, 128, 300, 2 ** 32 - 1]) writer.count(value);
  writer.byte(200);
  writer.real(1.5);
  writer.text('नमस्ते');
  writer.bytes(new Uint8Array(10_000).fill(7));
  const file = writer.finish('TEST', 3);
  const reader = new ByteReader(file, 'TEST', 3);
  expect([0, 0, 0, 0, 0].map(() => reader.count())).toEqual([0, 127, 128, 300, 2 ** 32 - 1]);
  expect(reader.byte()).toBe(200);
  expect(reader.real()).toBe(1.5);
  expect(reader.text()).toBe('नमस्ते');
  expect(reader.bytes()).toEqual(new Uint8Array(10_000).fill(7));
  expect(() => reader.byte()).toThrow(NluError);
});

test('a file of another format or version is refused', () => {
  const file = new ByteWriter().finish('TEST', 3);
  expect(() => new ByteReader(file, 'ELSE', 3)).toThrow('These bytes are not a model of this kind.');
  expect(() => new ByteReader(file, 'TEST', 4)).toThrow('This model has version 3; version 4 is read. Train it again.');
  expect(fileMark(file)).toBe(0x811c9dc5);
});
