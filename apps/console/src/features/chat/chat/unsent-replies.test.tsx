import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { UnsentReplies } from './unsent-replies.tsx';

test('replies that did not go out stand in one list, also those of chats that are gone, and are sent, opened or discarded there', async () => {
  const keep = (key: string, chatId: string, text: string) =>
    localStorage.setItem(
      `own:e1:asha:reply:${key}`,
      JSON.stringify({
        key,
        chatId,
        text,
        attachment: null,
        at: new Date().toISOString(),
        order: 1,
        state: 'refused',
        reason: 'This chat has ended.',
      }),
    );
  keep('k1', 'gone', 'To somebody who left');
  keep('k2', 'known', 'To Meera');
  setOwner({ eId: 'e1', uId: 'asha' });
  const onOpen = vi.fn();
  draw(<UnsentReplies chats={[{ chatId: 'known', customerName: 'Meera' }] as never} onOpen={onOpen} />);
  fireEvent.click(screen.getByRole('button', { name: '2 replies were not sent' }));
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^To Customer.*To somebody who left.*This chat has ended\./),
    expect.stringMatching(/^To Meera.*To Meera.*This chat has ended\./),
  ]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Discard' })[0] as HTMLElement);
  expect(await screen.findAllByRole('listitem')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Open the chat' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('known');
  expect(Object.keys(localStorage)).toEqual(['own:e1:asha:reply:k2']);
});
