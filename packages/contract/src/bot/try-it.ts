import { leavesNothing } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { botTag, nlp } from './bot.ts';
import { ToolTrace } from './tool.ts';

export const noMessages = 'No messages available';
/** The product, as Try it names it in `metadata.appId` (TRYIT-016). */
export const tryItAppId = 'parley-console';

/** Details of a turn for builders whom an answer surprises. */
export const TurnDetails = z.object({
  language: z.string(),
  script: z.string(),
  intent: z.string(),
  confidence: z.number(),
  threshold: z.number(),
  isInScope: z.boolean(),
  ranking: z.array(z.object({ intent: z.string(), confidence: z.number() })),
  words: z.array(z.object({ word: z.string(), weight: z.number() })),
  nearest: z.array(z.object({ text: z.string(), intent: z.string(), likeness: z.number() })),
  /** UTF-16 offsets, end exclusive. */
  entities: z.array(
    z.object({ entity: z.string(), parameter: z.string(), start: z.number(), end: z.number(), text: z.string(), value: z.string() }),
  ),
  emotions: z.array(z.object({ label: z.string(), score: z.number() })),
  /** State of the bot after the turn: the intent in hand, filled parameters, what it asks for. */
  state: z.record(z.string(), z.unknown()),
  /** Source of the answer: an intent, a prompt, passages, an ambiguity question or the out-of-scope message. */
  answeredBy: z.string(),
  passages: z.array(z.object({ source: z.string(), page: z.number(), score: z.number(), text: z.string() })),
  /**
   * State of the endpoint's vectors, and whether they had a part in finding passages. OFF: no embedding model is named, or nothing was looked for; UNREADY: the
   * passages are not embedded yet; FAILED: the endpoint gave no vector of the question in time, and words alone ranked.
   */
  meaning: z.object({ state: z.enum(['OFF', 'UNREADY', 'USED', 'FAILED']), tookMs: z.number() }),
  /** Calls of tools, as a dry run answers them. */
  tools: z.array(ToolTrace),
  versionNumber: z.number(),
  tookMs: z.number(),
});
export type TurnDetails = z.infer<typeof TurnDetails>;

export const TryItAnswer = z.object({
  sessionId: z.string(),
  output: z.object({
    text: z.array(z.string()),
    source: z.array(z.string()),
    /** The same with their names, such as "manual.pdf, page 40"; an entry written by hand has no address. */
    sources: z.array(z.object({ label: z.string(), url: z.string() })),
  }),
  /** Words to choose from, when the bot asks which intent was meant. */
  options: z.array(z.string()),
  handsOver: z.boolean(),
  /** Failures on the way although there is an answer, such as an endpoint that refused; for the builder, never for customers. */
  warnings: z.array(z.string()),
  details: TurnDetails.nullable(),
});
export type TryItAnswer = z.infer<typeof TryItAnswer>;

export const TryItRequest = z.object({
  message: z.object({
    type: z.literal('text').default('text'),
    suggestionId: text(100).default(''),
    text: text(10_000).refine((value) => value.trim() !== '', faultTexts['field.mandatory']),
    lnCode: text(10).default('en'),
  }),
  /** Empty at first; then what the last answer said. */
  sessionId: z.union([Id, z.literal('')]).default(''),
  agentId: Id,
  metadata: z
    .object({ senderId: text(100).default(''), timeZone: text(64).default(''), appId: text(100).default('') })
    .default({ senderId: '', timeZone: '', appId: '' }),
  /** Key under which the user's live connections receive what a model has written so far (`tryItPartial`); empty: nobody does. */
  partialKey: text(64).default(''),
  /** Answers `details` as well. */
  debug: formBoolean.default(false),
});
export type TryItRequest = z.infer<typeof TryItRequest>;

export const tryItEndpoints = {
  predict: defineEndpoint({
    method: 'POST',
    path: `${nlp}/predictIntent`,
    summary: 'One message to a bot, and what it answers',
    audit: leavesNothing('it answers as it would a visitor'),
    tag: botTag,
    access: ['NLP.VIEW', ...builderPermissions],
    body: TryItRequest,
    answer: TryItAnswer,
  }),
};
