import { ClockTime } from '../clock-time.ts';
import { Conditions } from '../customer/filter.ts';
import { type FieldError, faultTexts, fieldError } from '../faults.ts';
import { formNumber, Id, TimeZone, text } from '../fields.ts';
import { z } from '../z.ts';
import { Audience, namesPeople } from './audience.ts';
import { ColumnMapping } from './broadcast.ts';
import { contentLetters, contentMeasures, contentRules } from './content-kinds.ts';
import type { ContentLetter } from './contents.ts';
import { DraftTemplate } from './draft-template.ts';
import { Fallback, lackingInFallback } from './fallback.ts';

/**
 * Users of the enterprise who see a campaign (CAMP-074): its maker and those who may approve it, the maker's departments too, or everybody.
 */
export const campaignAccessTypes = ['Private', 'Department', 'Everyone'] as const;
export type CampaignAccess = (typeof campaignAccessTypes)[number];

/** The states of an iteration (CAMP-002). Finished is Started with the time of its end. */
export const activityStates = { created: 0, scheduled: 1, started: 2, paused: 3, stopped: 4, deleted: 5 } as const;
export type ActivityState = (typeof activityStates)[keyof typeof activityStates];
export const activityStateNames = [
  'created',
  'scheduled',
  'started',
  'paused',
  'stopped',
  'deleted',
] as const satisfies readonly (keyof typeof activityStates)[];

/** Approval shown beside the state: new, iterations, ready to go, declined (CAMP-004, CAMP-005). */
export const approvals = ['New', 'Submitted', 'Approved', 'Rejected'] as const;
export type Approval = (typeof approvals)[number];

export const waveWaitMinutes = 15;
const mostPerMinute = 600_000;

const Share = z.number().int().min(0).max(100).nullable();
/** Limits of the first part of a run, unless its maker sets others. */
export const waveLimits = { failedPercent: 20, optedOutPercent: 5, blockedPercent: 2 } as const;
/** The first part of a run, and what it may not exceed, in percent of it; null: no limit. */
export const FirstWave = z.object({
  percent: z.number().int().min(1).max(50),
  waitMinutes: z.number().int().min(1).max(1440).default(waveWaitMinutes),
  failedPercent: Share.default(waveLimits.failedPercent),
  optedOutPercent: Share.default(waveLimits.optedOutPercent),
  blockedPercent: Share.default(waveLimits.blockedPercent),
});
export type FirstWave = z.infer<typeof FirstWave>;

/** A time as a clock on the wall shows it, in the zone that stands beside it; '': none. */
export const LocalTime = z
  .union([z.string().regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, faultTexts['date.invalid']), z.literal('')])
  .meta({ examples: ['2031-01-31T09:30'] });

export const replyHours = 72;
/** Tracking after a message has left. A plan from before this was there reads as its defaults. */
export const Tracking = z.object({
  /** Web addresses among the values become short addresses of this installation, which count who opens them */
  links: z.boolean().default(false),
  /** Hours after a message in which its recipient's words or presses count as a response to it */
  replyHours: z.number().int().min(1).max(720).default(replyHours),
});
export type Tracking = z.infer<typeof Tracking>;

const Content = z.object({
  message: z.object({ template: DraftTemplate }).prefault({ template: {} }),
  columnMapping: z.array(ColumnMapping).max(14).default([]),
});

/** A further content: the first wave is divided among all of them, and the rest gets one. A plan from before this was there has none. */
export const PlanContent = Content.extend({ name: text(60).default('') });
export type PlanContent = z.infer<typeof PlanContent>;
/** Measure by which one of them is chosen, and who chooses. It is approved with the contents. */
export const ContentChoice = z.object({ measure: z.enum(contentMeasures), rule: z.enum(contentRules) });
export type ContentChoice = z.infer<typeof ContentChoice>;

/** The column that stands for the address of the page of each recipient, in plans that lead to one. */
export const pageColumn = 'url';
/** An encap to which the message of an iteration leads: each recipient gets a link of their own. @property number 0: the newest version */
export const PlanPage = z.object({ encapId: Id, number: formNumber(0, 100_000).default(0) });
export type PlanPage = z.infer<typeof PlanPage>;

/**
 * Plan of a campaign: what it sends, to which people, when and how fast. A draft may be incomplete: every field has an empty default, and
 * only a submission asks for all of them. A recipient who lacks a value that has no fallback in the mapping is left out.
 */
export const CampaignPlan = z.object({
  channelId: z.union([Id, z.literal('')]).default(''),
  ...Content.shape,
  /** Country of numbers without a country code, ISO 3166; none: the enterprise's */
  country: text(2).default(''),
  audience: Audience.prefault({}),
  schedule: z
    .object({
      /** '': as soon as somebody starts it */
      startsAt: LocalTime.default(''),
      /** IANA; '': the enterprise's */
      timeZone: z.union([TimeZone, z.literal('')]).default(''),
      /** End, after which messages that have not left are stopped; '': no end */
      endsAt: LocalTime.default(''),
    })
    .prefault({}),
  /** Most messages that leave in a minute; null: as the channel allows */
  perMinute: z.number().int().min(1).max(mostPerMinute).nullable().default(null),
  /** Hours in which nothing of it leaves, by the clock of each recipient; null: the enterprise's own hours. Of marketing alone */
  quietHours: z.object({ from: ClockTime, to: ClockTime }).nullable().default(null),
  /** Calendar in whose open hours alone anything of it leaves, whatever it is; '': at any hour */
  calendarId: z.union([Id, z.literal('')]).default(''),
  firstWave: FirstWave.nullable().default(null),
  tracking: Tracking.prefault({}),
  /** Contents beside its own, which is A */
  contents: z
    .array(PlanContent)
    .max(contentLetters.length - 1)
    .default([]),
  choice: ContentChoice.nullable().default(null),
  /** Another message over another channel, for people whom this one does not reach; null: none */
  fallback: Fallback.nullable().default(null),
  /** Null: its message leads to no page */
  page: PlanPage.nullable().default(null),
});
export type CampaignPlan = z.infer<typeof CampaignPlan>;

/** The same as it is answered: what may be given in a short form is spelled out. */
export const ShownPlan = CampaignPlan.extend({ audience: Audience.extend({ conditions: Conditions }) });

/** A mapping without what a page gives and takes: its address would be read as a field of the phone book of that name. */
const withoutPageValues = (mapping: CampaignPlan['columnMapping']): CampaignPlan['columnMapping'] =>
  mapping
    .filter(({ type }) => type !== 'page')
    .map((group) => ({ ...group, variables: group.variables.filter(({ type, value }) => type !== 'column' || value !== pageColumn) }));

/** The same plan, leading nowhere. */
export const withoutPage = (plan: CampaignPlan): CampaignPlan => ({
  ...plan,
  page: null,
  columnMapping: withoutPageValues(plan.columnMapping),
  contents: plan.contents.map((one) => ({ ...one, columnMapping: withoutPageValues(one.columnMapping) })),
  fallback: plan.fallback ? { ...plan.fallback, columnMapping: withoutPageValues(plan.fallback.columnMapping) } : null,
});

export const emptyPlan = (): CampaignPlan => CampaignPlan.parse({});

/** One of the contents of a plan. @property field what stands before the names of its fields */
export type NamedContent = Pick<PlanContent, 'name' | 'message' | 'columnMapping'> & { letter: ContentLetter; field: string };

/** All contents of a plan, its own first. All code that reads what a plan sends reads these. */
export function contentsOf({
  message,
  columnMapping,
  contents,
}: Pick<CampaignPlan, 'message' | 'columnMapping' | 'contents'>): NamedContent[] {
  const own: NamedContent = { letter: 'A', field: '', name: '', message, columnMapping };
  return [
    own,
    ...contents.map((one, place) => ({ ...one, letter: contentLetters[place + 1] as ContentLetter, field: `contents.${place}.` })),
  ];
}

/** Parts of a plan that an approval covers, each with a hash of its own. */
export const sealParts = ['content', 'mapping', 'audience', 'schedule', 'speed', 'cost'] as const;
export const SealPart = z.enum(sealParts);
export type SealPart = z.infer<typeof SealPart>;

/** One field of a part that differs: as it was shown before, and as it stands. */
export const PlanChange = z.object({ part: SealPart, field: z.string(), before: z.unknown(), after: z.unknown() });
export type PlanChange = z.infer<typeof PlanChange>;

/**
 * Returns the fields that a plan lacks to be submitted, as far as it shows by itself. The server looks at channel, template, audience and
 * clocks besides.
 */
export function lackingInPlan(plan: CampaignPlan): FieldError[] {
  const { audience, schedule, quietHours } = plan;
  const faults: FieldError[] = [];
  if (plan.channelId === '') faults.push(fieldError('channelId', 'field.mandatory'));
  for (const { field, message } of contentsOf(plan))
    if (message.template.templateUId === '') faults.push(fieldError(`${field}message.template`, 'field.mandatory'));
  faults.push(...lackingInFallback(plan.fallback, plan.channelId));
  if (audience.given) {
    if (namesPeople(audience)) faults.push(fieldError('audience', 'campaign.given_alone'));
    if (schedule.startsAt !== '') faults.push(fieldError('schedule.startsAt', 'campaign.given_time'));
  } else if (!namesPeople(audience)) faults.push(fieldError('audience', 'campaign.no_audience'));
  if (schedule.endsAt !== '' && schedule.startsAt !== '' && schedule.endsAt <= schedule.startsAt)
    faults.push(fieldError('schedule.endsAt', 'schedule.end'));
  if (quietHours && quietHours.from === quietHours.to) faults.push(fieldError('quietHours', 'quiet_hours.empty'));
  return [...faults, ...lackingForContents(plan)];
}

function lackingForContents({ contents, choice, firstWave, tracking }: CampaignPlan): FieldError[] {
  if (contents.length === 0) return choice ? [fieldError('choice', 'content.alone')] : [];
  const faults: FieldError[] = [];
  if (!firstWave) faults.push(fieldError('firstWave', 'content.no_wave'));
  if (!choice) faults.push(fieldError('choice', 'content.no_choice'));
  if (choice?.measure === 'clicked' && !tracking.links) faults.push(fieldError('choice.measure', 'content.no_links'));
  return faults;
}
