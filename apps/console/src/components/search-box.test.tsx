import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
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

let show = (_text: string) => {};
function Box() {
  const [value, setValue] = useState('');
  show = (text) => act(() => setValue(text));
  return <SearchBox value={value} onSearch={() => {}} delayMs={100} />;
}

test('a text that comes back after a later one was typed takes nothing from the field; one from outside does', () => {
  draw(<Box />);
  const shown = () => screen.getByRole<HTMLInputElement>('searchbox').value;
  for (const text of ['Bo', 'Bot']) {
    type(text);
    act(() => {
      vi.advanceTimersByTime(100);
    });
  }
  // The screen shows each of them a moment later.
  show('Bo');
  expect(shown()).toBe('Bot');
  show('Bot');
  show('Bo');
  expect(shown()).toBe('Bo');
});
