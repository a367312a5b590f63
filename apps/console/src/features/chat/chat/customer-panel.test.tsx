import type { ChatDetail } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, idOf, stubServer } from '../../../test-screens.tsx';
import { CustomerPanel } from './customer-panel.tsx';

const customer = {
  customerId: idOf(7),
  name: 'Ada',
  number: '+91 •••• 1234',
  emailId: 'ada@example.com',
  firstSeenAt: '2026-01-01T09:00:00.000Z',
  visit: { pageUrl: '', pageTitle: '', userAgent: '', language: '' },
  previousChats: [],
};
const chat = { chatId: idOf(6), customer, messages: [], users: [], tag: '', note: '' } as unknown as ChatDetail;
const call = 'PUT /e/enterprise/customer/profile';

const server = stubServer();
let answer = Promise.withResolvers<void>();
beforeEach(() => {
  answer = Promise.withResolvers<void>();
  server.replies[call] = async () => {
    await answer.promise;
    return good(customer);
  };
});
const openForm = async () => {
  draw(<CustomerPanel chat={chat} canEdit onOpen={() => {}} onClose={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  return screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ });
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('only what was changed is saved: a masked number is not', async () => {
  const name = await openForm();
  await userEvent.clear(name);
  await userEvent.type(name, 'Ada King');
  await save();
  answer.resolve();
  await screen.findByRole('button', { name: 'Edit' });
  expect(server.bodyOf(call)).toEqual({ customerId: idOf(7), name: 'Ada King' });
});

test('text typed while a save is under way stays, and the next save sends it', async () => {
  const name = await openForm();
  await userEvent.type(name, ' King');
  await save();
  await waitFor(() => expect(server.countOf(call)).toBe(1));
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
  await userEvent.clear(email);
  await userEvent.type(email, 'king@example.com');
  answer.resolve();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('data-loading')).toBe(false));
  expect(email.value).toBe('king@example.com');
  await save();
  await screen.findByRole('button', { name: 'Edit' });
  expect(server.bodyOf(call)).toEqual({ customerId: idOf(7), emailId: 'king@example.com' });
});
