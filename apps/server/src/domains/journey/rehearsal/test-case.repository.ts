import { TestCase } from '@parley/journey';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

export type StoredTest = { testId: string; test: TestCase; updatedAt: Date; updaterName: string };

export async function findTests(tx: Read, enterpriseId: string, journeyId: string): Promise<StoredTest[]> {
  const rows = await tx
    .selectFrom('journeyTests as t')
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 't.enterpriseId').onRef('u.userId', '=', 't.updatedBy'))
    .select(['t.testId', 't.test', 't.updatedAt', 'u.name as updaterName'])
    .where('t.enterpriseId', '=', enterpriseId)
    .where('t.journeyId', '=', journeyId)
    .orderBy('t.testId')
    .execute();
  return rows.map((row) => ({ ...row, test: TestCase.parse(row.test), updaterName: row.updaterName ?? '' }));
}

type Of = { enterpriseId: string; journeyId: string; by: string | null; at: Date };

export async function insertTests(tx: Tx, { enterpriseId, journeyId, by, at }: Of, tests: readonly TestCase[]): Promise<void> {
  if (tests.length === 0) return;
  await tx
    .insertInto('journeyTests')
    .values(tests.map((test) => ({ enterpriseId, journeyId, testId: test.id, test: JSON.stringify(test), updatedBy: by, updatedAt: at })))
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'journeyId', 'testId']).doUpdateSet((eb) => ({
        test: eb.ref('excluded.test'),
        updatedBy: eb.ref('excluded.updatedBy'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    )
    .execute();
}

/** Reads the tests as they are stored: the part that plays them parses them. */
export const findRawTests = (tx: Read, enterpriseId: string, journeyId: string): Promise<{ testId: string; test: unknown }[]> =>
  tx
    .selectFrom('journeyTests')
    .select(['testId', 'test'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .orderBy('testId')
    .execute();

/** Counts and measures the saved conversations of a stream without one of them. */
export async function measureOthers(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
  testId: string,
): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await tx
    .selectFrom('journeyTests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(octet_length(test::text)), 0)::float8`.as('bytes'))
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('testId', '<>', testId)
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes };
}

/** @returns whether it was there */
export async function deleteTest(tx: Tx, enterpriseId: string, journeyId: string, testId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('journeyTests')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('testId', '=', testId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
