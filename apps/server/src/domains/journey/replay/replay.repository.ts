import type { JourneyReplay } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';

export async function findReplay(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
): Promise<{ replay: JourneyReplay; toldAt: Date } | undefined> {
  return tx
    .selectFrom('journeyReplays')
    .select(['replay', 'toldAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .executeTakeFirst();
}

type Of = { enterpriseId: string; journeyId: string };

/** Puts a replay in the place of the stream's one before. */
export async function putReplay(tx: Tx, of: Of, replay: JourneyReplay, now: Date): Promise<void> {
  const told = { replayId: replay.id, replay: JSON.stringify(replay), toldAt: now };
  await tx
    .insertInto('journeyReplays')
    .values({ ...of, ...told })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'journeyId']).doUpdateSet(told))
    .execute();
}

/** @returns false when another replay stands in its place */
export async function updateReplay(tx: Tx, { enterpriseId, journeyId }: Of, replay: JourneyReplay, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('journeyReplays')
    .set({ replay: JSON.stringify(replay), toldAt: now })
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('replayId', '=', replay.id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
