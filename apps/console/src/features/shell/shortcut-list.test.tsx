import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chatWords } from '../../locales/chat.ts';
import { draw } from '../../test-draw.tsx';
import { meQuery } from '../account/shared/me.ts';
import { chatActs, shownKeys } from '../chat/shared/chat-acts.ts';
import { ShortcutList } from './shortcut-list.tsx';

function drawFor(permissions: string[]): void {
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, { permissions } as never);
  draw(
    <QueryClientProvider client={client}>
      <ShortcutList isOpen onClose={() => {}} />
    </QueryClientProvider>,
  );
}

test('the list names every single key of the conversation to who handles chats', () => {
  drawFor(['CHAT.HANDLE']);
  for (const { keys, word } of chatActs.filter(({ keys: some }) => some.length > 0))
    expect(screen.getByText(chatWords.conversation(word)).parentElement?.textContent).toBe(
      chatWords.conversation(word) + shownKeys(keys).join(''),
    );
});

test('a user who handles no chats sees the keys of the frame alone', () => {
  drawFor([]);
  expect(screen.getByText('Show this list')).toBeTruthy();
  expect(screen.queryByText(chatWords.conversation('keyReply'))).toBeNull();
});
