import type { Insertable, Selectable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChannelIdentityTable } from '#platform/db/schema.chat.ts';

export type IdentityRow = Selectable<ChannelIdentityTable>;

export const findIdentity = (tx: Read, enterpriseId: string, channelId: string): Promise<IdentityRow | undefined> =>
  tx
    .selectFrom('channelIdentities')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();

/** Makes the row or takes the place of the one that is there; the channel's row is locked by the caller. */
export async function putIdentity(tx: Tx, { enterpriseId, channelId, ...row }: Insertable<ChannelIdentityTable>): Promise<void> {
  await tx
    .insertInto('channelIdentities')
    .values({ enterpriseId, channelId, ...row })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'channelId']).doUpdateSet(row))
    .execute();
}

export async function dropFormer(tx: Tx, enterpriseId: string, channelId: string): Promise<void> {
  await tx
    .updateTable('channelIdentities')
    .set({ sealedFormer: '', formerUntil: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .execute();
}

export async function deleteIdentity(tx: Tx, enterpriseId: string, channelId: string): Promise<void> {
  await tx.deleteFrom('channelIdentities').where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).execute();
}
