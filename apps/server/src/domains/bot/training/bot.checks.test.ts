import { expect, test } from 'vitest';
import { checkAnswers, checkStories } from './bot.checks.ts';

const intent = (storyId: string, name: string, fields: object = {}) => ({
  storyId,
  name,
  response: 'Yes',
  handsOver: false,
  utteranceCount: 2,
  ...fields,
});

test('an intent without words is named, unless it hands over', () => {
  const intents = [
    intent('a', 'greet'),
    intent('a', 'mute', { response: null }),
    intent('a', 'blank', { response: '  ' }),
    intent('a', 'agent', { response: null, handsOver: true }),
  ];
  expect(checkAnswers(intents).map(({ kind, message, intents: names }) => [kind, message, names])).toEqual([
    ['no_answer', 'The intent mute has no answer.', ['mute']],
    ['no_answer', 'The intent blank has no answer.', ['blank']],
  ]);
});

test('a story counts with those below it', () => {
  const story = (storyId: string, parentId: string | null = 'root') => ({ storyId, parentId, name: storyId.toUpperCase() });
  const stories = [story('parent'), story('child', 'parent'), story('bare'), story('cut'), story('deep', 'cut')];
  const intents = [intent('child', 'greet'), intent('deep', 'silent', { utteranceCount: 0 })];
  expect(checkStories(stories, intents).map(({ kind, message, intents: names }) => [kind, message, names])).toEqual([
    ['empty_story', 'The story BARE has no intents.', []],
    ['unreachable_story', 'Nothing leads into the story CUT: its intents have no phrases.', ['silent']],
    ['unreachable_story', 'Nothing leads into the story DEEP: its intents have no phrases.', ['silent']],
  ]);
});
