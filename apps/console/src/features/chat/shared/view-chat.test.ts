import { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openLine } from '../../../test-line.ts';
import { chatKeys } from './chat.queries.ts';
import { viewChat } from './view-chat.ts';

const view = async (users: { uId: string; type: string }[]) => {
  const line = openLine();
  line.accept();
  const client = new QueryClient();
  client.setQueryData(chatKeys.detail('a'), { chatId: 'a', users } as never);
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  await act(() => viewChat(client, 'a', 'me'));
  expect(line.sent.filter(({ type }) => type === 'viewing').map(({ data }) => data)).toEqual([{ chatId: 'a' }]);
  return invalidated;
};

test.each([
  ['another’s', 'nina', 'owner'],
  ['one that was left', 'me', 'left'],
])(
  'a chat that is only looked at, %s, is read again once its entries come: the last one may have come in between',
  async (_which, uId, type) => {
    expect(await view([{ uId, type }])).toHaveBeenCalledExactlyOnceWith({ queryKey: chatKeys.detail('a') });
  },
);

test('a participant has the chat’s entries anyway, and reads nothing again', async () => {
  expect(await view([{ uId: 'me', type: 'owner' }])).not.toHaveBeenCalled();
});
