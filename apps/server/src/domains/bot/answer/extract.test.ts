import { marked } from 'marked';
import { expect, test } from 'vitest';
import { toChatMarkup } from '../turn/chat-markup.ts';
import { quotePassage } from './extract.ts';

test.each([
  ['Use *.txt and snake_case, not <b>bold</b> or [x](y) # today.', 'Use *.txt and snake_case, not <b>bold</b> or [x](y) # today.'],
  ['See https://www.example.com/social_contract#a_b now.', 'See https://www.example.com/social_contract#a_b now.'],
  ['• One\n• Two', '• One\n• Two'],
  ['| Model: A; Power: 9 W\n| Model: B; Power: 7 W', '• Model: A; Power: 9 W\n• Model: B; Power: 7 W'],
  ['Type\n\n```\nls *.txt | wc\n```', 'Type\n\n```ls *.txt | wc```'],
  ['Type\n\n```\nls *.txt\nls b', 'Type\n\n```ls *.txt\nls b```'],
])('%j is said as it stands in the passage', (answer, said) => {
  expect(toChatMarkup(quotePassage(answer))).toBe(said);
});

test('nothing in a passage becomes markup on the screen', () => {
  const html = marked.parse(quotePassage('<img src=x onerror=alert(1)> **b** _i_ ~~s~~ `c`\n# Title\n- item\n> quote'), { async: false });
  expect(html.match(/<\w+/g)).toEqual(['<p']);
});
