import type { Read, Tx } from '#platform/db/database.ts';

/** Counts the people who are in a stream. */
export async function countInside(tx: Read, enterpriseId: string, journeyId: string): Promise<number> {
  const { running } = await tx
    .selectFrom('journeyLive')
    .select((eb) => eb.fn.countAll<number>().as('running'))
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .executeTakeFirstOrThrow();
  return running;
}

/** Finds the walks that are in a stream. */
export async function findInside(tx: Read, enterpriseId: string, journeyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('journeyLive')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}

/** Takes away everything that begins a stream on channels. */
export async function deleteRules(tx: Tx, enterpriseId: string, journeyId: string): Promise<void> {
  await tx.deleteFrom('journeyEntries').where('enterpriseId', '=', enterpriseId).where('journeyId', '=', journeyId).execute();
}

export async function markDeleted(tx: Tx, enterpriseId: string, journeyId: string, now: Date): Promise<void> {
  await tx
    .updateTable('journeys')
    .set({ deletedAt: now, leaseUntil: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .execute();
}

export async function markRestored(tx: Tx, enterpriseId: string, journeyId: string, name: string, now: Date): Promise<void> {
  await tx
    .updateTable('journeys')
    .set((eb) => ({ deletedAt: null, name, revision: eb('revision', '+', 1), updatedAt: now }))
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .execute();
}

/** Deletes those of these streams for good that are in the bin. */
export async function purgeDeleted(tx: Tx, enterpriseId: string, journeyIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('journeys')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', 'in', journeyIds)
    .where('deletedAt', 'is not', null)
    .execute();
}
