import {
  type AudienceBreakdown,
  type CampaignPlan,
  contentsOf,
  type Estimate,
  type FieldError,
  fieldError,
  lackingInPlan,
  showInstant,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { SealedParts } from '#platform/db/schema.outreach.ts';
import { type ReadLocal, readLocal } from '#platform/zone/local-time.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findCalendarName, readTimeZone } from '../../account/door.ts';
import { columnsOf, leavesEver, readOwnHours, resolveValues } from '../../messaging/door.run.ts';
import { countAudience, previewAudience } from '../audience/audience.ts';
import { mostGivenPeople } from '../given/given.list.ts';
import { foreseeValues, linkBase } from '../link/link.rules.ts';
import { findSendingChannel, type Prepared } from '../message/message.ts';
import { findPage, pageFaults } from '../page/plan.page.ts';
import { dearestOf, type Priced, priceOf } from './activity.cost.ts';
import { toParts, toSeal } from './activity.seal.ts';
import { type PreparedPlan, takeContents } from './contents.decision.ts';
import { mostByCountry, takeFallback } from './fallback.decision.ts';

export type Times = { timeZone: string; startsAt: Date | null; endsAt: Date | null; isDoubled: boolean };
/** Everything that is decided about a plan now. @property faults what keeps it from being submitted; @property startFaults from being sent */
export type DecidedPlan = {
  faults: FieldError[];
  startFaults: FieldError[];
  times: Times;
  prepared: PreparedPlan | undefined;
  /** The other message, for whom the first does not reach */
  fallback: Prepared | undefined;
  breakdown: AudienceBreakdown | undefined;
  priced: Priced | null;
  sealed: { parts: SealedParts; seal: string } | undefined;
};

/** The instants of a schedule; a time that the clocks skip is a fault. */
export function readTimes(plan: CampaignPlan, zone: string): { times: Times; faults: FieldError[] } {
  const { startsAt, endsAt } = plan.schedule;
  const timeZone = plan.schedule.timeZone || zone;
  const faults: FieldError[] = [];
  const read = (local: string, field: string): ReadLocal => {
    if (local === '') return undefined;
    const found = readLocal(local, timeZone);
    if (!found) faults.push(fieldError(field, 'schedule.skipped', { zone: timeZone, time: showInstant(`${local}:00Z`, 'instant', 'UTC') }));
    return found;
  };
  const start = read(startsAt, 'schedule.startsAt');
  const end = read(endsAt, 'schedule.endsAt');
  if (start && end && end.at <= start.at) faults.push(fieldError('schedule.endsAt', 'schedule.end'));
  return { times: { timeZone, startsAt: start?.at ?? null, endsAt: end?.at ?? null, isDoubled: start?.isDoubled ?? false }, faults };
}

/** Times that are over; a plan waits for its approval, so they are asked when it is submitted and when it starts. */
export const pastFaults = ({ startsAt, endsAt }: Times, now: Date): FieldError[] => [
  ...(startsAt && startsAt <= now ? [fieldError('schedule.startsAt', 'schedule.past')] : []),
  ...(endsAt && endsAt <= now ? [fieldError('schedule.endsAt', 'schedule.past')] : []),
];

/**
 * Looks at a plan as the gate will: channel, template, media, mapping, people, price. Reads alone, and for a large audience for a while: it
 * is asked outside of the transaction that writes.
 * @param names of the records that the plan names by ids, as far as they are shown
 * @param people who came with the start, where the plan waits for them
 */
export async function takePlan(
  ctx: EnterpriseContext,
  tx: Read,
  plan: CampaignPlan,
  { names = {}, people: came }: { names?: Readonly<Record<string, string>>; people?: CampaignPlan['audience'] } = {},
): Promise<DecidedPlan> {
  const { enterpriseId } = ctx;
  const contentFields = contentsOf(plan).map(({ field }) => field);
  const { times, faults: clockFaults } = readTimes(plan, await readTimeZone(tx, enterpriseId));
  const lacking = lackingInPlan(plan).filter(({ code }) => code !== 'schedule.end');
  const faults: FieldError[] = [...lacking, ...clockFaults];
  const startFaults: FieldError[] = [];
  const channel = plan.channelId === '' ? undefined : await findSendingChannel(tx, enterpriseId, plan.channelId);
  if (plan.channelId !== '' && !channel) faults.push(fieldError('channelId', 'campaign.unknown', { name: plan.channelId }));
  if (plan.calendarId && (await findCalendarName(tx, enterpriseId, plan.calendarId)) === undefined)
    faults.push(fieldError('calendarId', 'campaign.unknown', { name: plan.calendarId }));
  if (channel && channel.state !== 'ACTIVE') startFaults.push(fieldError('channelId', 'campaign.channel_down', { state: channel.state }));
  const taken = channel ? await takeContents(ctx, tx, plan, channel) : undefined;
  faults.push(...(taken?.faults ?? []));
  const prepared = taken?.prepared;
  if (plan.calendarId && !faults.some(({ field }) => field === 'calendarId') && !(await opensEver(ctx, tx, plan, { prepared, times })))
    faults.push(fieldError('calendarId', 'campaign.never_open'));
  const elsewhere = await takeFallback(ctx, tx, plan);
  faults.push(...elsewhere.faults);
  startFaults.push(...elsewhere.startFaults);
  const fallback = elsewhere.prepared;
  const page = plan.page ? await findPage(ctx, tx, plan.page) : undefined;
  const sent = [
    ...(prepared
      ? prepared.contents.map(({ message }, place) => ({ field: contentFields[place] ?? '', channelType: prepared.channel.type, message }))
      : []),
    ...(fallback ? [{ field: 'fallback.', channelType: fallback.channel.type, message: fallback.message }] : []),
  ];
  faults.push(...pageFaults(plan, page, sent, ctx.publicUrl()));
  const hasAudience = !lacking.some(({ field }) => field === 'audience');
  const people =
    prepared && hasAudience ? await takePeople(ctx, tx, came ? { ...plan, audience: came } : plan, { prepared, fallback }) : undefined;
  if (people?.breakdown.reachable === 0) faults.push(fieldError('audience', 'campaign.nobody'));
  const priced = people?.priced ?? null;
  if (priced && priced.estimate.amount > 0 && !(await ctx.bill.covers(tx, enterpriseId, priced.estimate.amount)))
    startFaults.push(fieldError('audience', 'campaign.no_balance'));
  const parts =
    prepared && people
      ? toParts({ plan, timeZone: times.timeZone, prepared, fallback, breakdown: people.breakdown, names, priced, page })
      : undefined;
  return {
    faults,
    startFaults,
    times,
    prepared,
    fallback,
    breakdown: people?.breakdown,
    priced,
    sealed: parts && { parts, seal: toSeal(parts) },
  };
}

/** Tells whether the hours of a plan let anything of it leave, from its start on. */
async function opensEver(
  { enterpriseId, now }: EnterpriseContext,
  tx: Read,
  { quietHours, calendarId = '' }: CampaignPlan,
  { prepared, times: { startsAt } }: { prepared: PreparedPlan | undefined; times: Times },
): Promise<boolean> {
  const bounds = { isMarketing: prepared?.message.template.category === 'MARKETING', quietHours, calendarId };
  return leavesEver(await readOwnHours(tx, enterpriseId, [calendarId]), bounds, startsAt && startsAt > now() ? startsAt : now());
}

const audienceWay = (plan: CampaignPlan, { channel, message, contents }: PreparedPlan) => ({
  channelId: channel.channelId,
  channelType: channel.type,
  isMarketing: message.template.category === 'MARKETING',
  country: plan.country,
  contents,
});

/** @property fallback undefined: the plan has none */
type Contents = { prepared: PreparedPlan; fallback: Prepared | undefined };

async function takePeople(ctx: EnterpriseContext, tx: Read, plan: CampaignPlan, contents: Contents) {
  const { prepared } = contents;
  const way = audienceWay(plan, prepared);
  const { given, fileId } = plan.audience;
  const breakdown =
    given && fileId === ''
      ? await mostGivenPeople(tx, ctx.enterpriseId, given.most, way)
      : await countAudience(ctx, tx, plan.audience, way);
  // CAMP-071: without the flag nothing is estimated by itself.
  const priced = ctx.flags.campaignEstimateCost ? await pricePlan(ctx, tx, plan, { ...contents, breakdown }) : null;
  return { breakdown, priced };
}

/** Prices the first message, and apart from it the fallback at most. */
export async function pricePlan(
  ctx: EnterpriseContext,
  tx: Read,
  plan: CampaignPlan,
  { prepared, fallback, breakdown }: Contents & { breakdown: AudienceBreakdown },
): Promise<Priced> {
  const first = await pricePeople(ctx, tx, plan, prepared, breakdown.byCountry);
  if (!fallback) return first;
  const most = await mostByCountry(ctx, tx, plan, { first: prepared, fallback, breakdown });
  const { estimate, prices } = await pricePeople(ctx, tx, plan, { channel: fallback.channel, contents: [fallback] }, most);
  const { units, amount } = estimate;
  return { ...first, estimate: { ...first.estimate, fallback: { units, amount } }, fallbackPrices: prices };
}

/**
 * Prices messages to these numbers of people per country at most, by the length of the first person's messages: those of the dearest
 * content.
 */
export async function pricePeople(
  ctx: EnterpriseContext,
  tx: Read,
  plan: CampaignPlan,
  { channel, contents }: { channel: PreparedPlan['channel']; contents: readonly Pick<Prepared, 'message'>[] },
  countries: Parameters<typeof priceOf>[3],
): Promise<Priced> {
  const [first] = await previewAudience(ctx, tx, plan.audience, {
    limit: 1,
    channelType: channel.type,
    columns: columnsOf(contents.flatMap(({ message }) => message.mapping)),
    country: plan.country,
  });
  const base = linkBase(ctx.publicUrl());
  const priced: Priced[] = [];
  for (const { message } of contents) {
    const long = first ? resolveValues(message, first.columns, channel.type).values : {};
    const values = foreseeValues(long, message.template.components, plan.tracking.links, base);
    priced.push(await priceOf(ctx, tx, { channel, message, values }, countries));
  }
  return dearestOf(priced);
}

/** Estimates the current cost of an iteration, with its people counted anew; undefined for a plan that cannot be sent. */
export async function estimateNow(
  ctx: EnterpriseContext,
  tx: Read,
  plan: CampaignPlan,
): Promise<(Estimate & { breakdown: AudienceBreakdown }) | FieldError[]> {
  const taken = await takePlan(ctx, tx, plan);
  if (!taken.prepared || !taken.breakdown) return taken.faults;
  const { prepared, fallback, breakdown } = taken;
  const { estimate } = taken.priced ?? (await pricePlan(ctx, tx, plan, { prepared, fallback, breakdown }));
  return { ...estimate, breakdown };
}
