import type { QuickReply } from '@parley/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { good, idOf, refused, stubServer, toastTexts } from '../../../test-screens.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';

const list = 'GET /e/enterprise/quick_replies';
const reply = (number: number, shortcut: string, text: string): QuickReply => ({
  id: idOf(number),
  deptId: '',
  shortcut,
  text,
  textHi: '',
  usedCount: 0,
  version: 1,
});
const replies = [reply(1, 'greet', 'Hello {{ customer.name }}'), reply(2, 'bye', 'Goodbye'), reply(3, 'hours', 'We open at nine')];
const filled = (number: number) => `GET /e/enterprise/quick_replies/${idOf(number)}/text`;
const server = stubServer(() => ({
  [list]: ({ query }) => {
    const search = query.search ?? '';
    return good({
      replies: replies.filter(({ shortcut, text }) => shortcut.startsWith(search) || text.toLowerCase().includes(search)),
      more: false,
    });
  },
  [filled(1)]: () =>
    good({
      language: 'en',
      parts: [
        { text: 'Hello ', isGap: false },
        { text: 'customer.name', isGap: true },
      ],
    }),
  [filled(2)]: () => good({ language: 'en', parts: [{ text: 'Goodbye, Ravi', isGap: false }] }),
  [filled(3)]: () => refused('quick_reply.not_found', 'No such quick reply.'),
}));

let line: ReturnType<typeof openLine>;
const composer = createRef<ComposerHandle>();
let field: HTMLTextAreaElement;
beforeEach(() => {
  setOwner(undefined);
  setOwner({ eId: 'e1', uId: 'asha' });
  line = openLine();
  line.accept('asha');
  draw(<Composer chatId={idOf(7)} customerName="Ravi" channelType={4} seen={4} takesFocus={false} onLeave={() => {}} ref={composer} />);
  field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Ravi' });
});
const options = async () => within(await screen.findByRole('listbox', { name: 'Quick replies' })).getAllByRole('option');
const marked = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
const sent = () => line.sent.filter(({ type }) => type === 'agentReply').map(({ data }) => data);

test('a slash opens the list, arrows mark one, Enter lays its filled words into the field, and the reply names it', async () => {
  await userEvent.type(field, 'Well, /');
  expect((await options()).map(({ textContent }) => textContent)).toEqual([
    '/greetHello {{ customer.name }}',
    '/byeGoodbye',
    '/hoursWe open at nine',
  ]);
  expect(server.queriesOf(list)[0]).toEqual({ chatId: idOf(7), search: '', sort: 'used', perPage: '200' });
  expect(marked()).toContain('/greet');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toContain('/bye');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(marked()).toContain('/hours');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(field.value).toBe('Well, Goodbye, Ravi'));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(server.queriesOf(filled(2))).toEqual([{ chatId: idOf(7) }]);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent()).toMatchObject([{ message: 'Well, Goodbye, Ravi', quickReplyIds: [idOf(2)] }]));
  await userEvent.type(field, 'Next{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).not.toHaveProperty('quickReplyIds');
});

test('a second Enter while the words are on their way sends nothing', async () => {
  const line = Promise.withResolvers<void>();
  const answer = server.replies[filled(2)];
  server.replies[filled(2)] = async (asked) => {
    await line.promise;
    return (await answer?.(asked)) ?? good(null);
  };
  await userEvent.type(field, '/bye');
  await options();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  line.resolve();
  await waitFor(() => expect(field.value).toBe('Goodbye, Ravi'));
  expect(sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent()).toMatchObject([{ message: 'Goodbye, Ravi', quickReplyIds: [idOf(2)] }]));
});

test('words behind the slash search on the server as well, by shortcut and by words', async () => {
  await userEvent.type(field, '/nine');
  await waitFor(async () => expect((await options()).map(({ textContent }) => textContent)).toEqual(['/hoursWe open at nine']));
  expect(server.queriesOf(list).at(-1)).toEqual({ chatId: idOf(7), search: 'nine', sort: 'used', perPage: '20' });
  await userEvent.clear(field);
  await userEvent.type(field, '/zzz');
  expect(await screen.findAllByText('No quick reply is found.')).not.toEqual([]);
  // Nothing is found, so Enter sends what stands there.
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent()).toMatchObject([{ message: '/zzz' }]));
});

test('Escape closes the list alone, and its slash stays words; a slash within a word opens none', async () => {
  await userEvent.type(field, 'A /');
  await options();
  await userEvent.keyboard('{Escape}');
  expect([screen.queryByRole('listbox'), document.activeElement === field]).toEqual([null, true]);
  await userEvent.keyboard('b');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.keyboard(' and/or');
  expect([field.value, screen.queryByRole('listbox')]).toEqual(['A /b and/or', null]);
});

test('a variable that nobody knows is a gap, which is marked and must be filled before the reply leaves', async () => {
  await userEvent.type(field, '/gre');
  fireEvent.click((await options())[0] as HTMLElement);
  await waitFor(() => expect(field.value).toBe('Hello ⟦customer’s name⟧'));
  await waitFor(() => expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('⟦customer’s name⟧'));
  expect(screen.getByText('Fill in ⟦customer’s name⟧ before you send.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(sent()).toEqual([]);
  fireEvent.change(field, { target: { value: 'Hello Ravi' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(sent()).toMatchObject([{ message: 'Hello Ravi', quickReplyIds: [idOf(1)] }]));
});

test('the key and the button type the slash; a reply that is gone is told, and the words stay', async () => {
  await userEvent.type(field, 'Sorry');
  act(() => composer.current?.openQuickReplies());
  await options();
  expect(field.value).toBe('Sorry /');
  await userEvent.keyboard('ho{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['No such quick reply.']));
  expect(field.value).toBe('Sorry /ho');
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Quick reply' }));
  expect(await options()).toHaveLength(3);
});
