import type { CampaignAccess, CampaignPlan } from '@parley/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { CampaignTable } from '#platform/db/schema.outreach.ts';
import { channelsOf } from '../../../channel-right.ts';
import { type Actor, can } from '../../../context.ts';

export type CampaignRow = Selectable<CampaignTable>;

/**
 * The condition that somebody may see a campaign: by its access type, as far as the scope of their role reaches. For a query that calls
 * the campaigns `c`.
 */
export function maySee(actor: Actor): RawBuilder<boolean> {
  const isOwn = sql<boolean>`c.created_by = ${actor.userId}`;
  const isShared = sql<boolean>`exists (select from department_users d where d.enterprise_id = c.enterprise_id and d.user_id = c.created_by
    and d.department_id = any(${[...actor.departments]}::uuid[]))`;
  const byAccess = can(actor, 'CAMPAIGNS.APPROVE')
    ? sql<boolean>`true`
    : sql<boolean>`(${isOwn} or c.access_type = 'Everyone' or (c.access_type = 'Department' and ${isShared}))`;
  const byScope = { own: isOwn, department: sql<boolean>`(${isOwn} or ${isShared})`, enterprise: sql<boolean>`true` }[actor.dataScope];
  const channels = channelsOf(actor);
  const byKey = channels.length === 0 ? sql<boolean>`true` : sql<boolean>`c.channel_id = any(${[...channels]}::uuid[])`;
  return sql<boolean>`(${byAccess} and ${byScope} and ${byKey})`;
}

/** The campaign, if the enterprise has it and the actor may see it. */
export const findSeenCampaign = (tx: Read, actor: Actor, campaignId: string, { lock = false } = {}): Promise<CampaignRow | undefined> =>
  tx
    .selectFrom('campaigns as c')
    .selectAll('c')
    .where('c.enterpriseId', '=', actor.enterpriseId)
    .where('c.campaignId', '=', campaignId)
    .where('c.deletedAt', 'is', null)
    .where(maySee(actor))
    .$if(lock, (query) => query.forUpdate('c'))
    .executeTakeFirst();

/** The values of a campaign that the audit trail keeps. */
export const findCampaignRecord = (tx: Read, enterpriseId: string, campaignId: string) =>
  tx
    .selectFrom('campaigns')
    .select(['name', 'description', 'accessType', 'plan'])
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', '=', campaignId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** The names of those campaigns that the actor may see. */
export async function nameCampaigns(tx: Read, actor: Actor, campaignIds: readonly string[]): Promise<Map<string, string>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('campaigns as c')
    .select(['c.campaignId', 'c.name'])
    .where('c.enterpriseId', '=', actor.enterpriseId)
    .where('c.campaignId', 'in', [...campaignIds])
    .where('c.deletedAt', 'is', null)
    .where(maySee(actor))
    .execute();
  return new Map(rows.map(({ campaignId, name }) => [campaignId, name]));
}

/** Makes a user the maker of campaigns. */
export async function giveCampaigns(tx: Tx, enterpriseId: string, campaignIds: readonly string[], userId: string): Promise<void> {
  await tx
    .updateTable('campaigns')
    // A key is unique to its maker, and only a maker's repeated submit asks for it.
    .set({ createdBy: userId, requestKey: '' })
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', 'in', [...campaignIds])
    .execute();
}

/** The campaigns of iterations, by the ids of these. */
export async function campaignsOf(tx: Read, enterpriseId: string, activityIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ activityId: string; campaignId: string }>`
    select activity_id, campaign_id from activities
    where enterprise_id = ${enterpriseId} and activity_id = any(${[...activityIds]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ activityId, campaignId }) => [activityId, campaignId]));
}

/** The campaign that somebody made by a key. */
export async function findCampaignByKey(tx: Read, enterpriseId: string, userId: string, requestKey: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('campaigns')
    .select('campaignId')
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', userId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();
  return row?.campaignId;
}

/** Tells whether a campaign has this name, in capital letters or not. */
export async function isCampaignName(tx: Read, enterpriseId: string, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('campaigns')
    .select('campaignId')
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

type Values = { name: string; description: string; accessType: CampaignAccess; plan: CampaignPlan };
type Editing = { userId: string; now: Date };

export async function insertCampaign(
  tx: Tx,
  enterpriseId: string,
  { campaignId, name, description, accessType, plan, requestKey }: Values & { campaignId: string; requestKey: string },
  { userId, now }: Editing,
): Promise<void> {
  await tx
    .insertInto('campaigns')
    .values({
      enterpriseId,
      campaignId,
      name,
      description,
      plan: JSON.stringify(plan),
      accessType,
      requestKey,
      createdBy: userId,
      createdAt: now,
      updatedBy: userId,
      updatedAt: now,
    })
    .execute();
}

/** Changes a campaign, and counts its version. */
export async function changeCampaign(
  tx: Tx,
  { enterpriseId, campaignId, version }: Pick<CampaignRow, 'enterpriseId' | 'campaignId' | 'version'>,
  { plan, ...change }: Partial<Values>,
  { userId, now }: Editing,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      ...change,
      ...(plan ? { plan: JSON.stringify(plan) } : {}),
      version: version + 1,
      updatedBy: userId,
      updatedAt: now,
    })
    .where('enterpriseId', '=', enterpriseId)
    .where('campaignId', '=', campaignId)
    .execute();
}
