import type { Read, Tx } from '#platform/db/database.ts';

/** Tokens of download links that were spent. */

export async function isSpentToken(tx: Read, enterpriseId: string, tokenId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('spentDownloads')
    .select('tokenId')
    .where('enterpriseId', '=', enterpriseId)
    .where('tokenId', '=', tokenId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets tokens that are not valid any more by themselves. */
export async function forgetExpired(tx: Tx, enterpriseId: string, now: Date): Promise<void> {
  await tx.deleteFrom('spentDownloads').where('enterpriseId', '=', enterpriseId).where('expiresAt', '<', now).execute();
}

/** Notes a spent token. @returns false if it was spent before */
export async function insertSpent(tx: Tx, enterpriseId: string, tokenId: string, expiresAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto('spentDownloads')
    .values({ enterpriseId, tokenId, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tokenId')
    .executeTakeFirst();
  return row !== undefined;
}
