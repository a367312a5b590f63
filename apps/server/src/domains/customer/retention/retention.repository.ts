import type { RetentionDays } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { RetentionChangeTable } from '#platform/db/schema.customer.ts';

export type Settings = { retention: RetentionDays; version: number };

/** Reads the settings; unsaved ones have version 0 and keep everything. */
export async function findSettings(tx: Read, enterpriseId: string): Promise<Settings> {
  const row = await tx
    .selectFrom('privacySettings')
    .select(['chatsDays', 'mediaDays', 'logsDays', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirst();
  const { chatsDays = null, mediaDays = null, logsDays = null, version = 0 } = row ?? {};
  return { retention: { chats: chatsDays, media: mediaDays, logs: logsDays }, version };
}

/** There is one row, made by the first caller; two simultaneous first callers meet here. */
export async function lockSettings(tx: Tx, enterpriseId: string): Promise<Settings> {
  await tx
    .insertInto('privacySettings')
    .values({ enterpriseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.selectFrom('privacySettings').select('version').where('enterpriseId', '=', enterpriseId).forUpdate().execute();
  return findSettings(tx, enterpriseId);
}

export async function updateSettings(tx: Tx, enterpriseId: string, { retention, version }: Settings): Promise<void> {
  const { chats, media, logs } = retention;
  await tx
    .updateTable('privacySettings')
    .set({ chatsDays: chats, mediaDays: media, logsDays: logs, version })
    .where('enterpriseId', '=', enterpriseId)
    .execute();
}

export type RetentionChange = Selectable<RetentionChangeTable>;

export const findWaiting = (tx: Read, enterpriseId: string): Promise<RetentionChange | undefined> =>
  tx.selectFrom('retentionChanges').selectAll().where('enterpriseId', '=', enterpriseId).where('state', '=', 'waiting').executeTakeFirst();

export async function endWaiting(tx: Tx, enterpriseId: string, state: 'applied' | 'cancelled'): Promise<void> {
  await tx.updateTable('retentionChanges').set({ state }).where('enterpriseId', '=', enterpriseId).where('state', '=', 'waiting').execute();
}
