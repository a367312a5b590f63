import type { TrainingIssue } from '@parley/contract';
import type { BotSnapshot } from '../version/bot.definition.ts';

type CheckedStory = { storyId: string; parentId: string | null; name: string };
type CheckedIntent = { storyId: string; name: string; response: string | null; handsOver: boolean; utteranceCount: number };

export const toIssue = (kind: string, severity: TrainingIssue['severity'], message: string, intents: string[] = []): TrainingIssue => ({
  kind,
  severity,
  message,
  intents,
  texts: [],
});

/** Tells whether there is nothing that a training could learn from or answer with. */
export const isEmptyBot = ({ definition, phrases, passages }: BotSnapshot): boolean =>
  phrases.length === 0 && passages.length === 0 && definition.prompt.prompt === '';

/** Intents that leave the customer without a word. A hand-over says its own. */
export const checkAnswers = (intents: readonly CheckedIntent[]): TrainingIssue[] =>
  intents
    .filter(({ response, handsOver }) => !handsOver && (response ?? '').trim() === '')
    .map(({ name }) => toIssue('no_answer', 'warning', `The intent ${name} has no answer.`, [name]));

/**
 * Stories, with those below them, that have no intents, or none that any message can reach: an intent is reached by its phrases alone.
 * @param stories of a bot, without its root
 */
export function checkStories(stories: readonly CheckedStory[], intents: readonly CheckedIntent[]): TrainingIssue[] {
  const children = Map.groupBy(stories, ({ parentId }) => parentId);
  const ofStory = Map.groupBy(intents, ({ storyId }) => storyId);
  const below = (storyId: string): CheckedIntent[] => [
    ...(ofStory.get(storyId) ?? []),
    ...(children.get(storyId) ?? []).flatMap((child) => below(child.storyId)),
  ];
  return stories.flatMap(({ storyId, name }) => {
    const found = below(storyId);
    if (found.length === 0) return [toIssue('empty_story', 'warning', `The story ${name} has no intents.`)];
    if (found.some(({ utteranceCount }) => utteranceCount > 0)) return [];
    const names = found.map((intent) => intent.name);
    return [toIssue('unreachable_story', 'warning', `Nothing leads into the story ${name}: its intents have no phrases.`, names)];
  });
}
