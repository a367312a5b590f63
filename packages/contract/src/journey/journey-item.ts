import { Id, Instant } from '../fields.ts';
import { z } from '../z.ts';
import { journeyMoves, journeyStates, templateLosses } from './journey-kinds.ts';
import { journeyRuleKinds } from './rule-kinds.ts';
import { JourneyRuleSettings } from './rule-settings.ts';

/** Template that paused a stream by itself. `isReady`: it can be sent again, and the stream waits to be resumed. */
export const JourneyPausedBy = z.object({ templateId: Id, template: z.string(), why: z.enum(templateLosses), isReady: z.boolean() });
export type JourneyPausedBy = z.infer<typeof JourneyPausedBy>;

/** A stream as lists and its page show it. */
export const JourneyItem = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    folder: z.string(),
    state: z.enum(journeyStates),
    /** null: it goes on, or somebody has paused it */
    pausedBy: JourneyPausedBy.nullable(),
    /** The newest one published; 0 while there is none */
    version: z.number(),
    /** The draft differs from that version */
    hasChanges: z.boolean(),
    revision: z.number(),
    channels: z.array(z.object({ id: z.string(), name: z.string() })),
    entries: z.array(
      z.object({
        kind: z.enum(journeyRuleKinds),
        word: z.string(),
        about: z.string(),
        settings: JourneyRuleSettings,
        channelName: z.string(),
      }),
    ),
    running: z.number(),
    /** Counts of walks that began within 7 days */
    started: z.number(),
    completed: z.number(),
    updatedBy: z.string(),
    updatedOn: Instant,
    may: z.array(z.enum(journeyMoves)),
  })
  .meta({ id: 'JourneyItem' });
export type JourneyItem = z.infer<typeof JourneyItem>;
