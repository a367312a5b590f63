import fc from 'fast-check';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { texts, times, uuids } from './arrays.ts';

const client = new pg.Client(inject('testServerUrl'));
await client.connect();
afterAll(() => client.end());

const read = async (literal: string, type: string) => (await client.query(`select $1::${type}[] as found`, [literal])).rows[0].found;

test('a list arrives as it is, whatever its texts hold', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'null', 'NULL', '{}', '"', '\\', '\\"', 'a,b', ' ', '\n', 'ü'),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text.map((found) => found?.replaceAll('\0', '') ?? null)), async (list) => {
      expect(
        await read(
          texts(list, (one) => one),
          'text',
        ),
      ).toEqual(list);
    }),
    { numRuns: 200 },
  );
  const id = '018f0000-0000-7000-8000-000000000001';
  expect(
    await read(
      uuids([id, 'null'], (one) => one),
      'uuid',
    ),
  ).toEqual([id, null]);
  const at = new Date('2026-11-22T10:11:12.345Z');
  expect(
    await read(
      times([at], (one) => one),
      'timestamptz',
    ),
  ).toEqual([at]);
});
