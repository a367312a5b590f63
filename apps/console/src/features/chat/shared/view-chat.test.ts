import { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openLine } from '../../../test-line.ts';
import { chatKeys } from './chat.queries.ts';
import { viewChat, viewedChats } from './view-chat.ts';

const participant = [{ uId: 'me', type: 'owner' }];

function look(users: { uId: string; type: string }[]) {
  const line = openLine();
  line.accept();
  const client = new QueryClient();
  for (const chatId of ['a', 'b']) client.setQueryData(chatKeys.detail(chatId), { chatId, users } as never);
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  const told = () => line.sent.filter(({ type }) => type === 'viewing').map(({ data }) => data);
  const view = async (chatId: string) => {
    const away = viewChat(client, chatId, 'me');
    await act(() => vi.waitFor(() => expect(told().length).toBeGreaterThan(0)));
    return away;
  };
  return { client, invalidated, told, view };
}

test.each([
  ['another’s', 'nina', 'owner'],
  ['one that was left', 'me', 'left'],
])(
  'a chat that is only looked at, %s, is read again once its entries come: the last one may have come in between',
  async (_which, uId, type) => {
    const { invalidated, told, view } = look([{ uId, type }]);
    const away = await view('a');
    expect(told()).toEqual([{ chatId: 'a', besideId: null }]);
    await vi.waitFor(() => expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: chatKeys.detail('a') }));
    away();
  },
);

test('a participant has the chat’s entries anyway, and reads nothing again', async () => {
  const { invalidated, view } = look(participant);
  const away = await view('a');
  expect(invalidated).not.toHaveBeenCalled();
  away();
});

test('two chats side by side are told together, and each goes by itself', async () => {
  const { told, view } = look(participant);
  const [awayFirst, awayBeside] = [await view('a'), await view('b')];
  expect(told().at(-1)).toEqual({ chatId: 'a', besideId: 'b' });
  expect(viewedChats()).toEqual(['a', 'b']);
  awayFirst();
  expect(told().at(-1)).toEqual({ chatId: 'b', besideId: null });
  awayBeside();
  expect(told().at(-1)).toEqual({ chatId: null });
  expect(viewedChats()).toEqual([]);
});
