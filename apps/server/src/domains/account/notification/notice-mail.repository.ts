import { userStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';

export type NewNoticeMail = {
  userId: string;
  kind: string;
  cause: string;
  code: string;
  values: string;
  link: string;
  dueAt: Date;
  createdAt: Date;
};

/** One waits for each kind and cause; what comes meanwhile is counted, and goes with it. */
export async function upsertNoticeMails(tx: Tx, enterpriseId: string, rows: readonly NewNoticeMail[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('notificationMails')
    .values(rows.map((row) => ({ enterpriseId, mailId: newId(), ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(['enterpriseId', 'userId', 'kind', 'cause'])
        .where('sentAt', 'is', null)
        .doUpdateSet((eb) => ({
          count: sql<number>`notification_mails.count + 1`,
          code: eb.ref('excluded.code'),
          values: eb.ref('excluded.values'),
          link: eb.ref('excluded.link'),
        })),
    )
    .execute();
}

export async function rescheduleMails(tx: Tx, enterpriseId: string, userId: string, dueAt: Date): Promise<void> {
  await tx
    .updateTable('notificationMails')
    .set({ dueAt })
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('sentAt', 'is', null)
    .execute();
}

/** Drops waiting mails of notifications from before a time, for a history about which nobody is to be mailed. */
export async function dropMailsBefore(tx: Tx, enterpriseId: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('notificationMails')
    .where('enterpriseId', '=', enterpriseId)
    .where('createdAt', '<', before)
    .where('sentAt', 'is', null)
    .execute();
}

export async function listUsersWithDueMails(db: Db, at: Date, most: number): Promise<{ enterpriseId: string; userId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; userId: string }>`
    select * from users_with_due_mails(${at}::timestamptz, ${most}::integer)`.execute(db);
  return rows;
}

/**
 * The user, locked: of two senders the second waits here, and then sees what the first has sent.
 * @returns undefined for one who is gone
 */
export function lockMailReader(tx: Tx, enterpriseId: string, userId: string) {
  return tx
    .selectFrom('users')
    .select(['name', 'email', sql<boolean>`state = ${sql.lit(userStates.active)}`.as('isActive')])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Lists a user's due mails, each with the time of the last mail of its kind and cause. */
export function listDueMails(tx: Tx, enterpriseId: string, userId: string, at: Date) {
  return tx
    .selectFrom('notificationMails as m')
    .select(['m.mailId', 'm.kind', 'm.code', 'm.values', 'm.link', 'm.count'])
    .select((eb) =>
      eb
        .selectFrom('notificationMails as s')
        .select((inner) => inner.fn.max('s.sentAt').as('lastSentAt'))
        .whereRef('s.enterpriseId', '=', 'm.enterpriseId')
        .whereRef('s.userId', '=', 'm.userId')
        .whereRef('s.kind', '=', 'm.kind')
        .whereRef('s.cause', '=', 'm.cause')
        .where('s.sentAt', 'is not', null)
        .as('lastSentAt'),
    )
    .where('m.enterpriseId', '=', enterpriseId)
    .where('m.userId', '=', userId)
    .where('m.sentAt', 'is', null)
    .where('m.dueAt', '<=', at)
    .orderBy('m.createdAt')
    .orderBy('m.mailId')
    .forUpdate('m')
    .execute();
}
export type DueMail = Awaited<ReturnType<typeof listDueMails>>[number];

export async function updateMail(tx: Tx, enterpriseId: string, mailId: string, change: { sentAt: Date } | { dueAt: Date }): Promise<void> {
  await tx.updateTable('notificationMails').set(change).where('enterpriseId', '=', enterpriseId).where('mailId', '=', mailId).execute();
}

export async function deleteMails(tx: Tx, enterpriseId: string, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length === 0) return;
  await tx.deleteFrom('notificationMails').where('enterpriseId', '=', enterpriseId).where('mailId', 'in', mailIds).execute();
}
