import { type BotTest, type TurnDetails, testOutOfScope } from '@parley/contract';
import type { TestDraft } from '../shared/test.queries.ts';
import type { Turn } from './use-try-it.ts';

type Line = BotTest['turns'][number];

/** Tells whether a saved test could say the same: what an outside model answers is not repeated by one. */
export const isTestable = ({ answer }: Turn): boolean =>
  answer?.details != null && answer.details.answeredBy !== 'prompt' && answer.details.answeredBy !== 'notTrained';

/** The conversation until a turn as a test that expects what came: a test begins anew, and a later line may mean nothing without those before. */
export function toTest(turns: readonly Turn[], last: Turn): TestDraft {
  const until = turns.slice(0, turns.indexOf(last) + 1).filter(isTestable);
  return { name: '', turns: until.map(toLine) };
}

function toLine({ said, answer }: Turn): Line {
  const details = answer?.details;
  const line = { say: said, intent: '', reply: '', values: details ? toValues(details) : [] };
  // Answers from passages are out of scope for the intents, and tests check the intents only.
  if (details?.answeredBy === 'outOfScope' || details?.answeredBy === 'knowledge') return { ...line, intent: testOutOfScope, values: [] };
  if (details?.answeredBy === 'intent' || details?.answeredBy === 'parameter') return { ...line, intent: details.intent };
  return { ...line, reply: answer?.output.text[0]?.slice(0, 1000) ?? '' };
}

/** Takes the words of a system entity instead of its value: 'tomorrow' has another value tomorrow. */
const toValues = ({ entities }: TurnDetails): Line['values'] =>
  entities
    .filter(({ parameter }) => parameter !== '')
    .map(({ parameter, entity, text, value }) => ({ name: parameter, value: entity.startsWith('sys.') ? text : value }));
