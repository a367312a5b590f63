import { createHash } from 'node:crypto';
import type { AudienceBreakdown, CampaignPlan, PlanChange, SealPart } from '@parley/contract';
import { contentsOf, emptyPlan, sealParts } from '@parley/contract';
import { canonical } from '#platform/audit/changes.ts';
import type { SealedPart, SealedParts } from '#platform/db/schema.outreach.ts';
import type { Prepared } from '../message/message.ts';
import type { FoundPage } from '../page/plan.page.ts';
import { audienceTolerance, isSameAudience } from '../row/activity.rules.ts';
import type { Priced } from './activity.cost.ts';
import type { PreparedPlan } from './contents.decision.ts';
import { namedFallback, sealedFallback } from './fallback.seal.ts';

const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');

/** @param told the parts shown beside it that change nothing: names of records that are named by ids */
const part = (hashed: Record<string, unknown>, told: Record<string, unknown> = {}): SealedPart => ({
  hash: hashOf(hashed),
  shown: { ...hashed, ...told },
});

export type Sealing = {
  plan: CampaignPlan;
  /** The enterprise's where the plan names none */
  timeZone: string;
  prepared: PreparedPlan;
  /** undefined: the plan has none */
  fallback: Prepared | undefined;
  breakdown: AudienceBreakdown;
  /** Names of the records that the audience names by ids */
  names: Readonly<Record<string, string>>;
  /** null: the installation makes no estimates */
  priced: Priced | null;
  /** undefined: the plan leads to none */
  page: FoundPage | undefined;
};

const usualTracking = emptyPlan().tracking;

/**
 * Builds the parts that an approval covers, as they are now: the template as its vendor has approved it, the people as they are counted.
 */
export function toParts({ plan, timeZone, prepared, fallback, breakdown, names, priced, page }: Sealing): SealedParts {
  const { template } = prepared.message;
  const further = prepared.contents.slice(1);
  const isUsual = canonical(plan.tracking) === canonical(usualTracking);
  return {
    content: part(
      {
        channelId: plan.channelId,
        templateId: prepared.templateId,
        vendorTemplateId: template.vendorTemplateId,
        language: template.language,
        category: template.category,
        components: template.components,
        extra: template.extra,
        media: prepared.message.media,
        cards: prepared.message.cards,
        // An approval from before anything was watched stands for the defaults.
        ...(isUsual ? {} : { tracking: plan.tracking }),
        // The same of one from before several contents could be compared.
        ...(further.length === 0 ? {} : { contents: Object.fromEntries(further.map(sealedContent)), choice: plan.choice }),
        ...sealedFallback(plan, fallback),
        ...(page ? { page: { ...page.sealed, version: page.number } } : {}),
      },
      {
        channel: prepared.channel.name,
        template: template.name,
        ...(isUsual ? { tracking: plan.tracking } : {}),
        ...namedFallback(plan, fallback),
        ...(page ? { pageName: page.name } : {}),
      },
    ),
    mapping: part({
      columnMapping: plan.columnMapping,
      country: plan.country,
      ...(further.length === 0
        ? {}
        : { contents: Object.fromEntries(further.map(({ letter, message }) => [letter, { columnMapping: message.mapping }])) }),
    }),
    audience: part({ audience: sealedAudience(plan), people: breakdown.reachable }, { names, missing: breakdown.missing }),
    schedule: part({ startsAt: plan.schedule.startsAt, timeZone }),
    speed: part(
      {
        perMinute: plan.perMinute,
        quietHours: plan.quietHours,
        firstWave: plan.firstWave,
        endsAt: plan.schedule.endsAt,
        // An approval from before calendars could be chosen stands for any hour.
        ...(plan.calendarId ? { calendar: plan.calendarId } : {}),
      },
      plan.calendarId ? { calendar: names[plan.calendarId] ?? '' } : {},
    ),
    cost: part(priced ? sealedCost(priced) : {}),
  };
}

/** A further content by its letter, so that a reader of the differences sees which one it is. */
const sealedContent = ({ letter, name, templateId, message: { template, media, cards } }: PreparedPlan['contents'][number]) => [
  letter,
  {
    name,
    templateId,
    template: template.name,
    vendorTemplateId: template.vendorTemplateId,
    language: template.language,
    category: template.category,
    components: template.components,
    extra: template.extra,
    media,
    cards,
  },
];

/** An approval from before people could come with the start says nothing of it. */
function sealedAudience({ audience: { given, ...audience } }: CampaignPlan): Record<string, unknown> {
  return given ? { ...audience, given } : audience;
}

const sealedCost = ({ estimate: { amount, units, currency, fallback }, prices, fallbackPrices }: Priced): Record<string, unknown> => ({
  amount,
  units,
  currency,
  prices,
  ...(fallback ? { fallback: { ...fallback, prices: fallbackPrices } } : {}),
});

/** One hash for all parts: the approver names it. */
export const toSeal = (parts: SealedParts): string => hashOf(Object.fromEntries(sealParts.map((name) => [name, parts[name].hash])));

type Shown = Readonly<Record<string, unknown>>;
const numberAt = (shown: Shown, field: string): number => Number(shown[field] ?? 0);

/** Prices that were approved and are others now, or an amount that grew beyond what the audience may. */
function isOtherCost(approved: Shown, now: Shown): boolean {
  if (approved.currency === undefined || now.currency === undefined) return approved.currency !== now.currency;
  if (approved.currency !== now.currency) return true;
  const [other, otherNow] = [approved.fallback, now.fallback] as (Shown | undefined)[];
  if (isDearer(approved, now)) return true;
  // The content covers whether there is one at all.
  return other !== undefined && otherNow !== undefined && isDearer(other, otherNow);
}

function isDearer(approved: Shown, now: Shown): boolean {
  const [before, after] = [approved.prices ?? {}, now.prices ?? {}] as Record<string, number>[];
  if (Object.entries(after ?? {}).some(([country, price]) => before?.[country] !== undefined && before[country] !== price)) return true;
  return numberAt(now, 'amount') > numberAt(approved, 'amount') * (1 + audienceTolerance);
}

/** People may come and go by 2 %; for people who come with the start a number was approved, and fewer are no change. */
function isOtherAudience(approved: Shown, now: Shown): boolean {
  // An approval from before it was counted who lacks a value stands for them too.
  const uncounted = approved.missing === undefined ? numberAt(now, 'missing') : 0;
  const [before, after] = [numberAt(approved, 'people'), numberAt(now, 'people') + uncounted];
  const isGiven = (approved.audience as { given?: unknown } | undefined)?.given !== undefined;
  return isGiven ? after > before : !isSameAudience(before, after);
}

/** The parts that are not any more what was approved, at the moment of the start: people may come and go by 2 %, and the cost with them. */
export function brokenParts(approved: SealedParts, now: SealedParts): SealPart[] {
  return sealParts.filter((name) => {
    const [was, is] = [approved[name], now[name]];
    if (name === 'audience') return isOtherAudience(was.shown, is.shown);
    return name === 'cost' ? isOtherCost(was.shown, is.shown) : was.hash !== is.hash;
  });
}

/** Lists the fields of a part that differ, those inside of an object by their path. */
function compareShown(part: SealPart, before: unknown, after: unknown, field: string): PlanChange[] {
  if (canonical(before) === canonical(after)) return [];
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(before) || !isObject(after)) return [{ part, field, before: before ?? null, after: after ?? null }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => compareShown(part, before[key], after[key], field === '' ? key : `${field}.${key}`));
}

export const compareParts = (before: SealedParts, after: SealedParts): PlanChange[] =>
  sealParts.flatMap((name) =>
    before[name].hash === after[name].hash ? [] : compareShown(name, before[name].shown, after[name].shown, ''),
  );

/** Lists the parts of a plan that somebody has changed; the cost follows from the others. */
export function changedParts(before: CampaignPlan, after: CampaignPlan): SealPart[] {
  const of = ({
    channelId,
    tracking,
    choice,
    fallback,
    page,
    country,
    audience,
    schedule,
    perMinute,
    quietHours,
    calendarId,
    firstWave,
    ...sent
  }: CampaignPlan) => ({
    content: {
      channelId,
      tracking,
      choice,
      fallback: fallback ?? null,
      page: page ?? null,
      contents: contentsOf(sent).map(({ name, message }) => ({ name, message })),
    },
    mapping: { contents: contentsOf(sent).map(({ columnMapping }) => columnMapping), country },
    audience,
    schedule: { startsAt: schedule.startsAt, timeZone: schedule.timeZone },
    speed: { perMinute, quietHours, calendarId: calendarId ?? '', firstWave, endsAt: schedule.endsAt },
  });
  const [was, is] = [of(before), of(after)];
  return (Object.keys(was) as (keyof typeof was)[]).filter((name) => canonical(was[name]) !== canonical(is[name]));
}
