import type { Read, Tx } from '#platform/db/database.ts';

/** Streams that a user has made and that people may be in. */
const selectMadeBy = (tx: Read, enterpriseId: string, userId: string) =>
  tx
    .selectFrom('journeys')
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', userId)
    .where('state', '<>', 'DRAFT')
    .where('deletedAt', 'is', null);

export async function countMadeBy(tx: Read, enterpriseId: string, userId: string): Promise<number> {
  const { count } = await selectMadeBy(tx, enterpriseId, userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds the first of them by name. */
export const findMadeBy = (tx: Read, enterpriseId: string, userId: string, most: number) =>
  selectMadeBy(tx, enterpriseId, userId).select(['journeyId as id', 'name']).orderBy('name').limit(most).execute();

export async function lockMadeBy(tx: Tx, enterpriseId: string, userId: string): Promise<string[]> {
  const rows = await selectMadeBy(tx, enterpriseId, userId).select('journeyId').orderBy('journeyId').forUpdate().execute();
  return rows.map(({ journeyId }) => journeyId);
}

export async function updateMaker(tx: Tx, enterpriseId: string, journeyId: string, createdBy: string): Promise<void> {
  await tx.updateTable('journeys').set({ createdBy }).where('enterpriseId', '=', enterpriseId).where('journeyId', '=', journeyId).execute();
}
