import { type ChatDetail, type ChatFieldValue, defaultChatConfig } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../test-screens.tsx';
import { ChatFields } from './chat-fields.tsx';
import { CloseForm } from './close-form.tsx';

const chatId = idOf(6);
const chat = { chatId, deptId: '', sides: [], tag: '', note: '', customerName: 'Ada' } as unknown as ChatDetail;
const filled = (number: number, name: string, more: Partial<ChatFieldValue> = {}): ChatFieldValue => ({
  ...{ id: idOf(number), name, kind: 'text', options: [], isRequired: false, isActive: true, value: '' },
  ...more,
});
const path = `/e/enterprise/chat/${chatId}/fields`;
let fields: ChatFieldValue[] = [];
const server = stubServer(() => ({
  [`GET ${path}`]: () => good(fields),
  [`PUT ${path}`]: () => {
    fields = fields.map((field) => (field.name === 'Amount' ? { ...field, value: '12.5' } : field));
    return good(fields);
  },
  'GET /e/enterprise/chat_config': () => good(defaultChatConfig),
}));

test('fields are shown by their kinds, and what was changed alone is saved', async () => {
  fields = [
    filled(1, 'Amount', { kind: 'number' }),
    filled(2, 'Solved', { kind: 'yes_no', value: 'false' }),
    filled(3, 'Plan', { kind: 'choice', options: ['Gold', 'Silver'], value: 'Bronze' }),
    filled(5, 'Due', { kind: 'date', value: '2026-02-03' }),
    filled(4, 'Old', { isActive: false, value: 'kept' }),
  ];
  draw(<ChatFields chat={chat} canMark />);
  expect((await screen.findAllByRole('definition')).map(({ textContent }) => textContent)).toEqual(['No', 'Bronze', '3 Feb 2026', 'kept']);
  await userEvent.click(screen.getByRole('button', { name: 'Change the fields' }));
  expect(screen.queryByRole('textbox', { name: 'Old' })).toBeNull();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), 'much');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Write a number such as 12 or 12.5.')).toBeTruthy();
  await userEvent.clear(screen.getByRole('textbox', { name: 'Amount' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '12.5');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Due' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Due' }), '2026-02-04');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('12.5')).toBeTruthy();
  expect(server.bodyOf(`PUT ${path}`)).toEqual({ values: { [idOf(1)]: '12.5', [idOf(5)]: '2026-02-04' } });
});

test('a reader who takes no part changes no field', async () => {
  fields = [filled(1, 'Order', { value: '4711' })];
  draw(<ChatFields chat={chat} canMark={false} />);
  expect(await screen.findByText('4711')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('needed fields are asked for before a chat is closed, and saved first', async () => {
  fields = [filled(1, 'Order', { isRequired: true }), filled(2, 'Plan', { isRequired: true, value: 'Gold' }), filled(3, 'Other')];
  const onClosed = vi.fn();
  openScreens('/chat/conversation', (root) => [
    screenAt(root, '/chat/conversation', () => <CloseForm chat={chat} onDone={() => {}} onClosed={onClosed} />),
  ]);
  const order = await screen.findByRole('textbox', { name: /Order/ });
  expect(screen.queryByRole('textbox', { name: /Plan|Other/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close chat' }));
  expect(await screen.findByText('The chat needs a value before it is closed.')).toBeTruthy();
  expect(onClosed).not.toHaveBeenCalled();
  await userEvent.type(order, '4711');
  await userEvent.click(screen.getByRole('button', { name: 'Close chat' }));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(server.bodyOf(`PUT ${path}`)).toEqual({ values: { [idOf(1)]: '4711' } });
});
