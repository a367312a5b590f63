import { type ChatConfig, type ChatDetail, defaultChatConfig } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { openLine } from '../../../test-line.ts';
import { ChatDialogs } from './chat-dialogs.tsx';
import { listSnoozes } from './snooze.ts';

const chat = {
  chatId: '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a0c1',
  deptId: '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a0d1',
  customerName: 'Ada',
  participants: [],
  sides: [],
  tag: '',
  tagColour: '',
  note: '',
} as unknown as ChatDetail;

test.each([
  ['transfer', 'The agent has 60 seconds to accept. If they do not accept, the chat comes back to you.'],
  ['invite', 'The agent has 60 seconds to accept. The chat stays yours; you both write in it.'],
] as const)('the dialog to %s says what becomes of the chat', async (dialog, text) => {
  stubFetch(async () => {
    throw new TypeError('Failed to fetch');
  });
  draw(<ChatDialogs chat={chat} ownId="nina" dialog={dialog} onClose={() => {}} onClosed={() => {}} />);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('one Escape leaves the dialog, although its first field has a list', async () => {
  stubFetch(async () => {
    throw new TypeError('Failed to fetch');
  });
  const onClose = vi.fn();
  draw(<ChatDialogs chat={chat} ownId="nina" dialog="transfer" onClose={onClose} onClosed={() => {}} />);
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('ADMIN-101 agents who may get a chat are asked for 200 at once, in any state', async () => {
  const asked: string[] = [];
  stubFetch(async (address) => {
    asked.push(address);
    throw new TypeError('Failed to fetch');
  });
  draw(<ChatDialogs chat={chat} ownId="nina" dialog="transfer" onClose={() => {}} onClosed={() => {}} />);
  await waitFor(() => expect(asked).toContain('/e/enterprise/agents?roles=3&agentStatus=-1&perPage=200'));
});

test('a chat is transferred to a department as well: no agent has to accept it', async () => {
  const departmentId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a0d1';
  const count = { desc: '', manager: null, fallback: null, calendar: null, userCount: 1, channelCount: 0, openChats: 0, version: 1 };
  stubFetch(async (address) => {
    if (!address.includes('/departments')) throw new TypeError('Failed to fetch');
    const response = { departments: [{ id: departmentId, name: 'Billing', ...count }], more: false };
    return Response.json({ status: true, code: '100', message: '', data: null, response });
  });
  const line = openLine();
  line.accept('nina');
  const onClose = vi.fn();
  draw(<ChatDialogs chat={chat} ownId="nina" dialog="transfer" onClose={onClose} onClosed={() => {}} />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Department' }));
  expect(
    screen.getByText('The chat leaves your list and waits in the queue of the department until one of its agents picks it up.'),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Transfer' }));
  expect(screen.getByText('Please choose a department.')).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Department' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Billing' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Credit note');
  await userEvent.click(screen.getByRole('button', { name: 'Transfer' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(line.sent.at(-1)).toMatchObject({
    type: 'agentTransferChat',
    data: { chatId: '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a0c1', departmentId, note: 'Credit note' },
  });
  expect(line.sent.at(-1)?.data).not.toHaveProperty('agentId');
});

const label = (name: string, order: number) => ({
  id: `7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a00${order}`,
  deptId: '',
  name,
  colour: '#1f6f78',
  order,
  isActive: true,
  isUsed: false,
  version: 1,
});

/** The dialog of labels. @returns what is sent, and whether it is done */
function labelling(labels: ReturnType<typeof label>[], tag: string, refusal?: object) {
  const sent: Record<string, string>[] = [];
  const onClose = vi.fn();
  stubFetch(async (url, init) => {
    if (init.method === 'GET') return Response.json({ status: true, code: '100', message: '', data: labels });
    sent.push(Object.fromEntries(new URLSearchParams(String(init.body))));
    expect(url).toContain('/update_tag');
    return Response.json(refusal ?? { status: true, code: '100', message: 'Saved.', data: null }, { status: refusal ? 422 : 200 });
  });
  const labelled = { ...chat, tag, tagColour: '', note: '' } as ChatDetail;
  draw(<ChatDialogs chat={labelled} ownId="nina" dialog="label" onClose={onClose} onClosed={() => {}} />);
  return { sent, onClose };
}

test('one of the labels is chosen where there are any, and a retired one stays', async () => {
  const { sent, onClose } = labelling([label('Order', 0), label('Refund', 1)], 'Retired');
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Label' });
  expect(field.value).toBe('Retired');
  await userEvent.click(field);
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Order', 'Refund', 'Retired']);
  await userEvent.click(screen.getByRole('option', { name: 'Refund' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ tag: 'Refund', note: '' }]);
});

test('the label is typed where there are none to choose, and a refusal says why', async () => {
  const refusal = { status: false, code: 'chat_label.unknown', message: 'Choose one of the labels: Order.', data: { labels: ['Order'] } };
  const { sent, onClose } = labelling([], '', refusal);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Label' }), 'parcel');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Choose one of the labels: Order.')).toBeTruthy();
  expect(sent).toEqual([{ tag: 'parcel', note: '' }]);
  expect(onClose).not.toHaveBeenCalled();
});

/** The dialog of a suspension. @returns the addresses that were asked for, and whether it is done */
function suspending() {
  const asked: string[] = [];
  const onClose = vi.fn();
  stubFetch(async (url) => {
    asked.push(url);
    return Response.json({ status: true, code: '100', message: '', data: null });
  });
  draw(<ChatDialogs chat={chat} ownId="nina" dialog="suspend" onClose={onClose} onClosed={() => {}} />);
  return { asked, onClose };
}

test('CHAT-019 a chat is suspended until somebody resumes it, unless a time is chosen', async () => {
  const { asked, onClose } = suspending();
  const untilResumed = await screen.findByRole<HTMLInputElement>('radio', { name: 'Until I resume it' });
  expect(untilResumed.checked).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(untilResumed));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked).toEqual([`/e/enterprise/chat/${chat.chatId}/suspend`]);
});

test('a chat is suspended until tomorrow by the clock of the enterprise', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T10:00:00Z') });
  const { asked, onClose } = suspending();
  await userEvent.click(await screen.findByRole('radio', { name: 'Tomorrow morning' }));
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const tomorrow = listSnoozes(new Date(), getEnterpriseZone()).find(({ snooze }) => snooze === 'tomorrow');
  expect(asked).toEqual([`/e/enterprise/chat/${chat.chatId}/suspend?wakeAt=${encodeURIComponent(tomorrow?.at.toISOString() ?? '')}`]);
});

test('a time of one’s own that has passed, or is none, is told at its field and nothing is sent', async () => {
  const { asked } = suspending();
  await userEvent.click(await screen.findByRole('radio', { name: 'At another time' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Date and time' }), '2020-01-31 10:00');
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('Choose a time in the future.')).toBeTruthy();
  expect(asked).toEqual([]);
});

const good = (data: unknown) => Response.json({ status: true, code: '100', message: '', data });

test('the dialog of a transfer says the seconds of the chat’s department', async () => {
  stubFetch(async (url) => {
    if (!url.includes(`/chat_config?deptId=${chat.deptId}`)) throw new TypeError('Failed to fetch');
    return good({ ...defaultChatConfig, acceptWithinSeconds: 25 });
  });
  draw(<ChatDialogs chat={chat} ownId="nina" dialog="transfer" onClose={() => {}} onClosed={() => {}} />);
  expect(await screen.findByText(/^The agent has 25 seconds to accept/)).toBeTruthy();
});

/** The dialog of an end. @returns what is saved before it, and whether the chat is closed */
function closing(config: Partial<ChatConfig>, part: Partial<ChatDetail> = {}) {
  const sent: Record<string, string>[] = [];
  const onClosed = vi.fn();
  stubFetch(async (url, init) => {
    if (url.includes('/chat_config')) return good({ ...defaultChatConfig, ...config });
    if (url.includes('/fields')) return good([]);
    if (init.method === 'GET') return good([label('Order', 0), label('Refund', 1)]);
    if (url.includes('/update_tag')) sent.push(Object.fromEntries(new URLSearchParams(String(init.body))));
    return good(null);
  });
  draw(<ChatDialogs chat={{ ...chat, ...part }} ownId="nina" dialog="close" onClose={() => {}} onClosed={onClosed} />);
  const close = async () => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Close chat' });
    await waitFor(() => expect(button.disabled).toBe(false));
    await userEvent.click(button);
  };
  return { sent, onClosed, close };
}

test('a label and a note that a department needs are asked for before the chat is closed', async () => {
  const { sent, onClosed, close } = closing({ closeNeedsLabel: true, closeNeedsNote: true });
  await close();
  expect([await screen.findByText('Please choose a label.'), screen.getByText('Please add a note.')]).toHaveLength(2);
  expect(onClosed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('combobox', { name: 'Label' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Refund' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Paid twice');
  await close();
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ tag: 'Refund', note: 'Paid twice' }]);
});

test('a press that comes before the needs of a close are known is not lost', async () => {
  const onClosed = vi.fn();
  const config = Promise.withResolvers<Response>();
  stubFetch(async (url) => (url.includes('/chat_config') ? config.promise : good([])));
  draw(<ChatDialogs chat={chat} ownId="nina" dialog="close" onClose={() => {}} onClosed={onClosed} />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Feedback' }), '{Control>}{Enter}{/Control}');
  expect(onClosed).not.toHaveBeenCalled();
  config.resolve(good(defaultChatConfig));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
});

test('a chat that has what its department needs is closed as before', async () => {
  const { sent, onClosed, close } = closing({ closeNeedsLabel: true, closeNeedsNote: true }, { tag: 'Order', note: 'Done' });
  await close();
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect([sent, screen.queryByRole('combobox', { name: 'Label' })]).toEqual([[], null]);
});

test('a customer is blocked for a reason that somebody writes, and the chat is left', async () => {
  const onClosed = vi.fn();
  const sent: unknown[] = [];
  stubFetch(async (url, { body }) => {
    sent.push([url, String(body)]);
    return good(null);
  });
  draw(<ChatDialogs chat={chat} ownId="nina" dialog="block" onClose={() => {}} onClosed={onClosed} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Block customer' }));
  expect(await screen.findByText('Write a reason.')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Threatens us');
  await userEvent.click(screen.getByRole('button', { name: 'Block customer' }));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(sent).toEqual([[`/e/enterprise/chat/${chat.chatId}/block`, 'reason=Threatens+us']]);
});

test.each([
  ['stream', null, 'The stream Loans goes on with this chat from here.'],
  ['bot', null, 'The bot Loans answers what the customer writes next.'],
  ['bot', '2026-05-01T10:00:00Z', 'The bot Loans answers what nobody has answered yet, and what the customer writes next.'],
] as const)('a chat is returned to a %s behind a word of what happens then, and left', async (kind, waitingSince, words) => {
  const onClosed = vi.fn();
  const sent: unknown[] = [];
  stubFetch(async (url, { method, body }) => {
    sent.push([method, url, String(body)]);
    return good(null);
  });
  const returned = { ...chat, waitingSince, returnsTo: { kind, name: 'Loans' } };
  draw(<ChatDialogs chat={returned} ownId="nina" dialog="handBack" onClose={() => {}} onClosed={onClosed} />);
  expect(await screen.findByText(words, { exact: false })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Return' }));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(sent).toEqual([['POST', `/e/enterprise/chat/${chat.chatId}/return`, `kind=${kind}&name=Loans`]]);
});
