import { render } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTemplateMarkup, renderTemplateMarkup, stripTemplateMarkup } from './template-markup.tsx';

test('asterisks are bold, underscores italic, tildes struck, triple backticks mono', () => {
  const { container } = render(<p>{renderTemplateMarkup('*a* _b_ ~c~ ```d```')}</p>);
  expect(container.innerHTML).toBe('<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>');
});

test('marks nest', () => {
  const { container } = render(<p>{renderTemplateMarkup('*bold _and italic_*')}</p>);
  expect(container.innerHTML).toBe('<p><strong>bold <em>and italic</em></strong></p>');
});

test('marks inside words, next to blanks or without an end stay as typed', () => {
  for (const text of ['2*3*4', 'snake_case_name', '* a *', '*open', '**', '***', '~ ~', '``````', 'a * b * c']) {
    expect(stripTemplateMarkup(parseTemplateMarkup(text)), text).toBe(text);
  }
});

test('monospace keeps the marks inside it', () => {
  const { container } = render(<p>{renderTemplateMarkup('```*a*```')}</p>);
  expect(container.innerHTML).toBe('<p><code>*a*</code></p>');
});

test('markup of the page is text', () => {
  const { container } = render(<p>{renderTemplateMarkup('*<img src=x onerror=alert(1)>*')}</p>);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('<img src=x onerror=alert(1)>');
});

test('any text: only marks go, every other character stays in its order', () => {
  const letters = fc.constantFrom('*', '_', '~', '`', ' ', '\n', 'a', 'b', '<', '&', 'ü');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 60 }), (text) => {
      const shown = stripTemplateMarkup(parseTemplateMarkup(text));
      const ink = (value: string) => value.replace(/[*_~`]/g, '');
      return ink(shown) === ink(text) && shown.length <= text.length;
    }),
    { numRuns: 500 },
  );
});
