import {
  type CampaignCheck,
  type CampaignPlan,
  type ContentLetter,
  contentsOf,
  type Estimate,
  type FieldError,
  fieldError,
  gateChecks,
  type VariableGroup,
  variableGroups,
  type z,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { createPauses } from '#platform/pauses.ts';
import type { Ctx } from '../../../context.ts';
import { columnsOf, mayBeTooLong, resolveValues } from '../../messaging/door.run.ts';
import { accessSeen } from '../activity/activity.query.ts';
import { readAudiencePage } from '../audience/audience.ts';
import { findRunMessage, findSendingChannel, isOverlong } from '../message/message.ts';
import { type PreparedPlan, takeContents } from '../plan/contents.decision.ts';
import { estimateNow, pastFaults, pricePeople, pricePlan, takePlan } from '../plan/plan.decision.ts';
import { lookUpPlan, planInvalid, toKnownPlan } from '../plan/plan.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { listSameDay } from './seen.repository.ts';

type Check = z.infer<typeof CampaignCheck>;
type Asked = { campaignId: string; activityId: string };
export type AskedPlan = Asked & { plan?: CampaignPlan | undefined };

/** The plan that somebody asks about: as it is typed, or of the iteration, or of the campaign. */
export async function readPlan(ctx: Ctx, tx: Read, { campaignId, activityId, plan }: AskedPlan): Promise<CampaignPlan> {
  const campaign = await accessCampaign(tx, ctx.actor, campaignId);
  const stored = activityId === '' ? campaign.plan : (await accessOf(ctx, tx, { campaignId, activityId })).plan;
  if (!plan) return stored;
  return toKnownPlan(ctx, tx, plan, stored);
}

async function accessOf(ctx: Ctx, tx: Read, { campaignId, activityId }: Asked) {
  const row = await accessSeen(ctx, tx, activityId);
  if (row.campaignId !== campaignId) throw new DomainError('activity.not_found', 'No such iteration.', {});
  return row;
}

const checkOf = ({ field: given, code }: FieldError): (typeof gateChecks)[number] => {
  const field = given.replace(/^contents\.\d+\./, '');
  if (code === 'campaign.no_balance') return 'balance';
  if (field.startsWith('fallback')) return 'fallback';
  if (field === 'channelId') return 'channel';
  if (field === 'message.template') return 'template';
  if (field.startsWith('message.template.')) return 'media';
  if (field.startsWith('columnMapping') || field.startsWith('tracking')) return 'mapping';
  return field.startsWith('audience') ? 'audience' : 'schedule';
};

/** Every check of the gate over the whole audience, with its reasons; nothing is written. */
export const validateCampaign = (ctx: Ctx, asked: AskedPlan): Promise<Check> =>
  ctx.read(async (tx) => {
    const plan = await readPlan(ctx, tx, asked);
    const { faults: unknown } = await lookUpPlan(ctx, tx, plan, plan);
    const taken = await takePlan(ctx, tx, plan);
    const told = new Set(taken.faults.map(({ field }) => field));
    const faults = [
      ...taken.faults,
      ...unknown.filter(({ field }) => !told.has(field)),
      ...taken.startFaults,
      ...pastFaults(taken.times, ctx.now()),
    ];
    const priced =
      taken.priced ??
      (ctx.flags.campaignEstimateCost && taken.prepared && taken.breakdown
        ? await pricePlan(ctx, tx, plan, { prepared: taken.prepared, fallback: taken.fallback, breakdown: taken.breakdown })
        : null);
    return {
      // A plan without a fallback says nothing of one.
      checks: gateChecks
        .filter((check) => check !== 'fallback' || plan.fallback)
        .map((check) => {
          const errors = faults.filter((fault) => checkOf(fault) === check);
          return { check, isFine: errors.length === 0, errors };
        }),
      breakdown: taken.breakdown ?? null,
      lacking: taken.prepared ? await countLacking(ctx, tx, plan, taken.prepared) : { count: 0, looked: 0, tooLong: 0, variables: [] },
      estimate: priced?.estimate ?? null,
      overlaps: await listOverlaps(ctx, tx, plan, asked.activityId, taken.times.startsAt ?? ctx.now()),
      starts: { at: taken.times.startsAt?.toISOString() ?? '', isDoubled: taken.times.isDoubled },
    };
  });

const mostLooked = 10_000;
const page = 1000;

/** Counts the people for whom a value has no fallback, by value, and people whose text gets too long: they would be left out. */
async function countLacking(ctx: Ctx, tx: Read, plan: CampaignPlan, { channel, contents }: PreparedPlan): Promise<Check['lacking']> {
  const isSure = contents.every(
    ({ message }) => !mayBeTooLong(channel.type, message) && resolveValues(message, {}, channel.type).missing.length === 0,
  );
  if (isSure) return { count: 0, looked: 0, tooLong: 0, variables: [] };
  const pauses = createPauses();
  const counts = contents.map(({ letter }) => ({ letter, byKey: new Map<string, number>() }));
  let [count, looked, tooLong] = [0, 0, 0];
  for (let cursor: string | null = ''; cursor !== null && looked < mostLooked; ) {
    const { addressees, next } = await readAudiencePage(ctx, tx, plan.audience, {
      cursor,
      limit: page,
      channelType: channel.type,
      columns: columnsOf(contents.flatMap(({ message }) => message.mapping)),
      country: plan.country,
    });
    for (const { columns } of addressees) {
      await pauses.ifDue();
      looked += 1;
      const filled = contents.map(({ message }) => ({ message, ...resolveValues(message, columns, channel.type) }));
      const missing = filled.map((one) => one.missing);
      if (missing.some(({ length }) => length > 0)) count += 1;
      else if (filled.some(({ message, values }) => isOverlong(ctx, channel.type, message, { values, isTracked: plan.tracking.links })))
        tooLong += 1;
      for (const [place, { byKey }] of counts.entries()) for (const key of missing[place] ?? []) byKey.set(key, (byKey.get(key) ?? 0) + 1);
    }
    cursor = next;
  }
  const variables = counts.flatMap(({ letter, byKey }) => [...byKey].map(([key, lacks]) => ({ content: letter, key, count: lacks })));
  return { count, looked, tooLong, variables: variables.sort((a, b) => b.count - a.count) };
}

/** Other iterations to some of the same groups or labels on the same day, as far as the caller may see them. */
async function listOverlaps(
  { actor }: Ctx,
  tx: Read,
  { audience }: CampaignPlan,
  activityId: string,
  day: Date,
): Promise<Check['overlaps']> {
  const sets = [...audience.groupIds, ...audience.labelIds];
  if (sets.length === 0) return [];
  const rows = await listSameDay(tx, actor, { sets, besides: activityId, day });
  return rows.map((row) => ({ activityId: row.activityId, campaignName: row.name, number: row.number, scheduledOn: row.at.toISOString() }));
}

/** Estimates the cost of so many messages (CAMP-072): at the prices and in the countries of the audience, as far as there is one. */
export const estimateCost = (ctx: Ctx, { channelId, count, ...asked }: Asked & { channelId: string; count: number }): Promise<Estimate> =>
  ctx.read(async (tx) => {
    const stored = await readPlan(ctx, tx, asked);
    const plan = channelId === '' ? stored : { ...stored, channelId };
    const channel = plan.channelId === '' ? undefined : await findSendingChannel(tx, ctx.enterpriseId, plan.channelId);
    if (!channel) throw planInvalid([fieldError('channelId', 'field.mandatory')]);
    const { prepared } = await takeContents(ctx, tx, stored, { ...channel, channelId: stored.channelId });
    if (!prepared) throw planInvalid([fieldError('message.template', 'field.mandatory')]);
    const { estimate } = await pricePeople(ctx, tx, plan, { ...prepared, channel }, [{ country: plan.country, count }]);
    return estimate;
  });

/** Estimates the current cost of an iteration. @throws DomainError activity.invalid with what it lacks */
export async function estimateActivity(ctx: Ctx, activityId: string) {
  const estimate = await ctx.read(async (tx) => estimateNow(ctx, tx, (await accessSeen(ctx, tx, activityId)).plan));
  if (Array.isArray(estimate)) throw planInvalid(estimate);
  return estimate;
}

/** Lists the variables in the template of a campaign (BCAST-066), or of one of its contents. */
export const listVariables = (ctx: Ctx, campaignId: string, letter: ContentLetter): Promise<VariableGroup[]> =>
  ctx.read(async (tx) => {
    const { plan } = await accessCampaign(tx, ctx.actor, campaignId);
    const content = contentsOf(plan).find((one) => one.letter === letter);
    if (!content) throw planInvalid([fieldError('content', 'content.unknown')]);
    const { message, columnMapping } = content;
    if (plan.channelId === '' || message.template.templateUId === '') return [];
    const found = await findRunMessage(tx, ctx.enterpriseId, { channelId: plan.channelId, message, columnMapping });
    if (!found) throw new DomainError('template.not_found', 'No such template.', {});
    return variableGroups(found.message.template.components);
  });
