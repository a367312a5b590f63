import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, idOf, refused, stubServer } from '../../../test-screens.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { RowChat } from './chat-row.tsx';

const bulk = 'POST /e/enterprise/chat/bulk';
const server = stubServer();
const rows = Array.from({ length: 250 }, (_, index) => ({ chatId: idOf(index), customerName: `Customer ${index}` }) as RowChat);
const askedIds = () => server.asked.filter(({ call }) => call === bulk).map(({ body }) => (body as { chatIds: string[] }).chatIds);

test('more chats than one request takes are sent in parts, and after a part that failed the rest alone', async () => {
  let isDown = false;
  server.replies[bulk] = ({ body }) => {
    isDown = !isDown;
    const { chatIds } = body as { chatIds: string[] };
    return isDown || chatIds.length < 50 ? good({ done: chatIds, refused: [] }) : refused('bulk.finished', 'Try it once more.');
  };
  const keep = vi.fn();
  draw(<BulkBar selection={{ ids: new Set(rows.map(({ chatId }) => chatId)), toggle: () => {}, keep }} rows={rows} />);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('heading').textContent).toContain('250');
  await userEvent.click(dialog.getByRole('button', { name: 'Close chat' }));
  expect(await dialog.findByText('Try it once more.')).toBeTruthy();
  expect(dialog.getByRole('heading').textContent).toContain('50');
  expect(keep).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Close chat' }));
  await vi.waitFor(() => expect(keep).toHaveBeenCalledWith([]));
  expect(askedIds().map(({ length }) => length)).toEqual([200, 50, 50]);
  expect(askedIds()[2]).toEqual(rows.slice(200).map(({ chatId }) => chatId));
});
