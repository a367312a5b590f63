import {
  type Campaign,
  type CampaignAccess,
  type CampaignFile,
  type CampaignPlan,
  campaignFileKind,
  contentsOf,
  emptyPlan,
  type NamedContent,
  withoutPage,
} from '@parley/contract';
import { changing, creating, excuse, recordChange } from '#platform/audit/trail.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { copyMilestones } from '../milestone/milestone.repository.ts';
import { lookUpPlan, maySetPage, toKnownPlan } from '../plan/plan.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { campaignRecord } from '../row/campaign.record.ts';
import { changeCampaign, findCampaignByKey, insertCampaign, isCampaignName } from '../row/campaign.repository.ts';
import { readCampaign } from './campaign.query.ts';

type Basics = { name: string; description: string; accessType: CampaignAccess; plan: CampaignPlan };
/** @property copyOf the campaign whose milestones it gets */
type New = Basics & { requestKey: string; copyOf?: string };
const longestName = 120;

const nameTaken = (cause: unknown) => new DomainError('campaign.name_taken', 'A campaign with this name exists already.', {}, { cause });

/** The same key from the same person is the same campaign. */
async function makeOnce(ctx: Ctx, requestKey: string, action: 'create' | 'import', prepare: (tx: Tx) => Promise<New>): Promise<Campaign> {
  const write = () =>
    ctx.transaction(async (tx) => {
      const wanted = await prepare(tx);
      const repeated = requestKey === '' ? undefined : await findCampaignByKey(tx, ctx.enterpriseId, ctx.actor.userId, requestKey);
      if (repeated) {
        excuse(tx, 'it was made before, by the same key');
        return readCampaign(ctx, tx, repeated);
      }
      const id = await creating(
        ctx,
        tx,
        campaignRecord,
        (made) => made,
        () => insert(ctx, tx, wanted),
        action,
      );
      return readCampaign(ctx, tx, id);
    });
  // The same key at the same moment: the loser finds the winner's, whose name it would take as well.
  return write()
    .catch((error: unknown) => {
      const isKnown = ['campaigns_by_key', 'campaigns_by_name'].includes(violatedConstraint(error) ?? '');
      if (requestKey === '' || !isKnown) throw error;
      return write();
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'campaigns_by_name' ? nameTaken(error) : error;
    });
}

async function insert(ctx: Ctx, tx: Tx, { name, copyOf, ...values }: New): Promise<string> {
  const campaignId = newId();
  const row = { ...values, campaignId, name: name.trim() };
  const [userId, now] = [ctx.actor.userId, ctx.now()];
  await insertCampaign(tx, ctx.enterpriseId, row, { userId, now });
  if (copyOf) await copyMilestones(tx, ctx.enterpriseId, { from: copyOf, to: campaignId }, { createdBy: userId, createdAt: now });
  return campaignId;
}

/** @throws DomainError campaign.name_taken, or activity.invalid for what the plan names and is not there */
export const createCampaign = (ctx: Ctx, given: New): Promise<Campaign> =>
  makeOnce(ctx, given.requestKey, 'create', async (tx) => ({ ...given, plan: await toKnownPlan(ctx, tx, given.plan) }));

/** A name that no other campaign has: with a number, where it is taken. */
const freeName = (ctx: Ctx, tx: Tx, name: string): Promise<string> =>
  findFreeName(name.trim(), (candidate) => isCampaignName(tx, ctx.enterpriseId, candidate), {
    longest: longestName,
    suffix: (turn) => ` (${turn + 1})`,
  });

/** A copy with its milestones and without iterations; the user who makes it is its maker. @throws DomainError campaign.not_found */
export const cloneCampaign = (ctx: Ctx, campaignId: string, { name, requestKey }: Pick<New, 'name' | 'requestKey'>): Promise<Campaign> =>
  makeOnce(ctx, requestKey, 'create', async (tx) => {
    const { plan, description, ...row } = await accessCampaign(tx, ctx.actor, campaignId);
    return {
      name: await freeName(ctx, tx, name.trim() || row.name),
      description,
      plan,
      accessType: 'Private',
      requestKey,
      copyOf: campaignId,
    };
  });

/** A campaign as a file. */
export const exportCampaign = (ctx: Ctx, campaignId: string): Promise<CampaignFile> =>
  ctx.transaction(async (tx) => {
    const { name, description, accessType, plan } = await accessCampaign(tx, ctx.actor, campaignId);
    recordChange(ctx, tx, { record: campaignRecord, id: campaignId, action: 'export', name });
    return { kind: campaignFileKind, version: 1, exportedOn: ctx.now().toISOString(), campaign: { name, description, accessType, plan } };
  });

/** A campaign out of a file. Records that the file names and this enterprise does not have are left out, and told. */
export async function importCampaign(
  ctx: Ctx,
  { file, requestKey }: { file: CampaignFile; requestKey: string },
): Promise<{ campaign: Campaign; lost: string[] }> {
  const { plan, lost } = await ctx.read((tx) => withoutUnknown(ctx, tx, file.campaign.plan));
  const campaign = await makeOnce(ctx, requestKey, 'import', async (tx) => {
    const known = await toKnownPlan(ctx, tx, plan);
    return { ...file.campaign, name: await freeName(ctx, tx, file.campaign.name), plan: known, requestKey };
  });
  return { campaign, lost };
}

/** The plan without what is not there, and the fields in which something was lost. */
async function withoutUnknown(ctx: Ctx, tx: Read, given: CampaignPlan): Promise<{ plan: CampaignPlan; lost: string[] }> {
  const { faults, names } = await lookUpPlan(ctx, tx, given);
  // A page that is another enterprise's, or that the importer may lead nobody to, is left out as well.
  const hasPage = given.page !== null && !faults.some(({ field }) => field === 'page') && maySetPage(ctx);
  const plan = hasPage ? given : withoutPage(given);
  const lost = [...new Set([...faults.map(({ field }) => field), ...(given.page && !hasPage ? ['page'] : [])])];
  const empty = emptyPlan();
  const isLost = (field: string) => lost.includes(field);
  const { audience } = plan;
  const kept = (field: string, ids: readonly string[]) => (isLost(field) ? ids.filter((id) => names[id] !== undefined) : [...ids]);
  const isOfChannel = !isLost('channelId');
  const keptContent = ({ field, message, columnMapping }: NamedContent) => {
    if (!isOfChannel || isLost(`${field}message.template`)) return { message: empty.message, columnMapping: [] };
    const { media: _media, ...template } = message.template;
    return {
      message: { template: isLost(`${field}message.template.media`) ? { ...template, cards: [] } : message.template },
      columnMapping,
    };
  };
  const [own, ...further] = contentsOf(plan) as [NamedContent, ...NamedContent[]];
  const hasFallback = !isLost('fallback.channelId') && !isLost('fallback.message.template');
  return {
    lost,
    plan: {
      ...plan,
      channelId: isOfChannel ? plan.channelId : '',
      ...keptContent(own),
      contents: further.map((content) => ({ name: content.name, ...keptContent(content) })),
      fallback: hasFallback && plan.fallback ? withKnownMedia(plan.fallback, !isLost('fallback.message.template.media')) : null,
      audience: {
        ...audience,
        groupIds: kept('audience.groupIds', audience.groupIds),
        labelIds: kept('audience.labelIds', audience.labelIds),
        filterId: isLost('audience.filterId') ? '' : audience.filterId,
        fileId: isLost('audience.fileId') ? '' : audience.fileId,
        results: isLost('audience.results')
          ? audience.results.filter(({ activityId }) => names[activityId] !== undefined)
          : audience.results,
        exclude: {
          groupIds: kept('audience.exclude.groupIds', audience.exclude.groupIds),
          labelIds: kept('audience.exclude.labelIds', audience.exclude.labelIds),
          activityIds: kept('audience.exclude.activityIds', audience.exclude.activityIds),
        },
      },
    },
  };
}

function withKnownMedia<C extends Pick<CampaignPlan, 'message'>>(content: C, isKnown: boolean): C {
  if (isKnown) return content;
  const { media: _media, ...template } = content.message.template;
  return { ...content, message: { template: { ...template, cards: [] } } };
}

type Change = Partial<Basics> & { version: number };

/**
 * Saves a campaign; its iterations keep the plans that they have.
 * @throws DomainError campaign.not_found, campaign.name_taken, activity.invalid or record.changed
 */
export function updateCampaign(ctx: Ctx, campaignId: string, { version, plan, ...change }: Change): Promise<Campaign> {
  return ctx
    .transaction(async (tx) => {
      const row = await accessCampaign(tx, ctx.actor, campaignId, { lock: true });
      await assertVersion(ctx, tx, campaignRecord, { id: campaignId, version: row.version }, version);
      const known = plan && (await toKnownPlan(ctx, tx, plan, row.plan));
      await changing(ctx, tx, campaignRecord, campaignId, 'edit', () =>
        changeCampaign(
          tx,
          row,
          { ...change, ...(change.name === undefined ? {} : { name: change.name.trim() }), ...(known ? { plan: known } : {}) },
          { userId: ctx.actor.userId, now: ctx.now() },
        ),
      );
      return readCampaign(ctx, tx, campaignId);
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'campaigns_by_name' ? nameTaken(error) : error;
    });
}
