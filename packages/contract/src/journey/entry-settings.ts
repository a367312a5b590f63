import { Instant } from '../fields.ts';
import { z } from '../z.ts';
import { answerHours, scheduleRepeats, scheduleSkips, startRefusals, valueChanges } from './entry-kinds.ts';

/** When a stream begins by the calendar, by the clock of a zone. */
export const JourneySchedule = z.object({
  repeat: z.enum(scheduleRepeats),
  /** HH:MM */
  time: z.string(),
  /** '': the enterprise's own */
  timeZone: z.string(),
  /** Of `once`: YYYY-MM-DD */
  date: z.string().optional(),
  /** Of `weekly`: 1 is Monday */
  weekdays: z.array(z.number().int().min(1).max(7)).optional(),
  /** Of `monthly`; of a month without such a day the last one */
  day: z.number().int().min(1).max(31).optional(),
});
export type JourneySchedule = z.infer<typeof JourneySchedule>;

/** What became of a schedule when it was due last: people of its group or label, how many began, and how many did not by why. */
export const JourneyScheduleRun = z.object({
  dueAt: Instant,
  people: z.number(),
  started: z.number(),
  refused: z.partialRecord(z.enum(startRefusals), z.number()),
  /** '' where they began */
  skipped: z.enum([...scheduleSkips, '']),
});
export type JourneyScheduleRun = z.infer<typeof JourneyScheduleRun>;

/** What a rule needs beside its word, by its kind; of other kinds nothing. */
export const JourneyEntrySettings = z.object({
  /** Of `campaign` */
  hours: z.number().int().min(answerHours.least).max(answerHours.most).optional(),
  /** Of `attribute` */
  change: z.enum(valueChanges).optional(),
  /** The same: what the value has to become */
  value: z.string().optional(),
  /** Of `schedule` */
  schedule: JourneySchedule.optional(),
});
export type JourneyEntrySettings = z.infer<typeof JourneyEntrySettings>;
