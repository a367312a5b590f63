import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { searchDelayMs } from '../lib/search.ts';
import { draw } from '../test-draw.tsx';
import { SearchBox } from './search-box.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });

test('WIDGET-009 WIDGET-010 the text is told once typing has paused for 500 ms', () => {
  const onSearch = vi.fn();
  draw(<SearchBox value="" onSearch={onSearch} />);
  type('a');
  act(() => {
    vi.advanceTimersByTime(499);
  });
  type('ad');
  act(() => {
    vi.advanceTimersByTime(499);
  });
  expect(onSearch).not.toHaveBeenCalled();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(onSearch.mock.calls).toEqual([['ad']]);
  expect(searchDelayMs).toBe(500);
});

test('WIDGET-012 a screen may name its own pause', () => {
  const onSearch = vi.fn();
  draw(<SearchBox value="" onSearch={onSearch} delayMs={100} />);
  type('a');
  act(() => {
    vi.advanceTimersByTime(100);
  });
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('a');
});

test('Enter tells at once, and once only', () => {
  const onSearch = vi.fn();
  draw(<SearchBox value="" onSearch={onSearch} />);
  type('a');
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  expect(onSearch.mock.calls).toEqual([['a']]);
});
