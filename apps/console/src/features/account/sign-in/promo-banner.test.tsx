import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { bannerSlideMs, PromoBanner } from './promo-banner.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const slides = ['One', 'Two', 'Three'].map((subtitle) => ({ subtitle, image: `/${subtitle}.png`, text: `${subtitle} text` }));
const wait = (times: number) =>
  act(() => {
    vi.advanceTimersByTime(bannerSlideMs * times);
  });
const shown = () => screen.getByText(/^(One|Two|Three)$/).textContent;

test('AUTH-014 AUTH-015 the slides, each with its subtitle, image and text, change every 3000 ms and begin anew', () => {
  const { container } = draw(<PromoBanner slides={slides} brand="Acme" />);
  const slide = () => [shown(), container.querySelector('img')?.getAttribute('src'), screen.getByText(/ text$/).textContent];
  expect([bannerSlideMs, ...slide()]).toEqual([3000, 'One', '/One.png', 'One text']);
  act(() => {
    vi.advanceTimersByTime(2999);
  });
  expect(shown()).toBe('One');
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(slide()).toEqual(['Two', '/Two.png', 'Two text']);
  wait(2);
  expect(shown()).toBe('One');
});

test('AUTH-016 they stand still while pointed at, and have no arrows', () => {
  draw(<PromoBanner slides={slides} brand="Acme" />);
  fireEvent.mouseEnter(screen.getByRole('region', { name: 'About Acme' }));
  wait(3);
  expect(shown()).toBe('One');
  fireEvent.mouseLeave(screen.getByRole('region', { name: 'About Acme' }));
  wait(1);
  expect(shown()).toBe('Two');
  expect(screen.queryByRole('button', { name: /next|previous/i })).toBeNull();
});

test('they can be paused by the keyboard', () => {
  draw(<PromoBanner slides={slides} brand="Acme" />);
  fireEvent.click(screen.getByRole('button', { name: 'Pause the slides' }));
  wait(2);
  expect(shown()).toBe('One');
});
