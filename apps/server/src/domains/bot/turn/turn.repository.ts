import type { Read } from '#platform/db/database.ts';

/** Tells whether a turn with this id is recorded. */
export async function hasTurn(tx: Read, enterpriseId: string, turnId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('botTurns')
    .select('turnId')
    .where('enterpriseId', '=', enterpriseId)
    .where('turnId', '=', turnId)
    .executeTakeFirst();
  return row !== undefined;
}
