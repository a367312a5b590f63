import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { carouselSlideMs, TemplatePreview } from './template-preview.tsx';

test('TMPL-013 a template without any part shows nothing', () => {
  draw(<TemplatePreview template={{}} />);
  expect(screen.queryByRole('region', { name: 'Template preview' })).toBeNull();
});

test('TMPL-013 TMPL-015 header, body, footer and buttons are shown, marks as formatting', () => {
  draw(
    <TemplatePreview
      template={{
        headerText: 'Order',
        body: 'It is *ready* _now_, ~late~ ```4711```',
        footer: 'Reply STOP',
        buttons: [{ type: 'URL', text: 'Track' }],
      }}
    />,
  );
  expect(['ready', 'now', 'late', '4711'].map((text) => screen.getByText(text).tagName)).toEqual(['STRONG', 'EM', 'S', 'CODE']);
  expect(screen.getByText('Reply STOP')).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('Track');
});

test('TMPL-014 a carousel moves on every 4 seconds', () => {
  vi.useFakeTimers();
  draw(<TemplatePreview template={{ cards: [{ body: 'one' }, { body: 'two' }] }} />);
  expect(screen.getByText('Card 1 of 2')).toBeTruthy();
  act(() => {
    vi.advanceTimersByTime(carouselSlideMs);
  });
  expect(screen.getByText('Card 2 of 2')).toBeTruthy();
  expect(carouselSlideMs).toBe(4000);
});
