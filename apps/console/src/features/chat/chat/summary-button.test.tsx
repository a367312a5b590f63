import { type ChatDetail, defaultChatConfig } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { good, idOf, refused, stubServer } from '../../../test-screens.tsx';
import { sampleChat } from '../shared/chat.fixtures.ts';
import { OfferForm } from './offer-form.tsx';

const writeCall = `POST /e/enterprise/chat/${sampleChat.chatId}/assist/write`;
const configCall = 'GET /e/enterprise/chat_config';
const server = stubServer(() => ({
  'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [], more: false } }),
  'GET /e/enterprise/agents': () => ({ ...good(null), response: { users: [], more: false } }),
  [configCall]: () => good({ ...defaultChatConfig, assistConfigId: idOf(30) }),
}));

test('a hand-over takes the summary of the model into its note as it is written, where the department has one', async () => {
  const chat = {
    ...sampleChat,
    users: [{ uId: 'asha', name: 'Asha', emailId: '', type: 'owner', profilePic: '' }],
  } as unknown as ChatDetail;
  const line = openLine();
  line.accept('asha');
  let finish: (value: ReturnType<typeof good>) => void = () => {};
  server.replies[writeCall] = () => new Promise((resolve) => (finish = resolve));
  draw(<OfferForm chat={chat} ownId="asha" kind="transfer" onDone={() => {}} />);
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Note/ });
  await userEvent.type(note, 'Please hurry.');
  await userEvent.click(await screen.findByRole('button', { name: 'Sum the chat up' }));
  await waitFor(() => expect(server.countOf(writeCall)).toBe(1));
  const { key, ...body } = server.bodyOf(writeCall) as { key: string };
  expect(body).toEqual({ kind: 'summary', text: '', language: 'en' });
  line.receive({ type: 'assistPartial', data: { key, text: 'Wants a' } });
  await waitFor(() => expect(note.value).toBe('Please hurry.\n\nWants a'));
  expect(note.readOnly).toBe(true);
  finish(good({ text: 'Wants a refund.', sourceId: idOf(30), proof: '' }));
  await waitFor(() => expect(note.value).toBe('Please hurry.\n\nWants a refund.'));
  await userEvent.clear(note);
  await userEvent.type(note, 'Own words');
  await userEvent.click(await screen.findByRole('button', { name: 'Sum the chat up' }));
  await waitFor(() => expect(server.countOf(writeCall)).toBe(2));
  const again = (server.bodyOf(writeCall) as { key: string }).key;
  line.receive({ type: 'assistPartial', data: { key: again, text: 'Half' } });
  await waitFor(() => expect(note.value).toBe('Own words\n\nHalf'));
  finish(refused('assist.failed', 'No answer.', { reason: 'No answer.' }) as never);
  expect((await screen.findByRole('alert')).textContent).toBe('Nothing was written: No answer.');
  await waitFor(() => expect([note.value, note.readOnly]).toEqual(['Own words', false]));
});

test('a department without a model offers no summary', async () => {
  server.replies[configCall] = () => good({ ...defaultChatConfig, acceptWithinSeconds: 77 });
  const chat = {
    ...sampleChat,
    users: [{ uId: 'asha', name: 'Asha', emailId: '', type: 'owner', profilePic: '' }],
  } as unknown as ChatDetail;
  draw(<OfferForm chat={chat} ownId="asha" kind="transfer" onDone={() => {}} />);
  await screen.findByText(/77/);
  expect(screen.queryByRole('button', { name: 'Sum the chat up' })).toBeNull();
});
