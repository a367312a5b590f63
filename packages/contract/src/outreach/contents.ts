import { z } from '../z.ts';
import { RunCounts } from './broadcast.ts';
import { contentLetters, contentMeasures, contentRules } from './content-kinds.ts';

export const ContentLetter = z.enum(contentLetters);
export type ContentLetter = z.infer<typeof ContentLetter>;

/** A share with its 95 % interval (Wilson), all between 0 and 1; both ends of it are 0 and 1 where nothing has left. */
export const MeasuredShare = z.object({ count: z.number(), share: z.number(), low: z.number(), high: z.number() });
export type MeasuredShare = z.infer<typeof MeasuredShare>;

/** One content in the first wave: who got it, and what came of it. */
export const ContentFigures = z.object({
  content: ContentLetter,
  /** Name in the plan; '' for its own */
  name: z.string(),
  templateName: z.string(),
  counts: RunCounts,
  /** Messages that left: neither skipped nor waiting. Shares are of it */
  left: z.number(),
  delivered: MeasuredShare,
  read: MeasuredShare,
  clicked: MeasuredShare,
});
export type ContentFigures = z.infer<typeof ContentFigures>;

/** The contents of an iteration beside each other. Their counts and those of everybody else are the run's own. */
export const ContentComparison = z
  .object({
    measure: z.enum(contentMeasures),
    rule: z.enum(contentRules),
    contents: z.array(ContentFigures),
    /** Everybody who is not in the first wave, or was left out of it: they get what is chosen */
    rest: z.object({ counts: RunCounts, clicked: z.number() }),
    /** Best content by the measure; '' while nothing has left */
    best: z.union([ContentLetter, z.literal('')]),
    second: z.union([ContentLetter, z.literal('')]),
    /** Lead of the best share over the second, with its 95 % interval (Newcombe's hybrid score); null without two of them */
    difference: z.object({ share: z.number(), low: z.number(), high: z.number() }).nullable(),
    /** The interval of the difference leaves out 0: what is seen is more than chance explains */
    isClear: z.boolean(),
    /** Content that the rest gets; '' while nothing is chosen */
    chosen: z.union([ContentLetter, z.literal('')]),
    /** Somebody has to choose before anything else leaves */
    isWaiting: z.boolean(),
  })
  .meta({ id: 'ContentComparison' });
export type ContentComparison = z.infer<typeof ContentComparison>;
