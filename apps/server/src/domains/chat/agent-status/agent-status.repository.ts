import { type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { AgentStatusKindTable } from '#platform/db/schema.chat.ts';

export type StatusKindRow = Selectable<AgentStatusKindTable>;
export type ShownKind = StatusKindRow & { isUsed: boolean };

const isUsed =
  sql<boolean>`exists (select from agent_desks d where d.enterprise_id = k.enterprise_id and d.status_kind_id = k.status_id)`.as('isUsed');
const kinds = (tx: Read, enterpriseId: string) =>
  tx.selectFrom('agentStatusKinds as k').selectAll('k').select(isUsed).where('k.enterpriseId', '=', enterpriseId);

export const listKinds = (tx: Read, enterpriseId: string): Promise<ShownKind[]> =>
  kinds(tx, enterpriseId).orderBy('k.place').orderBy('k.statusId').execute();

export const findKind = (tx: Read, enterpriseId: string, statusId: string): Promise<ShownKind | undefined> =>
  kinds(tx, enterpriseId).where('k.statusId', '=', statusId).executeTakeFirst();

/** Own statuses of an enterprise, locked: places are given one after the other. */
export async function lockKinds(tx: Tx, enterpriseId: string): Promise<void> {
  // A status that is made at the same time is no row yet: another change of the order waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agent_status_kinds ${enterpriseId}`}, 0))`.execute(tx);
}

/** @param isKept it may not be deleted: then nobody who is choosing it is waited for */
export const lockKind = (tx: Tx, enterpriseId: string, statusId: string, isKept: boolean): Promise<StatusKindRow | undefined> =>
  tx
    .selectFrom('agentStatusKinds')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('statusId', '=', statusId)
    .$call((query) => (isKept ? query.forNoKeyUpdate() : query.forUpdate()))
    .executeTakeFirst();

/** An own status that is offered, kept from being deleted until the transaction ends. */
export const keepOfferedKind = (tx: Tx, enterpriseId: string, statusId: string): Promise<StatusKindRow | undefined> =>
  tx
    .selectFrom('agentStatusKinds')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('statusId', '=', statusId)
    .where('isActive', '=', true)
    .forKeyShare()
    .executeTakeFirst();

export async function insertKind(tx: Tx, row: Omit<StatusKindRow, 'version' | 'createdAt' | 'isActive'>): Promise<void> {
  await tx.insertInto('agentStatusKinds').values(row).execute();
}

export async function updateKind(tx: Tx, enterpriseId: string, statusId: string, change: Updateable<AgentStatusKindTable>): Promise<void> {
  await tx.updateTable('agentStatusKinds').set(change).where('enterpriseId', '=', enterpriseId).where('statusId', '=', statusId).execute();
}

export async function deleteKind(tx: Tx, enterpriseId: string, statusId: string): Promise<void> {
  await tx.deleteFrom('agentStatusKinds').where('enterpriseId', '=', enterpriseId).where('statusId', '=', statusId).execute();
}
