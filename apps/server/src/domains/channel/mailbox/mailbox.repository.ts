import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { MailboxMailTable, MailboxTable } from '#platform/db/schema.chat.ts';

export type MailboxRow = Selectable<MailboxTable>;

export const findMailbox = (tx: Read, enterpriseId: string, channelId: string): Promise<MailboxRow | undefined> =>
  tx.selectFrom('mailboxes').selectAll().where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).executeTakeFirst();

/** Makes the mailbox or takes the place of the one that is there; the channel's row is locked by the caller. */
export async function putMailbox(tx: Tx, { enterpriseId, channelId, ...row }: Insertable<MailboxTable>): Promise<void> {
  await tx
    .insertInto('mailboxes')
    .values({ enterpriseId, channelId, ...row })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'channelId']).doUpdateSet(row))
    .execute();
}

/** @param version only while it has this one: what was tried with former settings says nothing of those of now */
export async function changeMailbox(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  change: Updateable<MailboxTable>,
  version?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailboxes')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The server by which the channel's mails leave lies beside the channel. */
export async function setMailServer(tx: Tx, enterpriseId: string, channelId: string, sealedMailServer: string): Promise<void> {
  await tx
    .updateTable('channels')
    .set({ sealedMailServer })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .execute();
}

/** Notes mails as taken. @returns the keys of those that were not known before: only these are new */
export async function takeMails(tx: Tx, rows: readonly Insertable<MailboxMailTable>[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const taken = await tx
    .insertInto('mailboxMails')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('messageKey')
    .execute();
  return new Set(taken.map(({ messageKey }) => messageKey.toString('hex')));
}

/** A mail that comes again is recognised for as long; numbers that change their meaning lead to the last 30 days (decision 0094). */
const keptDays = 400;
const mostForgotten = 5000;

/** Removes some of the keys of mails that were taken long ago. @returns whether there may be more */
export async function forgetMails(
  tx: Tx,
  { enterpriseId, channelId }: { enterpriseId: string; channelId: string },
  now: Date,
): Promise<boolean> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  const { numAffectedRows = 0n } = await sql`delete from mailbox_mails where enterprise_id = ${enterpriseId} and message_key in (
      select message_key from mailbox_mails where enterprise_id = ${enterpriseId} and channel_id = ${channelId} and taken_at < ${before}
      limit ${mostForgotten}) and channel_id = ${channelId} and taken_at < ${before}`.execute(tx);
  return Number(numAffectedRows) >= mostForgotten;
}

/** Finds those among the keys that were taken before. */
export async function findTaken(tx: Read, enterpriseId: string, channelId: string, keys: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ messageKey: Buffer }>`select message_key from mailbox_mails
    where enterprise_id = ${enterpriseId} and channel_id = ${channelId} and message_key = any(${[...keys]}::bytea[])`.execute(tx);
  return new Set(rows.map(({ messageKey }) => messageKey.toString('hex')));
}

/** Mailboxes of the installation that are to be read and that no worker holds. */
export async function listUnheld(db: Read, most: number): Promise<{ enterpriseId: string; channelId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; channelId: string }>`select * from mailboxes_to_read() limit ${most}`.execute(db);
  return rows;
}
