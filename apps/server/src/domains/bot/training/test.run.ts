import type { BotTest, TestResult } from '@parley/contract';
import { decide } from '../dialogue/decide.ts';
import { readState } from '../dialogue/dialogue.state.ts';
import type { When } from '../dialogue/entities.find.ts';
import type { BotRuntime } from '../dialogue/runtime.ts';
import { understand } from '../dialogue/understand.ts';

const outOfScope = '-';

/**
 * A saved phrase or conversation, said to a bot line by line, without outside services: what is tested is what was trained.
 * A line passes when its intent is the wanted one ('-': out of scope) and its answer holds the wanted words.
 */
export function runTest(runtime: BotRuntime, test: BotTest, when: When): TestResult {
  const read = (text: string) => understand(runtime, text, when);
  let state = readState({});
  const turns = test.turns.map(({ say, intent, reply }) => {
    const said = read(say);
    const decision = decide(runtime, state, said, read);
    state = decision.state;
    const got = decision.intent?.name ?? (decision.answeredBy === 'outOfScope' ? outOfScope : '');
    const hasIntent = intent === '' || got.toLowerCase() === intent.trim().toLowerCase();
    const text = decision.replies.join('\n');
    const hasReply = reply === '' || text.toLowerCase().includes(reply.trim().toLowerCase());
    return {
      say,
      wanted: [intent, reply].filter((part) => part !== '').join(' · '),
      got: [got, hasReply ? '' : text].filter((part) => part !== '').join(' · '),
      confidence: said.prediction?.confidence ?? 0,
      isPassed: hasIntent && hasReply,
    };
  });
  return { testId: test.id, name: test.name || (test.turns[0]?.say ?? ''), isPassed: turns.every(({ isPassed }) => isPassed), turns };
}

/** Tests that passed with the version before and fail now: the ones that ask before the switch. */
export const nowFailing = (before: readonly TestResult[], now: readonly TestResult[]): TestResult[] => {
  const passed = new Set(before.filter(({ isPassed }) => isPassed).map(({ testId }) => testId));
  return now.filter(({ testId, isPassed }) => !isPassed && passed.has(testId));
};
