import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { keepParameters, responseExtensions } from './response-markdown.ts';

const convert = (content: string, contentType: 'html' | 'markdown') => {
  const editor = new Editor({ extensions: responseExtensions(), content, contentType, injectCSS: false });
  const markdown = keepParameters(editor.getMarkdown());
  editor.destroy();
  return markdown;
};

test('INTENT-047 rich text becomes markdown', () => {
  const html = '<p>Your <strong>order</strong> is <em>on its way</em>.</p><ul><li><p>one</p></li><li><p>two</p></li></ul>';
  expect(convert(html, 'html')).toBe('Your **order** is *on its way*.\n\n- one\n- two');
});

test('a stored answer comes back as it was, the names in braces too', () => {
  const markdown = 'Hello {{first_name}}, see [here](https://example.com/a_b).\n\n1. {{order_no}}\n2. *soon*';
  expect(convert(markdown, 'markdown')).toBe(markdown);
  expect(convert('<p>{{a_b}} costs &lt; 5_000</p>', 'html')).toBe('{{a_b}} costs &lt; 5\\_000');
});
