import { type ChatDetail, defaultChatConfig, revealSeconds } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, idOf, stubServer } from '../../../test-screens.tsx';
import { CustomerPanel } from './customer-panel.tsx';

const customer = {
  customerId: idOf(7),
  name: 'Ada',
  number: '+91 •••• 1234',
  emailId: 'ada@example.com',
  isHidden: true,
  firstSeenAt: '2026-01-01T09:00:00.000Z',
  visit: { pageUrl: '', pageTitle: '', userAgent: '', language: '' },
  previousChats: [],
};
const chat = {
  chatId: idOf(6),
  customer,
  messages: [],
  sides: [],
  users: [],
  tag: '',
  labels: [],
  priority: 5,
  chatNumber: '',
  note: '',
} as unknown as ChatDetail;
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
  draw(
    <CustomerPanel
      chat={chat}
      canEdit
      isOwner={false}
      canMark={false}
      isOver={false}
      asked={undefined}
      onAnswered={() => {}}
      onOpen={() => {}}
      onClose={() => {}}
    />,
  );
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

const reveal = `POST /e/enterprise/chat/${idOf(6)}/reveal`;
const drawOwned = (isAllowed: boolean, isOwner = true) => {
  server.replies['GET /e/enterprise/chat_config'] = () => good({ ...defaultChatConfig, revealContact: isAllowed });
  server.replies[reveal] = () => good({ number: '+919820011234', emailId: 'ada@example.com' });
  const owned = { ...chat, deptId: '' } as ChatDetail;
  draw(
    <CustomerPanel
      chat={owned}
      canEdit
      isOwner={isOwner}
      canMark={false}
      isOver={false}
      asked={undefined}
      onAnswered={() => {}}
      onOpen={() => {}}
      onClose={() => {}}
    />,
  );
};

test('a hidden number is shown for a minute to whoever asks, and hidden again by the same button', async () => {
  drawOwned(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Show hidden details' }));
  expect(await screen.findByText('+919820011234')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hide again' }));
  expect([screen.queryByText('+919820011234'), screen.queryByText(customer.number) !== null]).toEqual([null, true]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    screen.getByRole('button', { name: 'Show hidden details' }).click();
    await vi.waitFor(() => expect(screen.getByText('+919820011234')).toBeTruthy());
    await vi.advanceTimersByTimeAsync(revealSeconds * 1000);
  } finally {
    vi.useRealTimers();
  }
  await waitFor(() => expect(screen.queryByText('+919820011234')).toBeNull());
});

test('nobody is offered a hidden number where the enterprise does not allow it', async () => {
  drawOwned(false);
  await waitFor(() => expect(server.countOf('GET /e/enterprise/chat_config')).toBe(1));
  expect(screen.queryByRole('button', { name: 'Show hidden details' })).toBeNull();
});
