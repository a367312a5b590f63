import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { Composer } from './composer.tsx';
import { getDraftFiles, returnToDraft } from './drafts.ts';
import { undoChoice, undoSend } from './undo-send.ts';

let line: ReturnType<typeof openLine>;
let leave: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  setOwner(undefined);
  localStorage.setItem(`own:e1:asha:${undoChoice}`, '5');
  setOwner({ eId: 'e1', uId: 'asha' });
  line = openLine();
  line.accept('asha');
  const drawn = draw(
    <Composer chatId="chat" customerName="Ravi" channelType={4} seen={4} takesFocus={false} onLeave={() => {}} ref={null} />,
  );
  leave = drawn.unmount;
});
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Ravi' });
const say = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.keyDown(field(), { key: 'Enter' });
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const sent = () => line.sent.filter(({ type }) => type === 'agentReply').map(({ data }) => (data as { message: string }).message);
const bar = () => screen.queryByRole('region', { name: 'Not sent yet' });

test('a reply stands above the field for the chosen time, and then leaves', async () => {
  say('On its way');
  expect([bar()?.textContent, sent()]).toEqual([expect.stringContaining('On its way'), []]);
  await pass(4_900);
  expect(sent()).toEqual([]);
  await pass(200);
  expect([sent(), bar()]).toEqual([['On its way'], null]);
});

test('the button and the key take it back into the field, and nothing leaves', async () => {
  say('Wrong words');
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  expect([field().value, bar()]).toEqual(['Wrong words', null]);
  say('Wrong again');
  act(() => void undoSend('chat'));
  expect(field().value).toBe('Wrong again');
  await pass(20_000);
  expect(sent()).toEqual([]);
  expect(undoSend('chat')).toBe(false);
});

test('a place that is taken back lies in the reply again, and none of its words in the field', () => {
  const card = { kind: 'location' as const, latitude: 19.07, longitude: 72.87, name: 'Shop', address: '' };
  act(() => returnToDraft('chat', { text: '', attachment: card, seen: 4 }));
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([bar()?.textContent, screen.queryByRole('list', { name: 'Files of the reply' })]).toEqual([expect.stringContaining('Shop'), null]);
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  expect([field().value, screen.getByRole('list', { name: 'Files of the reply' }).textContent?.trim()]).toEqual(['', 'Shop']);
  expect(getDraftFiles('chat')).toEqual([card]);
});

test('a reply that another tab may still undo is not offered here', () => {
  const item = { key: 'k', chatId: 'chat', text: 'Of the other tab', attachment: null, order: 1, state: 'undoable', reason: '' };
  const name = 'own:e1:asha:reply:k';
  localStorage.setItem(name, JSON.stringify({ ...item, at: new Date().toISOString(), leavesAt: Date.now() + 5_000 }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name })));
  expect(bar()).toBeNull();
});

test('the next reply and another chat let it leave at once', async () => {
  say('One');
  say('Two');
  await pass(0);
  expect([sent(), bar()?.textContent]).toEqual([['One'], expect.stringContaining('Two')]);
  leave();
  await pass(0);
  expect(sent()).toEqual(['One', 'Two']);
});

test('the time is a choice of the person', async () => {
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: 'Time to undo' }));
  expect((await screen.findAllByRole('menuitemradio')).map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
    ['Send at once', 'false'],
    ['5 seconds to undo', 'true'],
    ['10 seconds to undo', 'false'],
  ]);
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Send at once' }));
  expect(localStorage.getItem(`own:e1:asha:${undoChoice}`)).toBeNull();
  say('At once');
  await expect.poll(sent).toEqual(['At once']);
});
