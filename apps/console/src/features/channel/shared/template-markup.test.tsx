import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderTemplateMarkup } from './template-markup.tsx';

test('TMPL-015 asterisks are bold, underscores italic, tildes struck, triple backticks mono', () => {
  const { container } = render(<p>{renderTemplateMarkup('*a* _b_ ~c~ ```d```')}</p>);
  expect(container.innerHTML).toBe('<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>');
});

test('marks nest', () => {
  const { container } = render(<p>{renderTemplateMarkup('*bold _and italic_*')}</p>);
  expect(container.innerHTML).toBe('<p><strong>bold <em>and italic</em></strong></p>');
});

test('a web address is a link that leaves in a window of its own and tells the other side nothing', () => {
  const { container } = render(<p>{renderTemplateMarkup('see https://example.com/a.')}</p>);
  expect(container.innerHTML).toBe(
    '<p>see <a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">https://example.com/a</a>.</p>',
  );
});

test('markup of the page is text', () => {
  const { container } = render(<p>{renderTemplateMarkup('*<img src=x onerror=alert(1)>*')}</p>);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('<img src=x onerror=alert(1)>');
});
