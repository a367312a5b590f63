import { partialAnswers } from '@parley/contract';
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { partialExpiryMs, type WidgetEntry } from './protocol.ts';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import { emptyThread } from './thread.ts';
import { ThreadView } from './thread-view.tsx';
import { sayIn } from './words.ts';

const answer: WidgetEntry = {
  number: 2,
  id: 'id-2',
  author: 'bot',
  name: 'Desk',
  text: 'It is *two years*.',
  attachment: null,
  at: '2026-01-01T10:00:00.000Z',
  key: '',
};
const stateOf = (entries: WidgetEntry[], text: string): SessionState => ({
  config: { title: '', greeting: '', colour: '', isOnline: false, hasBot: true, ratingEnabled: true, maxFileBytes: 0 },
  connection: 'open',
  thread: { ...emptyThread, chatId: 'chat-1', isOpen: true, handledBy: 'bot', segments: [{ chatId: 'chat-1', entries }] },
  outbox: [],
  typingName: undefined,
  partial: text === '' ? undefined : { chatId: 'chat-1', after: 1, text },
  isPanelOpen: true,
  isRestored: false,
  unreadCount: 0,
  ratedChatIds: [],
  greeting: undefined,
  dismissed: '',
  draftNo: 0,
  isKnown: false,
  form: undefined,
});

test('an unfinished answer is seen and neither read out nor reached by keyboard; the answer is read out once', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const box = document.createElement('div');
  const show = (state: SessionState) => act(() => render(h(ThreadView, { session: {} as Session, state, say: sayIn('en') }), box));
  await show(stateOf([], 'It is *two* https://example.com'));
  const log = box.querySelector('[role=log]') as HTMLElement;
  const partial = log.querySelector('.is-partial') as HTMLElement;
  expect(partial.textContent).toBe('It is two https://example.com');
  const around = partial.closest('[aria-hidden=true]');
  expect([around?.hasAttribute('inert'), log.getAttribute('aria-live')]).toEqual([true, 'polite']);
  await show(stateOf([answer], ''));
  expect(log.querySelector('.is-partial')).toBeNull();
  const said = [...log.querySelectorAll('.bubble')].filter(({ textContent }) => textContent === 'It is two years.');
  expect(said.map((bubble) => bubble.closest('[aria-hidden], [inert]'))).toEqual([null]);
  await act(() => render(null, box));
  vi.unstubAllGlobals();
});

test('a bot without a name of its own speaks for the brand, by the title of the channel', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const box = document.createElement('div');
  const state = stateOf(
    [
      { ...answer, name: '' },
      { ...answer, id: 'id-3', number: 3, name: 'Desk' },
    ],
    '',
  );
  const branded = { ...state, config: { ...state.config, title: 'Ravi Bakery' } };
  await act(() => render(h(ThreadView, { session: {} as Session, state: branded, say: sayIn('en') }), box));
  expect([...box.querySelectorAll('.name')].map(({ textContent }) => textContent)).toEqual(['Ravi Bakery', 'Desk']);
  await act(() => render(null, box));
  vi.unstubAllGlobals();
});

test('the widget waits as long as the contract says', () => {
  expect(partialExpiryMs).toBe(partialAnswers.expiryMs);
});

test('a place links to a map and people have numbers to call, in place of the words', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const box = document.createElement('div');
  const show = (entry: WidgetEntry) =>
    act(() => render(h(ThreadView, { session: {} as Session, state: stateOf([entry], ''), say: sayIn('en') }), box));
  const hrefs = () => [...box.querySelectorAll('.bubble a')].map((link) => link.getAttribute('href'));
  await show({ ...answer, text: 'words', card: { kind: 'location', latitude: 1.5, longitude: 2, name: 'Shop', address: '' } });
  expect([box.querySelector('.bubble')?.textContent, hrefs()]).toEqual(['Shop1.5, 2Show on a map', ['https://maps.google.com/?q=1.5,2']]);
  await show({ ...answer, text: 'words', card: { kind: 'contacts', contacts: [{ name: 'Ravi', phones: ['+911', '+912'] }] } });
  expect([box.querySelector('.bubble')?.textContent, hrefs()]).toEqual(['Ravi+911+912', ['tel:+911', 'tel:+912']]);
  await act(() => render(null, box));
  vi.unstubAllGlobals();
});

test('choices are buttons, more than ten a list with a search, and a press says the title with its payload', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const box = document.createElement('div');
  const say = vi.fn();
  const session = { say } as unknown as Session;
  const show = (count: number, isOpen = true) => {
    const items = Array.from({ length: count }, (_, at) => ({ id: `j.1.${at}`, title: `Item ${at}`, description: at === 7 ? 'Rare' : '' }));
    const state = stateOf([{ ...answer, choices: { button: '', items } }], '');
    return act(() => render(h(ThreadView, { session, state: { ...state, thread: { ...state.thread, isOpen } }, say: sayIn('en') }), box));
  };
  const titles = () => [...box.querySelectorAll('.choice')].map((button) => button.firstChild?.textContent);
  await show(3);
  expect([titles(), box.querySelector('[type=search]')]).toEqual([['Item 0', 'Item 1', 'Item 2'], null]);
  (box.querySelectorAll('.choice')[1] as HTMLButtonElement).click();
  expect(say).toHaveBeenCalledExactlyOnceWith('Item 1', null, 'j.1.1');
  await show(11);
  expect(titles()).toHaveLength(11);
  const search = box.querySelector('[type=search]') as HTMLInputElement;
  const look = (text: string) =>
    act(() => {
      search.value = text;
      search.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await look('rARE');
  expect(titles()).toEqual(['Item 7']);
  await look('nothing');
  expect([titles(), box.querySelector('.none')?.textContent]).toEqual([[], 'Nothing found']);
  await show(3, false);
  expect((box.querySelector('.choices') as HTMLFieldSetElement).disabled).toBe(true);
  await act(() => render(null, box));
  vi.unstubAllGlobals();
});

test('an entry that was changed says so: other words, a reaction, or nothing but that it was taken back', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const box = document.createElement('div');
  const state = stateOf(
    [
      { ...answer, number: 1, id: 'id-1', author: 'visitor', text: 'Thanks', reaction: '👍' },
      { ...answer, author: 'agent', text: 'On Monday', isEdited: true },
      { ...answer, number: 3, id: 'id-3', author: 'agent', text: '', isTakenBack: true },
    ],
    '',
  );
  await act(() => render(h(ThreadView, { session: {} as Session, state, say: sayIn('en') }), box));
  expect(box.querySelector('[role=img][aria-label="Reaction: 👍"]')?.textContent).toBe('👍');
  const lines = [...box.querySelectorAll('.line')].map((line) => [
    line.querySelector('.bubble')?.textContent,
    line.querySelector('.meta')?.textContent?.includes('Edited'),
  ]);
  expect(lines).toEqual([
    ['Thanks', false],
    ['On Monday', true],
    ['This message was taken back', false],
  ]);
  await act(() => render(null, box));
  vi.unstubAllGlobals();
});
