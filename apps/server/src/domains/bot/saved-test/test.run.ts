import { type BotTest, type TestResult, type TestValue, testOutOfScope } from '@parley/contract';
import { type Decision, decide } from '../dialogue/decide.ts';
import { readState } from '../dialogue/dialogue.state.ts';
import type { When } from '../runtime/entities.find.ts';
import type { BotRuntime } from '../runtime/runtime.ts';
import { type Understanding, understand } from '../runtime/understand.ts';

/**
 * A saved phrase or conversation, said to a bot line by line, without outside services: what is tested is what was trained.
 * A line passes when its intent is the wanted one ('-': out of scope) its answer holds the wanted
 * words, and the wanted values are there.
 */
export function runTest(runtime: BotRuntime, test: BotTest, when: When): TestResult {
  const read = (text: string) => understand(runtime, text, when);
  let state = readState({});
  const turns = test.turns.map(({ say, intent, reply, values }) => {
    const said = read(say);
    const decision = decide(runtime, state, said, read);
    state = decision.state;
    const got = decision.intent?.name ?? (decision.answeredBy === 'outOfScope' ? testOutOfScope : '');
    const hasIntent = intent === '' || got.toLowerCase() === intent.trim().toLowerCase();
    const text = decision.replies.join('\n');
    const hasReply = reply === '' || text.toLowerCase().includes(reply.trim().toLowerCase());
    const missed = missedValues(runtime, decision, said, values);
    const parts = (...all: string[]) => all.filter((part) => part !== '').join(' · ');
    return {
      say,
      wanted: parts(intent, reply, ...values.map(({ name, value }) => `${name} = ${value}`)),
      got: parts(got, hasReply ? '' : text, ...missed),
      confidence: said.prediction?.confidence ?? 0,
      isPassed: hasIntent && hasReply && missed.length === 0,
    };
  });
  return { testId: test.id, name: test.name || (test.turns[0]?.say ?? ''), isPassed: turns.every(({ isPassed }) => isPassed), turns };
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Wanted values that neither a parameter of the intent in hand nor an entity of the line has, each with what it has instead. */
function missedValues(
  runtime: BotRuntime,
  { intent, state }: Decision,
  { entities }: Understanding,
  wanted: readonly TestValue[],
): string[] {
  const held = [state.task, state.last].find((task) => task && task.intentId === intent?.intentId)?.filled ?? {};
  const nameOf = (id: string) => runtime.definition.entities.find(({ entityId }) => entityId === id)?.name ?? id;
  const found = [
    ...Object.entries(held).map(([name, { value, text }]) => ({ name, value, text })),
    ...entities.map(({ entity, value, text }) => ({ name: nameOf(entity), value, text })),
  ];
  return wanted.flatMap(({ name, value }) => {
    const ofName = found.filter((one) => same(one.name, name));
    if (ofName.some((one) => same(one.value, value) || same(one.text, value))) return [];
    return [`${name} = ${ofName[0]?.value ?? '?'}`];
  });
}

/** Tests that passed before and fail now: the ones that ask before the switch. */
export const nowFailing = (passedBefore: ReadonlySet<string>, now: readonly TestResult[]): TestResult[] =>
  now.filter(({ testId, isPassed }) => !isPassed && passedBefore.has(testId));
