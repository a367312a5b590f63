import type { MilestoneRule } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { CampaignMilestoneTable } from '#platform/db/schema.outreach.ts';
import { newId } from '#platform/ids.ts';

export type MilestoneRow = Selectable<CampaignMilestoneTable>;

/** Milestones of a campaign in their order; those that are removed come last. */
export const listMilestones = (tx: Read, enterpriseId: string, campaignId: string): Promise<MilestoneRow[]> =>
  tx
    .selectFrom('campaignMilestones')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', '=', campaignId)
    .orderBy(sql`removed_at is not null`)
    .orderBy('place')
    .orderBy('createdAt')
    .orderBy('milestoneId')
    .execute();

/** The values of a milestone that the audit trail keeps. */
export async function findMilestoneRecord(tx: Read, enterpriseId: string, milestoneId: string) {
  const row = await tx
    .selectFrom('campaignMilestones')
    .select(['campaignId', 'name', 'place', 'rule'])
    .where('enterpriseId', '=', enterpriseId)
    .where('milestoneId', '=', milestoneId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return row && { ...row, rule: row.rule as Record<string, unknown> };
}

type New = Pick<MilestoneRow, 'name' | 'place' | 'rule' | 'createdBy' | 'createdAt'>;
export async function insertMilestone(tx: Tx, enterpriseId: string, campaignId: string, { rule, ...row }: New): Promise<string> {
  const milestoneId = newId();
  await tx
    .insertInto('campaignMilestones')
    .values({ enterpriseId, campaignId, milestoneId, rule: JSON.stringify(rule), ...row })
    .execute();
  return milestoneId;
}

/** Gives milestones their places from 1 on, in this order. */
export const orderMilestones = (tx: Tx, enterpriseId: string, campaignId: string, ids: readonly string[]) =>
  sql`update campaign_milestones m set place = o.place from unnest(${[...ids]}::uuid[]) with ordinality as o (milestone_id, place)
    where m.enterprise_id = ${enterpriseId} and m.campaign_id = ${campaignId} and m.milestone_id = o.milestone_id and m.place <> o.place`.execute(
    tx,
  );

export const changeMilestone = (
  tx: Tx,
  { enterpriseId, campaignId, milestoneId, version }: Pick<MilestoneRow, 'enterpriseId' | 'campaignId' | 'milestoneId' | 'version'>,
  change: { name: string } | { removedAt: Date },
) =>
  tx
    .updateTable('campaignMilestones')
    .set({ ...change, version: version + 1 })
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', '=', campaignId)
    .where('milestoneId', '=', milestoneId)
    .execute();

/** Gives a copy of a campaign the milestones that the other one has now. */
export async function copyMilestones(
  tx: Tx,
  enterpriseId: string,
  { from, to }: { from: string; to: string },
  { createdBy, createdAt }: Pick<MilestoneRow, 'createdBy' | 'createdAt'>,
): Promise<void> {
  for (const { name, place, rule, removedAt } of await listMilestones(tx, enterpriseId, from))
    if (removedAt === null) await insertMilestone(tx, enterpriseId, to, { name, place, rule: rule as MilestoneRule, createdBy, createdAt });
}
