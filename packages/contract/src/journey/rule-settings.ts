import { Instant } from '../fields.ts';
import { z } from '../z.ts';
import { answerHours, scheduleRepeats, scheduleSkips, startRefusals, valueChanges } from './rule-kinds.ts';

/** Schedule by which a stream begins, on the clock of a zone. */
export const JourneySchedule = z.object({
  repeat: z.enum(scheduleRepeats),
  /** HH:MM */
  time: z.string(),
  /** '': the enterprise's own */
  timeZone: z.string(),
  /** `once` only: YYYY-MM-DD */
  date: z.string().optional(),
  /** `weekly` only: 1 is Monday */
  weekdays: z.array(z.number().int().min(1).max(7)).optional(),
  /** `monthly` only; in a month without such a day the last one */
  day: z.number().int().min(1).max(31).optional(),
});
export type JourneySchedule = z.infer<typeof JourneySchedule>;

/** Result of a schedule's last run: people of its group or label, how many began, and how many did not by reason. */
export const JourneyScheduleRun = z.object({
  dueAt: Instant,
  people: z.number(),
  started: z.number(),
  refused: z.partialRecord(z.enum(startRefusals), z.number()),
  /** '' where they began */
  skipped: z.enum([...scheduleSkips, '']),
});
export type JourneyScheduleRun = z.infer<typeof JourneyScheduleRun>;

/** Settings that a rule needs beside its word, by its kind; other kinds need none. */
export const JourneyRuleSettings = z.object({
  /** `campaign` only */
  hours: z.number().int().min(answerHours.least).max(answerHours.most).optional(),
  /** `attribute` only */
  change: z.enum(valueChanges).optional(),
  /** The same: what the value has to become */
  value: z.string().optional(),
  /** `schedule` only */
  schedule: JourneySchedule.optional(),
});
export type JourneyRuleSettings = z.infer<typeof JourneyRuleSettings>;
