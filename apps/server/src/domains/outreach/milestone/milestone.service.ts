import {
  type CampaignMilestone,
  campaignMilestonesMax,
  contentsOf,
  fieldError,
  type MilestoneRule,
  streamMilestoneKinds,
  variableKey,
} from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { type Ctx, can } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { listSeenOfCampaign } from '../activity/seen.repository.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { listButtons } from '../row/response.repository.ts';
import { milestoneRecord } from './milestone.record.ts';
import { changeMilestone, insertMilestone, listMilestones, type MilestoneRow, orderMilestones } from './milestone.repository.ts';
import { markedStreams, type NamedStream } from './milestone.streams.ts';

export const milestoneNotFound = () => new DomainError('campaign.milestone_not_found', 'No such milestone.', {});
const nameTaken = (error: unknown): never => {
  if (violatedConstraint(error) !== 'campaign_milestones_by_name') throw error;
  throw new DomainError('campaign.milestone_name_taken', 'A milestone of this campaign has this name already.', {}, { cause: error });
};

export const streamsOf = (ctx: Ctx, tx: Read, ids?: readonly string[]): Promise<NamedStream[]> =>
  Promise.all(ctx.extensions.of(markedStreams).map(({ list }) => list(tx, ctx.enterpriseId, ids))).then((found) => found.flat());

async function present(ctx: Ctx, tx: Read, rows: readonly MilestoneRow[]): Promise<CampaignMilestone[]> {
  const names = await findUserNames(
    tx,
    ctx.enterpriseId,
    rows.map(({ createdBy }) => createdBy),
  );
  const ids = rows.flatMap(({ rule }) => (rule.journeyId === '' ? [] : [rule.journeyId]));
  const streams = ids.length === 0 ? [] : await streamsOf(ctx, tx, ids);
  return rows.map(({ milestoneId, campaignId, name, rule, createdBy, createdAt, version }, place) => {
    const stream = streams.find(({ id }) => id === rule.journeyId);
    return {
      id: milestoneId,
      campaignId,
      name,
      rule,
      streamName: stream?.name ?? '',
      streamMilestoneName: stream?.milestones.find(({ id }) => id === rule.journeyMilestone)?.name ?? '',
      createdBy: { id: createdBy, name: names[place] ?? '' },
      createdOn: createdAt.toISOString(),
      version,
    };
  });
}

const listKept = async (tx: Read, enterpriseId: string, campaignId: string): Promise<MilestoneRow[]> =>
  (await listMilestones(tx, enterpriseId, campaignId)).filter(({ removedAt }) => removedAt === null);

/** @throws DomainError campaign.not_found */
export const getMilestones = (ctx: Ctx, campaignId: string): Promise<{ milestones: CampaignMilestone[]; mayEdit: boolean }> =>
  ctx.read(async (tx) => {
    await accessCampaign(tx, ctx.actor, campaignId);
    const rows = await listKept(tx, ctx.enterpriseId, campaignId);
    return { milestones: await present(ctx, tx, rows), mayEdit: can(ctx.actor, 'CAMPAIGNS.EDIT') };
  });

const mostRuns = 500;

/** Lists the subjects of a milestone: links of the plans, buttons that were pressed, and streams. @throws DomainError campaign.not_found */
export const listChoices = (ctx: Ctx, campaignId: string): Promise<{ links: string[]; buttons: string[]; streams: NamedStream[] }> =>
  ctx.read(async (tx) => {
    const { plan } = await accessCampaign(tx, ctx.actor, campaignId);
    const runs = await listSeenOfCampaign(tx, ctx.actor, { campaignId, limit: mostRuns });
    const plans = [plan, ...runs.map((run) => run.plan)];
    const links = plans.flatMap((one) =>
      [...contentsOf(one).map(({ columnMapping }) => columnMapping), one.fallback?.columnMapping ?? []].flatMap((groups) =>
        groups.flatMap((group) => group.variables.map(({ variable }) => variableKey(group, variable))),
      ),
    );
    const ids = runs.flatMap(({ runId }) => runId ?? []);
    const buttons = (await listButtons(tx, ctx.enterpriseId, ids)).map(({ button }) => button);
    const streams = can(ctx.actor, 'JOURNEYS.VIEW') ? await streamsOf(ctx, tx) : [];
    return { links: [...new Set(links)], buttons, streams };
  });

/** Keeps what its kind is about, and nothing else. @throws DomainError request.invalid for a stream or a milestone of it that is not there */
async function toKnownRule(ctx: Ctx, tx: Read, rule: MilestoneRule): Promise<MilestoneRule> {
  const { kind, variable, words, button, journeyId, journeyMilestone, withinHours } = rule;
  const own: MilestoneRule = {
    kind,
    variable: kind === 'clicked' ? variable : '',
    words: kind === 'replied' ? [...new Set(words.map((word) => word.trim()))] : [],
    button: kind === 'pressed' ? button : '',
    journeyId: streamMilestoneKinds.includes(kind) ? journeyId : '',
    journeyMilestone: kind === 'streamMilestone' ? journeyMilestone : '',
    withinHours,
  };
  if (!streamMilestoneKinds.includes(kind)) return own;
  if (journeyId === '') throw invalidRequest(fieldError('rule.journeyId', 'field.mandatory'));
  const [stream] = can(ctx.actor, 'JOURNEYS.VIEW') ? await streamsOf(ctx, tx, [journeyId]) : [];
  if (!stream) throw invalidRequest(fieldError('rule.journeyId', 'value.invalid'));
  if (kind === 'streamMilestone' && !stream.milestones.some(({ id }) => id === journeyMilestone))
    throw invalidRequest(fieldError('rule.journeyMilestone', 'value.invalid'));
  return own;
}

/** @throws DomainError campaign.not_found, campaign.milestone_name_taken, campaign.milestones_too_many or request.invalid */
export const createMilestone = (
  ctx: Ctx,
  campaignId: string,
  { name, rule }: { name: string; rule: MilestoneRule },
): Promise<CampaignMilestone> =>
  ctx
    .transaction(async (tx) => {
      const { enterpriseId, actor } = ctx;
      await accessCampaign(tx, actor, campaignId, { lock: true });
      const rows = await listKept(tx, enterpriseId, campaignId);
      if (rows.length >= campaignMilestonesMax)
        throw new DomainError('campaign.milestones_too_many', `A campaign has at most ${campaignMilestonesMax} milestones.`, {
          most: campaignMilestonesMax,
        });
      const known = await toKnownRule(ctx, tx, rule);
      const made = { name: name.trim(), place: (rows.at(-1)?.place ?? 0) + 1, rule: known, createdBy: actor.userId, createdAt: ctx.now() };
      const id = await creating(
        ctx,
        tx,
        milestoneRecord,
        (one) => one,
        () => insertMilestone(tx, enterpriseId, campaignId, made),
      );
      return presentOne(ctx, tx, campaignId, id);
    })
    .catch(nameTaken);

async function presentOne(ctx: Ctx, tx: Read, campaignId: string, milestoneId: string): Promise<CampaignMilestone> {
  const rows = await listKept(tx, ctx.enterpriseId, campaignId);
  const [milestone] = await present(
    ctx,
    tx,
    rows.filter((row) => row.milestoneId === milestoneId),
  );
  if (!milestone) throw milestoneNotFound();
  return milestone;
}

/** A milestone, with its campaign locked: two who change the order at once wait for each other. */
async function accessMilestone(
  ctx: Ctx,
  tx: Tx,
  campaignId: string,
  milestoneId: string,
): Promise<{ row: MilestoneRow; rows: MilestoneRow[] }> {
  await accessCampaign(tx, ctx.actor, campaignId, { lock: true });
  const rows = await listKept(tx, ctx.enterpriseId, campaignId);
  const row = rows.find((one) => one.milestoneId === milestoneId);
  if (!row) throw milestoneNotFound();
  return { row, rows };
}

type Change = { name: string; place: number; version: number };

/** @throws DomainError campaign.not_found, campaign.milestone_not_found, campaign.milestone_name_taken or record.changed */
export const updateMilestone = (
  ctx: Ctx,
  campaignId: string,
  milestoneId: string,
  { name, place, version }: Change,
): Promise<CampaignMilestone> =>
  ctx
    .transaction(async (tx) => {
      const { row, rows } = await accessMilestone(ctx, tx, campaignId, milestoneId);
      await assertVersion(ctx, tx, milestoneRecord, { id: milestoneId, version: row.version }, version);
      await changing(ctx, tx, milestoneRecord, milestoneId, 'edit', async () => {
        await changeMilestone(tx, row, { name: name.trim() });
        const ids = rows.map((one) => one.milestoneId).filter((id) => id !== milestoneId);
        ids.splice(place - 1, 0, milestoneId);
        await orderMilestones(tx, ctx.enterpriseId, campaignId, ids);
      });
      return presentOne(ctx, tx, campaignId, milestoneId);
    })
    .catch(nameTaken);

/** The report counts on what was reached until now. @throws DomainError campaign.not_found or campaign.milestone_not_found */
export const removeMilestone = (ctx: Ctx, campaignId: string, milestoneId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { row } = await accessMilestone(ctx, tx, campaignId, milestoneId);
    await changing(ctx, tx, milestoneRecord, milestoneId, 'delete', () => changeMilestone(tx, row, { removedAt: ctx.now() }));
  });
