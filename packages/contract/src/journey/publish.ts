import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { JourneyEntry, journeyReaders } from './journey.ts';
import { journeyEntryKinds } from './journey-kinds.ts';

const base = '/e/enterprise/publish';
const tag = 'Publish';
const editors = ['JOURNEYS.EDIT'] as const;
const EntryParams = z.object({ entryId: Id });

/** Where streams meet channels: which words, buttons and links begin which version. */
export const publishEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'What begins which stream on which channel, and which bot answers what begins none',
    tag,
    access: journeyReaders,
    query: z.object({ journeyId: z.union([Id, z.literal('')]).default(''), channelId: z.union([Id, z.literal('')]).default('') }),
    answer: z.object({
      entries: z.array(JourneyEntry),
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
    access: editors,
    body: z.object({
      journeyId: Id,
      /** 0: the newest one */
      version: formNumber(0, 1_000_000).default(0),
      channelId: Id,
      kind: z.enum(journeyEntryKinds),
      word: text(60).default(''),
    }),
    answer: JourneyEntry,
  }),
  change: defineEndpoint({
    method: 'PUT',
    path: `${base}/:entryId`,
    summary: 'Another version, or off and on',
    audit: leaves('journey', 'publish'),
    tag,
    access: editors,
    params: EntryParams,
    body: z.object({ version: formNumber(0, 1_000_000), isActive: formBoolean }),
    answer: JourneyEntry,
  }),
  detach: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:entryId`,
    summary: 'Take a rule away; who is inside goes on',
    audit: leaves('journey', 'publish'),
    tag,
    access: editors,
    params: EntryParams,
    answer: z.null(),
  }),
  pauseAll: defineEndpoint({
    method: 'POST',
    path: `${base}/pauseAll`,
    summary: 'Switch every rule of a channel off: its messages go to the bot or the queue',
    audit: leaves('journey', 'publish'),
    tag,
    access: editors,
    body: z.object({ channelId: Id }),
    answer: z.object({ paused: z.number() }),
  }),
};
