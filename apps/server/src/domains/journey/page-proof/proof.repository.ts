import type { Insertable, Selectable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { PageCodeTable, PageSessionTable } from '#platform/db/schema.journey.ts';

export type CodeRow = Selectable<PageCodeTable>;
type Purpose = CodeRow['purpose'];

/** Codes of a link since a moment, the newest first. */
export const listCodes = (tx: Read, enterpriseId: string, linkId: string, purpose: Purpose, since: Date): Promise<CodeRow[]> =>
  tx
    .selectFrom('pageCodes')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('linkId', '=', linkId)
    .where('purpose', '=', purpose)
    .where('madeAt', '>', since)
    .orderBy('madeAt', 'desc')
    .orderBy('codeId', 'desc')
    .execute();

/** Counts the codes that a number has got since a moment, by whatever link. */
export async function countSent(tx: Read, enterpriseId: string, numberHash: Buffer, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('pageCodes')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('numberHash', '=', numberHash)
    .where('madeAt', '>', since)
    .where('isSent', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCode(tx: Tx, code: Insertable<PageCodeTable>): Promise<void> {
  await tx.insertInto('pageCodes').values(code).execute();
}

export async function updateCode(
  tx: Tx,
  { enterpriseId, linkId, codeId }: Pick<CodeRow, 'enterpriseId' | 'linkId' | 'codeId'>,
  change: Partial<Pick<CodeRow, 'tries' | 'usedAt' | 'isSent'>>,
): Promise<void> {
  await tx
    .updateTable('pageCodes')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('linkId', '=', linkId)
    .where('codeId', '=', codeId)
    .execute();
}

export async function insertSession(tx: Tx, session: Insertable<PageSessionTable>): Promise<void> {
  await tx.insertInto('pageSessions').values(session).execute();
}

/** Tells whether a browser has proved the number of a link lately. */
export async function hasSession(tx: Read, enterpriseId: string, linkId: string, tokenHash: Buffer, at: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('pageSessions')
    .select('linkId')
    .where('enterpriseId', '=', enterpriseId)
    .where('linkId', '=', linkId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}
