import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/app.ts';

const { deps } = await startApp();
const read = async (text: string) => (await sql<{ value: number }>`select ${sql.raw(text)} as value`.execute(deps.db)).rows[0]?.value;

test('a whole number that a number cannot hold is refused, and the connection goes on', async () => {
  for (const text of ['9007199254740992::bigint', 'sum(x) from (values (9007199254740991), (1)) v (x)'])
    await expect(read(text.includes('sum') ? `(select ${text})` : text)).rejects.toThrow('9007199254740992 is beyond 2^53.');
  expect([await read('9007199254740991::bigint'), await read('0.5::numeric'), await read("'NaN'::numeric")]).toEqual([
    2 ** 53 - 1,
    0.5,
    Number.NaN,
  ]);
});
