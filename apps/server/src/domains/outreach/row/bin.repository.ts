import type { Tx } from '#platform/db/database.ts';

/** Campaigns and iterations on their way into the bin, out of it, and out of the database. */

/** Locks the iterations of a campaign. */
export const lockIterations = (tx: Tx, enterpriseId: string, campaignId: string) =>
  tx
    .selectFrom('activities')
    .select(['activityId', 'number', 'state', 'completedAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', '=', campaignId)
    .where('deletedAt', 'is', null)
    .orderBy('activityId')
    .forUpdate()
    .execute();

/** Deletes a campaign with its iterations, by one time. */
export async function binCampaign(tx: Tx, enterpriseId: string, campaignId: string, deletedAt: Date): Promise<void> {
  for (const table of ['activities', 'campaigns'] as const)
    await tx
      .updateTable(table)
      .set({ deletedAt })
      .where('enterpriseId', '=', enterpriseId)
      .where('campaignId', '=', campaignId)
      .where('deletedAt', 'is', null)
      .execute();
}

/** A campaign in the bin, locked. */
export const lockDeletedCampaign = (tx: Tx, enterpriseId: string, campaignId: string) =>
  tx
    .selectFrom('campaigns')
    .select(['name', 'deletedAt', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', '=', campaignId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Restores a campaign under a name, with the iterations of the same time of deletion. */
export async function restoreCampaign(
  tx: Tx,
  enterpriseId: string,
  campaignId: string,
  { name, version, deletedAt, now }: { name: string; version: number; deletedAt: Date | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ name, deletedAt: null, version: version + 1, updatedAt: now })
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', '=', campaignId)
    .execute();
  await tx
    .updateTable('activities')
    .set({ deletedAt: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', '=', campaignId)
    .where('deletedAt', '=', deletedAt)
    .execute();
}

export async function purgeCampaigns(tx: Tx, enterpriseId: string, campaignIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('campaigns')
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', 'in', [...campaignIds])
    .where('deletedAt', 'is not', null)
    .execute();
}

/** An iteration in the bin, locked. @returns its number, with the name of its campaign, and when that was deleted */
export const lockDeletedActivity = (tx: Tx, enterpriseId: string, activityId: string) =>
  tx
    .selectFrom('activities as a')
    .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
    .select(['a.number', 'c.name', 'c.deletedAt'])
    .where('a.enterpriseId', '=', enterpriseId)
    .where('a.activityId', '=', activityId)
    .forUpdate('a')
    .executeTakeFirstOrThrow();

export async function restoreActivity(tx: Tx, enterpriseId: string, activityId: string, now: Date): Promise<void> {
  await tx
    .updateTable('activities')
    // A rejection counts from now on: it would be on its way back otherwise.
    .set((eb) => ({ deletedAt: null, version: eb('version', '+', 1), updatedAt: now, dueAt: null }))
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', '=', activityId)
    .execute();
}

export async function purgeActivities(tx: Tx, enterpriseId: string, activityIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('activities')
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', 'in', [...activityIds])
    .where('deletedAt', 'is not', null)
    .execute();
}
