import { expect, test } from 'vitest';
import { insertMention, mentionAt, mentionedIn } from './mention-text.ts';
import { partsOf } from './side-line.tsx';

test('a name is being written behind a sign that begins a word, as far as two words', () => {
  const at = (text: string) => mentionAt(text, text.length);
  expect(at('@')).toEqual({ at: 0, name: '' });
  expect(at('Ask @Ad')).toEqual({ at: 4, name: 'Ad' });
  expect(at('Ask @Ada Lo')).toEqual({ at: 4, name: 'Ada Lo' });
  for (const none of ['', 'Ask', 'ada@shop', '@ ', '@Ada Lovelace has', '@Ada\n', `@${'x'.repeat(41)}`]) expect(at(none)).toBeUndefined();
});

test('a chosen name takes the place of what was written of it', () => {
  expect(insertMention('Ask @ad about it', 7, { at: 4, name: 'ad' }, 'Ada')).toEqual({ text: 'Ask @Ada about it', caret: 9 });
});

test('a name that was deleted again is mentioned no more', () => {
  const chosen = [{ name: 'Ada' }, { name: 'Ben' }];
  expect(mentionedIn('Only @Ben', chosen)).toEqual([{ name: 'Ben' }]);
});

test('a note is parted at its names, the longer of two that fit, and at no other sign', () => {
  const mentions = [
    { uId: '1', name: 'Ann' },
    { uId: '2', name: 'Ann Lee' },
  ];
  expect(partsOf({ text: '@Ann Lee or @Ann, not a@b', mentions }).map(({ text, uId }) => [text, uId])).toEqual([
    ['@Ann Lee', '2'],
    [' or ', undefined],
    ['@Ann', '1'],
    [', not a@b', undefined],
  ]);
});
