import { z } from '@parley/contract/z';
import { DocumentId, VariableName } from '../document/fields.ts';
import { instanceStates } from '../engine/state.ts';
import { mediaKinds } from '../nodes/input.media/schema.ts';

const Json = z.json();
const words = z.string().max(4096);
const CallAnswer = z.strictObject({
  outcome: z.enum(['DONE', 'FAILED', 'UNKNOWN']).default('DONE'),
  status: z.number().int().min(0).max(599).default(200),
  answer: Json.default(null),
  error: z.string().max(300).default(''),
});

/** Turns of a saved conversation, in their order. */
export const RehearsedTurn = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('say'), text: words }),
  /** A button or a row by its id, of the question that is open */
  z.strictObject({ kind: z.literal('press'), item: z.string().max(20) }),
  z.strictObject({
    kind: z.literal('media'),
    media: z.enum(mediaKinds),
    name: z.string().max(200).default('file'),
    size: z.number().int().min(1).default(1000),
  }),
  z.strictObject({ kind: z.literal('location'), latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  z.strictObject({ kind: z.literal('event'), event: z.string().max(100), key: z.string().max(200).default(''), data: Json.default(null) }),
  /** Time passes, with whatever becomes due on the way */
  z.strictObject({
    kind: z.literal('skip'),
    seconds: z
      .number()
      .int()
      .min(1)
      .max(400 * 86_400),
  }),
  z.strictObject({ kind: z.literal('agent'), exit: z.enum(['returned', 'missed', 'outOfHours']) }),
  z.strictObject({ kind: z.literal('optOut') }),
]);
export type RehearsedTurn = z.infer<typeof RehearsedTurn>;

/** Condition that has to hold after a turn; `after` counts from 1, and 0 is the start. */
export const Expectation = z.discriminatedUnion('kind', [
  /** A message of that turn has these words */
  z.strictObject({ kind: z.literal('message'), after: z.number().int().min(0), text: words }),
  /** A variable has a value, given as JSON; dates as they are written */
  z.strictObject({ kind: z.literal('variable'), after: z.number().int().min(0), name: VariableName, value: Json }),
  /** A node was visited in that turn */
  z.strictObject({ kind: z.literal('node'), after: z.number().int().min(0), node: DocumentId }),
  z.strictObject({
    kind: z.literal('end'),
    after: z.number().int().min(0),
    state: z.enum(instanceStates),
    outcome: z.string().max(60).nullable().default(null),
  }),
]);
export type Expectation = z.infer<typeof Expectation>;

/** Limits of one turn, as it is recorded and compared */
export const mostVisits = 500;
export const mostSays = 100;
const mostTurns = 200;

/** Record of a turn when the conversation was saved, for later comparisons. */
export const RecordedTurn = z.strictObject({
  /** Nodes in their order, each with the exit by which it was left; null: it stood there. `stream` is '' for the stream itself */
  visits: z.array(z.strictObject({ stream: z.string().max(64), node: DocumentId, exit: z.string().max(20).nullable() })).max(mostVisits),
  /** Texts, by their patterns */
  says: z.array(words).max(mostSays),
  /** Values by their patterns; sensitive ones are masked. Of the start all variables, of a later turn those that it changed */
  variables: z.record(VariableName, Json),
  state: z.enum(instanceStates),
  outcome: z.string().max(60),
});
export type RecordedTurn = z.infer<typeof RecordedTurn>;

/** A saved conversation: what is known of the person, what happens, and what is to come of it. */
export const TestCase = z.strictObject({
  id: DocumentId,
  name: z.string().min(1).max(120),
  facts: z
    .strictObject({
      /** Start time, ISO 8601 */
      now: z.iso.datetime().default('2026-01-05T09:00:00Z'),
      zone: z.string().max(60).default('UTC'),
      language: z.string().max(20).default(''),
      country: z.string().max(2).default(''),
      /** The name of a channel's shape, as the runner of the test knows it */
      channel: z.string().max(40).default('WHATSAPP'),
      isWindowOpen: z.boolean().default(true),
      customer: z.record(z.string(), Json).default({}),
      customerId: z.string().max(64).default('test'),
    })
    .prefault({}),
  entry: Json.default(null),
  /** Text with which the person began it; null where something else began it */
  said: words.nullable().default(null),
  turns: z.array(RehearsedTurn).max(mostTurns).default([]),
  /** Answers of calls, by node: no call leaves the server while a test runs */
  stubs: z.record(DocumentId, CallAnswer).default({}),
  expect: z.array(Expectation).max(200).default([]),
  /** The start first, then one for each turn; left out of conversations that were saved before there were records, and of written ones */
  record: z
    .array(RecordedTurn)
    .max(mostTurns + 1)
    .optional(),
});
export type TestCase = z.infer<typeof TestCase>;
