import { type AudienceBreakdown, type CampaignPlan, type Estimate, type FieldError, fieldError, lackingInPlan } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { SealedParts } from '#platform/db/schema.outreach.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { columnsOf, resolveValues } from '../../messaging/door.ts';
import { countAudience, previewAudience } from '../audience/audience.ts';
import { codeLength, linkBase, linkFaults, linkSlots, shorten } from '../link/link.rules.ts';
import { type ReadLocal, readLocal } from '../shared/local-time.ts';
import { findRunMessage, findSendingChannel, mappingFaults, mediaFaults, type Prepared } from '../shared/message.ts';
import { type Priced, priceOf } from './activity.cost.ts';
import { toParts, toSeal } from './activity.seal.ts';

export type Times = { timeZone: string; startsAt: Date | null; endsAt: Date | null; isDoubled: boolean };
/** Everything that is decided about a plan now. @property faults what keeps it from being submitted; @property startFaults from being sent */
export type Taken = {
  faults: FieldError[];
  startFaults: FieldError[];
  times: Times;
  prepared: Prepared | undefined;
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
    if (!found) faults.push(fieldError(field, 'schedule.skipped', { zone: timeZone, time: local.replace('T', ' ') }));
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
 * @param names of what the plan names by ids, as far as they are shown
 */
export async function takePlan(
  ctx: EnterpriseContext,
  tx: Tx,
  plan: CampaignPlan,
  { names = {} }: { names?: Readonly<Record<string, string>> } = {},
): Promise<Taken> {
  const { enterpriseId } = ctx;
  const { times, faults: clockFaults } = readTimes(plan, await readTimeZone(tx, enterpriseId));
  const lacking = lackingInPlan(plan).filter(({ code }) => code !== 'schedule.end');
  const faults: FieldError[] = [...lacking, ...clockFaults];
  const startFaults: FieldError[] = [];
  const channel = plan.channelId === '' ? undefined : await findSendingChannel(tx, enterpriseId, plan.channelId);
  if (plan.channelId !== '' && !channel) faults.push(fieldError('channelId', 'campaign.unknown', { name: plan.channelId }));
  if (channel && channel.state !== 'ACTIVE') startFaults.push(fieldError('channelId', 'campaign.channel_down', { state: channel.state }));
  const { template } = plan.message;
  const found =
    channel && template.templateUId !== ''
      ? await findRunMessage(tx, enterpriseId, { channelId: channel.channelId, message: plan.message, columnMapping: plan.columnMapping })
      : undefined;
  if (channel && template.templateUId !== '' && !found)
    faults.push(fieldError('message.template', 'campaign.unknown', { name: template.templateId || template.templateUId }));
  if (found) {
    const { status, message } = found;
    if (status !== 'APPROVED') faults.push(fieldError('message.template', 'broadcast.not_approved', { status }));
    faults.push(...mediaFaults(message), ...mappingFaults(message));
    const linked = { components: message.template.components, mapping: message.mapping, isTracked: plan.tracking.links };
    faults.push(...linkFaults(linked, linkBase(ctx.publicUrl())));
  }
  const prepared = channel && found ? { channel, templateId: found.templateId, message: found.message } : undefined;
  const hasAudience = !lacking.some(({ field }) => field === 'audience');
  const people = prepared && hasAudience ? await takePeople(ctx, tx, plan, prepared) : undefined;
  if (people?.breakdown.reachable === 0) faults.push(fieldError('audience', 'campaign.nobody'));
  const priced = people?.priced ?? null;
  if (priced && priced.estimate.amount > 0 && !(await ctx.bill.covers(tx, enterpriseId, priced.estimate.amount)))
    startFaults.push(fieldError('audience', 'campaign.no_balance'));
  const parts =
    prepared && people ? toParts({ plan, timeZone: times.timeZone, prepared, breakdown: people.breakdown, names, priced }) : undefined;
  return {
    faults,
    startFaults,
    times,
    prepared,
    breakdown: people?.breakdown,
    priced,
    sealed: parts && { parts, seal: toSeal(parts) },
  };
}

const audienceWay = (plan: CampaignPlan, { channel, message }: Prepared) => ({
  channelId: channel.channelId,
  channelType: channel.type,
  isMarketing: message.template.category === 'MARKETING',
  country: plan.country,
});

async function takePeople(ctx: EnterpriseContext, tx: Tx, plan: CampaignPlan, prepared: Prepared) {
  const breakdown = await countAudience(ctx, tx, plan.audience, audienceWay(plan, prepared));
  // CAMP-071: without the flag nothing is estimated by itself.
  const priced = ctx.flags.campaignEstimateCost ? await pricePeople(ctx, tx, plan, prepared, breakdown.byCountry) : null;
  return { breakdown, priced };
}

/** What so many people of each country would cost, by the length of the first person's message. */
export async function pricePeople(
  ctx: EnterpriseContext,
  tx: Tx,
  plan: CampaignPlan,
  prepared: Prepared,
  countries: Parameters<typeof priceOf>[3],
): Promise<Priced> {
  const { channel, message } = prepared;
  const [first] = await previewAudience(ctx, tx, plan.audience, {
    limit: 1,
    channelType: channel.type,
    columns: columnsOf(message.mapping),
    country: plan.country,
  });
  const long = first ? resolveValues(message, first.columns).values : {};
  const base = linkBase(ctx.publicUrl());
  // What is sent is as long as the short address, whichever code it gets.
  const slots = plan.tracking.links ? linkSlots(message.template.components, base) : [];
  const { values } = shorten(long, slots, base, () => '0'.repeat(codeLength));
  return priceOf(ctx, tx, { channel, message, values }, countries);
}

/** What an iteration would cost now, with its people counted anew; undefined for a plan that cannot be sent. */
export async function estimateNow(
  ctx: EnterpriseContext,
  tx: Tx,
  plan: CampaignPlan,
): Promise<(Estimate & { breakdown: AudienceBreakdown }) | FieldError[]> {
  const taken = await takePlan(ctx, tx, plan);
  if (!taken.prepared || !taken.breakdown) return taken.faults;
  const { estimate } = taken.priced ?? (await pricePeople(ctx, tx, plan, taken.prepared, taken.breakdown.byCountry));
  return { ...estimate, breakdown: taken.breakdown };
}
