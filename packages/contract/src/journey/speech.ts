import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Currency, formBoolean, Id, Instant, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { speechPage, speechSources, speechStates, speechTextMax } from './speech-kinds.ts';

const tag = 'Speech report';
const base = '/e/enterprise/reports/speech';
const access = screens.speechToTextReport.permissions;
const Day = z.union([z.iso.date(), z.literal('')]).default('');
const Choice = z.union([Id, z.literal('')]).default('');

/** Recordings of these days of the enterprise's zone, the last seven without any. */
export const SpeechFilter = z.object({
  fromDate: Day,
  toDate: Day,
  source: z.enum(['', ...speechSources]).default(''),
  channelId: Choice,
  journeyId: Choice,
  /** ISO 639-1, as it was asked for; empty: all */
  language: text(2)
    .default('')
    .meta({ examples: ['en'] }),
  status: z.enum(['', ...speechStates]).default(''),
  /** Those alone whose confidence is below it; 0: all */
  below: z.coerce.number().min(0).max(1).default(0),
  /** Words that the text contains */
  text: text(200).default(''),
  sandbox: formBoolean.default(false),
});
export type SpeechFilter = z.infer<typeof SpeechFilter>;

export const SpeechMessage = z
  .object({
    id: Id,
    at: Instant,
    source: z.enum(speechSources),
    customerName: z.string(),
    channelName: z.string(),
    /** Empty: of a chat */
    streamName: z.string(),
    /** Name of the step that asked */
    node: z.string(),
    /** The walk, or the chat, that it was asked in */
    sourceId: Id,
    /** Null: the service does not say */
    lengthMs: z.number().nullable(),
    /** Empty: the service finds it out */
    language: z.string(),
    /** Name of the service; empty: it is gone, or was not reached */
    service: z.string(),
    confidence: z.number().nullable(),
    /** The limit of the step; null: there is none */
    leastConfidence: z.number().nullable(),
    status: z.enum(speechStates),
    text: z.string(),
    /** Text of the service, where somebody has corrected it; null: nobody has */
    originalText: z.string().nullable(),
    /** A sensitive question, or one whose words are kept no more: there is no text to read */
    isHidden: z.boolean(),
    /** The stream took the text as the answer; null: of a chat, or it is not known yet */
    isAnswer: z.boolean().nullable(),
    /** Millionths of the currency; null: no price or no length is known */
    cost: z.number().nullable(),
    error: z.string(),
    /** The recording is still kept */
    canPlay: z.boolean(),
    version: z.number(),
  })
  .meta({ id: 'SpeechMessage' });
export type SpeechMessage = z.infer<typeof SpeechMessage>;

export const SpeechFigures = z
  .object({
    fromDate: z.iso.date(),
    toDate: z.iso.date(),
    zone: z.string(),
    messages: z.number(),
    /** Those that are not pending, and those of them with a text */
    ended: z.number(),
    done: z.number(),
    ms: z.number(),
    /** Recordings whose length the service did not say */
    untimed: z.number(),
    /** Mean; null: of none */
    confidence: z.number().nullable(),
    /** Millionths of the currency */
    cost: z.number(),
    /** The enterprise's, of all costs */
    currency: Currency,
    /** Recordings with a text that have no price */
    unpriced: z.number(),
  })
  .meta({ id: 'SpeechFigures' });
export type SpeechFigures = z.infer<typeof SpeechFigures>;

const Named = z.object({ id: Id, name: z.string() });
const SpeechParams = z.object({ speechId: Id });

export const speechEndpoints = {
  choices: defineEndpoint({
    method: 'GET',
    path: `${base}/choices`,
    summary: 'Streams, channels and languages by which recordings are found',
    tag,
    access,
    answer: z.object({ streams: z.array(Named), channels: z.array(Named), languages: z.array(z.string()) }),
  }),
  figures: defineEndpoint({
    method: 'GET',
    path: `${base}/figures`,
    summary: 'Count, length, success, confidence and cost of the recordings of a filter',
    tag,
    access,
    query: SpeechFilter,
    answer: SpeechFigures,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Recordings that were written down, newest first',
    tag,
    access,
    query: SpeechFilter.extend({
      after: z.union([Id, z.literal('')]).default(''),
      perPage: z.coerce.number().int().min(1).max(200).default(speechPage),
    }),
    answer: z.object({ rows: z.array(SpeechMessage), next: z.string().nullable() }),
  }),
  play: defineEndpoint({
    method: 'POST',
    path: `${base}/:speechId/play`,
    summary: 'A link that plays a recording for a day; the trail says who has asked for it',
    audit: leaves('speech', 'play'),
    tag,
    access,
    perMinute: 60,
    params: SpeechParams,
    answer: z.object({ url: z.string() }),
  }),
  correct: defineEndpoint({
    method: 'PUT',
    path: `${base}/:speechId`,
    summary: 'Correct the text of a recording; that of the service is kept beside it',
    audit: leaves('speech', 'edit'),
    tag,
    access,
    params: SpeechParams,
    body: z.object({ text: requiredText(speechTextMax), version: Version }),
    answer: SpeechMessage,
  }),
  retry: defineEndpoint({
    method: 'POST',
    path: `${base}/:speechId/retry`,
    summary: 'Have a recording that failed or was empty written down again; a stream that has gone on stays where it is',
    audit: leaves('speech', 'retry'),
    tag,
    access,
    perMinute: 20,
    params: SpeechParams,
    answer: SpeechMessage,
  }),
  download: defineEndpoint({
    method: 'GET',
    path: `${base}/csv`,
    summary: 'The recordings of a filter as a CSV file; the link carries x-access-id',
    audit: leaves('speech', 'export'),
    tag,
    access: 'public',
    perMinute: 10,
    query: SpeechFilter.extend({ 'x-access-id': z.string().max(500).default('') }),
  }),
};
