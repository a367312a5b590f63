import { defineGrain, type Measure } from '#platform/measures/measure.ts';

const since = '2026-11-29';
const all = { version: 1, since, where: {} } as const;

/** Figures of the conversations of a bot. A fact is a turn: one message of a customer and its answer. */
export const messages = {
  ...all,
  code: 'turn.messages',
  unit: 'messages',
  better: 'neither',
  kind: { rows: true },
} as const satisfies Measure;
export const scoped = {
  ...all,
  code: 'turn.scoped',
  unit: 'messages',
  better: 'more',
  kind: { rows: true },
  where: { is_in_scope: true },
} as const satisfies Measure;
export const weak = {
  ...all,
  code: 'turn.weak',
  unit: 'messages',
  better: 'less',
  kind: { rows: true },
  where: { is_in_scope: false },
} as const satisfies Measure;
/** Messages whose intent was found, by that intent. */
export const identified = {
  ...all,
  code: 'turn.identified',
  unit: 'messages',
  better: 'neither',
  kind: { rows: true },
  where: { is_in_scope: true, intent_id: 'notNull' },
  by: 'intent_id',
} as const satisfies Measure;
export const conversations = {
  ...all,
  code: 'turn.conversations',
  unit: 'conversations',
  better: 'neither',
  kind: { distinct: 'session_id', within: 'range' },
} as const satisfies Measure;
/** Conversations of one day: one that lasts over midnight is there on both days. */
export const dayConversations = {
  ...all,
  code: 'turn.dayConversations',
  unit: 'conversations',
  better: 'neither',
  kind: { distinct: 'session_id', within: 'day' },
} as const satisfies Measure;
export const dayPeople = {
  ...all,
  code: 'turn.dayPeople',
  unit: 'people',
  better: 'more',
  kind: { distinct: 'customer_id', within: 'day' },
  where: { customer_id: 'notNull' },
} as const satisfies Measure;
export const averageMessages = {
  ...all,
  code: 'turn.averageMessages',
  unit: 'messages',
  better: 'neither',
  kind: { ratio: ['turn.messages', 'turn.conversations'] },
} as const satisfies Measure;

const facts = {
  about: 'One message of a customer to a bot and its answer. Messages of Try it are none, and those of the sandbox are counted apart.',
  clock: 'when it was asked',
  permission: 'NLP.VIEW',
} as const;
export const turnGrain = defineGrain('turn', facts, [
  messages,
  scoped,
  weak,
  identified,
  conversations,
  dayConversations,
  dayPeople,
  averageMessages,
]);
