import { type ChatDetail, chatStates } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, idOf, stubServer } from '../../../test-screens.tsx';
import { ChatMarks } from './chat-marks.tsx';

const chatId = idOf(6);
const mark = (index: number, name: string) => ({ id: idOf(index), name, colour: '#868e96' });
const label = (index: number, name: string) => ({
  ...mark(index, name),
  deptId: '',
  order: index,
  isActive: true,
  isUsed: false,
  version: 1,
});
const retired = mark(3, 'Retired');
const chat = { chatId, state: chatStates.ongoing, labels: [retired], tag: 'Retired', priority: 5 } as unknown as ChatDetail;
const labels = `PUT /e/enterprise/chat/${chatId}/labels`;
const priority = `PUT /e/enterprise/chat/${chatId}/priority`;
const server = stubServer(() => ({
  'GET /e/chat/config/': () => good([label(1, 'Order'), label(2, 'Refund')]),
  [labels]: () => good([]),
  [priority]: () => good({ priority: 8 }),
}));
const open = (asked?: 'labels' | 'priority') => draw(<ChatMarks chat={chat} canMark asked={asked} onAnswered={() => {}} />);

test('a key leads to the labels, which are added and removed by keyboard; a retired one stays', async () => {
  open('labels');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Labels'));
  await userEvent.keyboard('ref');
  await screen.findByRole('option', { name: 'Refund' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(server.bodyOf(labels)).toEqual({ labelIds: [idOf(3), idOf(2)] }));
});

test('a key opens the priorities, and the chosen one is saved', async () => {
  open('priority');
  await userEvent.click(await screen.findByRole('menuitem', { name: '8' }));
  await waitFor(() => expect(server.bodyOf(priority)).toEqual({ priority: '8' }));
});
