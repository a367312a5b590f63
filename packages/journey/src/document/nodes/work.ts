import { z } from '@parley/contract/z';
import { DocumentId, LocalText, MaybeVariable, refTo, Seconds, Source, Timeout, VariableName } from '../fields.ts';
import type { mediaKinds } from './input.ts';

const Named = z.strictObject({ name: z.string().min(1).max(200), value: Source });
const Headers = z.array(Named).max(30).default([]);
export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Number of retries of a call, and the pauses between them: all equal, or each five times as long as the one before. */
export const Retries = z.strictObject({
  most: z.number().int().min(0).max(5),
  seconds: z.number().int().min(1).max(60),
  grows: z.boolean(),
});
export type Retries = z.infer<typeof Retries>;

/** Nodes that change data. */
export const dataNodes = {
  'data.set': z.strictObject({
    assignments: z
      .array(z.strictObject({ variable: VariableName, value: Source }))
      .min(1)
      .max(20),
  }),
  'data.customer': z.strictObject({
    attributes: z
      .array(z.strictObject({ attribute: refTo('attribute'), value: Source }))
      .max(20)
      .default([]),
    /** '' leaves it */
    language: Source.default(''),
    consent: z
      .strictObject({ channel: z.string().max(40), state: z.enum(['Granted', 'Refused']), wording: z.string().max(1000) })
      .nullable()
      .default(null),
  }),
  'data.sets': z.strictObject({
    action: z.enum(['add', 'remove']),
    sets: z
      .array(z.union([refTo('group'), refTo('label')]))
      .min(1)
      .max(20),
  }),
  'data.http': z.strictObject({
    method: z.enum(httpMethods).default('GET'),
    address: Source,
    query: Headers,
    headers: Headers,
    body: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('none') }),
        z.strictObject({ kind: z.literal('json'), text: z.string().max(65_536) }),
        z.strictObject({ kind: z.literal('form'), fields: z.array(Named).max(50) }),
      ])
      .default({ kind: 'none' }),
    integration: refTo('integration').nullable().default(null),
    timeoutSeconds: z.number().int().min(1).max(30).default(10),
    /** It may be made twice without harm; GET and HEAD may anyway */
    isSafe: z.boolean().default(false),
    /** Left out: as `usualRetries` says. A default here would change the fingerprint of every stream that has such a node */
    retries: Retries.optional(),
    /** Fields of the answer by their path, such as data.items[0].name */
    picks: z
      .array(z.strictObject({ path: z.string().min(1).max(300), variable: VariableName }))
      .max(30)
      .default([]),
    /** Statuses with an exit of their own */
    statuses: z
      .array(
        z.strictObject({
          id: DocumentId,
          name: z.string().max(60).default(''),
          from: z.number().int().min(100).max(599),
          to: z.number().int().min(100).max(599),
        }),
      )
      .max(20)
      .default([]),
    sample: z.string().max(65_536).default(''),
  }),
  'data.query': z.strictObject({
    integration: refTo('integration'),
    statement: z.string().max(10_000),
    parameters: z.array(Source).max(30).default([]),
    variable: MaybeVariable,
  }),
  'data.speech': z.strictObject({
    media: Source,
    languages: z.array(z.string().max(20)).max(10).default([]),
    leastConfidence: z.number().min(0).max(1).default(0.6),
    variable: MaybeVariable,
  }),
};

/** Nodes that talk, or let others talk. */
export const talkNodes = {
  'talk.skill': z.strictObject({
    bot: refTo('bot'),
    intents: z
      .array(z.strictObject({ id: DocumentId, intent: refTo('intent') }))
      .max(50)
      .default([]),
    /** Variables by the bot's parameters */
    taken: z.record(z.string().max(60), VariableName).default({}),
    mostTurns: z.number().int().min(1).max(100).default(20),
    timeoutSeconds: Timeout,
  }),
  'talk.knowledge': z.strictObject({
    sources: z.array(refTo('knowledge')).max(50).default([]),
    question: Source,
    leastScore: z.number().min(0).max(1).default(0.5),
    variable: MaybeVariable,
  }),
  'talk.department': z.strictObject({
    department: refTo('department'),
    priority: z.number().int().min(0).max(9).default(5),
    note: LocalText.default({}),
    /** Variables that the agent's card shows; sensitive ones are masked there */
    shows: z.array(VariableName).max(30).default([]),
    returns: z.boolean().default(false),
    timeoutSeconds: Seconds.nullable().default(null),
  }),
  'talk.end': z.strictObject({ text: LocalText.default({}), asksRating: z.boolean().default(false) }),
};

export const markNodes = {
  'mark.milestone': z.strictObject({ milestone: DocumentId }),
  'mark.note': z.strictObject({ text: z.string().max(4096) }),
  'mark.end': z.strictObject({ outcome: z.string().max(60).default('') }),
};
export type MediaKind = (typeof mediaKinds)[number];
