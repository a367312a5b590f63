import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import type { InvitationTable } from '#platform/db/schema.account.ts';

const rows = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('invitations as i')
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'i.enterpriseId').onRef('u.userId', '=', 'i.invitedBy'))
    .select(['i.invitationId', 'i.email', 'i.roles', 'i.departmentIds', 'i.state', 'i.expiresAt', 'i.sentCount', 'i.sentAt', 'i.createdAt'])
    .select([
      'u.name as inviterName',
      sql<
        { id: string; name: string }[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', d.department_id, 'name', d.name) order by lower(d.name))
        from departments d where d.enterprise_id = i.enterprise_id and d.department_id = any(i.department_ids) and d.deleted_at is null), '[]'::jsonb)`.as(
        'departments',
      ),
    ])
    .where('i.enterpriseId', '=', enterpriseId);

export const listPending = (tx: Read, enterpriseId: string, page: { from: number; limit: number }) =>
  rows(tx, enterpriseId).where('i.state', '=', 'pending').orderBy('i.invitationId', 'desc').$call(pageOf(page)).execute();
export type InvitationRow = Awaited<ReturnType<typeof listPending>>[number];

/** Locks the invitation, so that an acceptance and a revocation cannot both succeed. */
export const lockInvitation = (tx: Tx, enterpriseId: string, invitationId: string): Promise<InvitationRow | undefined> =>
  rows(tx, enterpriseId).where('i.invitationId', '=', invitationId).forUpdate('i').executeTakeFirst();

/** The newest invitation of an e-mail, in any state. */
export const lockNewest = (tx: Tx, enterpriseId: string, email: string): Promise<InvitationRow | undefined> =>
  rows(tx, enterpriseId).where('i.email', '=', email).orderBy('i.invitationId', 'desc').limit(1).forUpdate('i').executeTakeFirst();

export async function insertInvitation(tx: Tx, invitation: Insertable<InvitationTable>): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute();
}

export async function updateInvitation(
  tx: Tx,
  enterpriseId: string,
  invitationId: string,
  change: Updateable<InvitationTable>,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('invitationId', '=', invitationId)
    .execute();
}

/** Finds the invitation of a link in any enterprise, before anybody has signed in. */
export async function findByToken(db: Db, tokenHash: Buffer): Promise<{ enterpriseId: string; invitationId: string } | undefined> {
  const { rows } = await sql<{ enterpriseId: string; invitationId: string }>`select * from find_invitation(${tokenHash})`.execute(db);
  return rows[0];
}
