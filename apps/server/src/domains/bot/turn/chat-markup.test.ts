import { expect, test } from 'vitest';
import { toChatMarkup } from './chat-markup.ts';

test.each([
  ['We are open **Monday to Saturday**.', 'We are open *Monday to Saturday*.'],
  ['*slanted* and ~~gone~~ and `code`', '_slanted_ and ~gone~ and code'],
  ['# Title\n\nText', '*Title*\n\nText'],
  ['one\ntwo', 'one\ntwo'],
  ['one\n\ntwo', 'one\n\ntwo'],
  ['- a\n- b **c**', '• a\n• b *c*'],
  ['3. a\n4. b', '3. a\n4. b'],
  ['[the page](https://example.com/x)', 'the page (https://example.com/x)'],
  ['https://example.com/x', 'https://example.com/x'],
  ['snake\\_case and 2 \\* 3', 'snake_case and 2 * 3'],
  ['a < b & c', 'a < b & c'],
  ['<b>no tag</b>', '<b>no tag</b>'],
  ['', ''],
])('%j reads %j in a chat', (markdown, wanted) => {
  expect(toChatMarkup(markdown)).toBe(wanted);
});
