import { leaves } from '../account/audit-marks.ts';
import { ClockTime } from '../clock-time.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formList, formNumber, Id, Instant, TimeZone, text } from '../fields.ts';
import { z } from '../z.ts';
import { JourneyPausedBy } from './journey-item.ts';
import { journeyEditors, journeyReaders } from './journey-shared.ts';
import { answerHours, journeyRuleKinds, longestAwaited, scheduleRepeats, valueChanges } from './rule-kinds.ts';
import { JourneyRuleSettings, JourneyScheduleRun } from './rule-settings.ts';

const base = '/e/enterprise/publish';
const tag = 'Publish';
const RuleParams = z.object({ entryId: Id });

/**
 * Trigger that begins a stream on a channel. `word` is folded: case, accents and blanks make no difference. For `campaign` it is the
 * campaign's id, for `schedule` the group's or label's, for `attribute` the attribute's, or the name of a field that every customer has.
 */
export const JourneyRule = z
  .object({
    id: Id,
    journeyId: Id,
    journeyName: z.string(),
    version: z.number(),
    /** Newest version of the stream; it can go back to older ones */
    newestVersion: z.number(),
    channelId: Id,
    channelName: z.string(),
    channelType: z.number(),
    kind: z.enum(journeyRuleKinds),
    word: z.string(),
    /** The name of what the rule names by its id; '' where it names nothing, or what the caller may not see */
    about: z.string(),
    settings: JourneyRuleSettings,
    /** Next time of a `schedule`, null where it is due no more or off; the result of the last time, null before the first */
    nextAt: Instant.nullable(),
    lastRun: JourneyScheduleRun.nullable(),
    environment: z.enum(['sandbox', 'production']),
    isActive: z.boolean(),
    /** True while the stream is paused: no rule begins it */
    isPaused: z.boolean(),
    pausedBy: JourneyPausedBy.nullable(),
    /** Link that opens it, with the word in it; '' where the channel has none */
    link: z.string(),
    since: Instant,
    by: z.string(),
  })
  .meta({ id: 'JourneyEntry' });
export type JourneyRule = z.infer<typeof JourneyRule>;

/** Connections of streams to channels: which words, buttons and links begin which version. */
export const publishEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'What begins which stream on which channel, and which bot answers what begins none',
    tag,
    access: journeyReaders,
    query: z.object({ journeyId: z.union([Id, z.literal('')]).default(''), channelId: z.union([Id, z.literal('')]).default('') }),
    answer: z.object({
      entries: z.array(JourneyRule),
      skills: z.array(
        z.object({
          channelId: Id,
          channelName: z.string(),
          channelType: z.number(),
          environment: z.string(),
          botId: z.string(),
          botName: z.string(),
        }),
      ),
    }),
  }),
  attach: defineEndpoint({
    method: 'POST',
    path: base,
    summary:
      'Let a rule on a channel begin a version; refused with the name of the other stream that has it, and in production without a passed rehearsal',
    audit: leaves('journey', 'publish'),
    tag,
    access: journeyEditors,
    body: z.object({
      journeyId: Id,
      /** 0: the newest one */
      version: formNumber(0, 1_000_000).default(0),
      channelId: Id,
      kind: z.enum(journeyRuleKinds),
      word: text(60).default(''),
      /** `campaign` only: which one, and how long its first answer is waited for */
      campaignId: z.union([Id, z.literal('')]).default(''),
      hours: formNumber(answerHours.least, answerHours.most).default(answerHours.usual),
      /** `attribute` only: its id, or the name of a field that every customer has; which change, and what the value has to become */
      attribute: text(60).default(''),
      change: z.enum(valueChanges).default('changed'),
      value: text(longestAwaited).default(''),
      /** `schedule` only: a group or label of at most 5,000 people, and when, by the clock of the zone; '': the enterprise's */
      audienceId: z.union([Id, z.literal('')]).default(''),
      repeat: z.enum(scheduleRepeats).default('once'),
      time: z.union([ClockTime, z.literal('')]).default(''),
      date: z.union([z.iso.date(), z.literal('')]).default(''),
      weekdays: formList(formNumber(1, 7)).default([]),
      day: formNumber(1, 31).default(1),
      timeZone: z.union([TimeZone, z.literal('')]).default(''),
    }),
    answer: JourneyRule,
  }),
  change: defineEndpoint({
    method: 'PUT',
    path: `${base}/:entryId`,
    summary: 'Another version, or off and on',
    audit: leaves('journey', 'publish'),
    tag,
    access: journeyEditors,
    params: RuleParams,
    body: z.object({ version: formNumber(0, 1_000_000), isActive: formBoolean }),
    answer: JourneyRule,
  }),
  detach: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:entryId`,
    summary: 'Take a rule away; who is inside goes on',
    audit: leaves('journey', 'publish'),
    tag,
    access: journeyEditors,
    params: RuleParams,
    answer: z.null(),
  }),
  pauseAll: defineEndpoint({
    method: 'POST',
    path: `${base}/pauseAll`,
    summary: 'Switch every rule of a channel off: its messages go to the bot or the queue',
    audit: leaves('journey', 'publish'),
    tag,
    access: journeyEditors,
    body: z.object({ channelId: Id }),
    answer: z.object({ paused: z.number() }),
  }),
};
