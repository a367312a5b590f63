import type { LaterMessage } from '@parley/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { sendReply } from '../shared/outbox.ts';
import { Composer } from './composer.tsx';
import { getDraft, getDraftFiles, setDraftFiles } from './drafts.ts';
import { LaterList } from './later-list.tsx';
import { listLaterTimes, readTime, writeTime } from './later-times.ts';
import { nameOfPart } from './reply-files.ts';

const chatId = idOf(50);
const base = `/e/enterprise/chat/${chatId}/later`;
const message = (number: number, text: string, part: Partial<LaterMessage> = {}): LaterMessage => ({
  id: idOf(number),
  text,
  attachment: null,
  dueAt: '2099-06-02T03:30:00.000Z',
  zone: 'UTC',
  onlyIfSilent: true,
  hasWritten: false,
  state: 'planned',
  reason: '',
  writerId: idOf(2),
  writerName: 'Priya',
  version: 1,
  ...part,
});
let messages: LaterMessage[];
const server = stubServer(() => {
  messages = [];
  return { [`GET ${base}`]: () => good({ messages, customerZone: 'Asia/Kolkata' }) };
});

const open = (canAct = true, canCancel = canAct) =>
  openScreens('/chat', (root) => [
    screenAt(root, '/chat', () => <LaterList chatId={chatId} ownId={idOf(2)} seen={7} canAct={canAct} canCancel={canCancel} />),
  ]);
const rows = async () => within(await screen.findByRole('region', { name: 'Planned messages' })).getAllByRole('listitem');

test('each planned message says when it leaves; one that did not leave says why', async () => {
  messages = [
    message(1, 'Good morning', { hasWritten: true }),
    message(2, 'As promised', { writerId: idOf(9), writerName: 'Asha', zone: 'Asia/Kolkata', onlyIfSilent: false }),
    message(3, 'Hello?', { state: 'held', reason: 'customer_wrote' }),
    message(4, 'Offer', { state: 'refused', reason: 'WINDOW_CLOSED' }),
  ];
  open();
  const [first, second, third, fourth] = (await rows()).map((row) => row.textContent);
  expect(first).toContain('Leaves 2 Jun 2099 03:30 AM · Not if they write first');
  expect(first).toContain('The customer has written since: it will be held.');
  expect(second).toContain('Leaves 2 Jun 2099 03:30 AM · 2099-06-02 09:00 there · by Asha');
  expect(third).toContain('Held · The customer wrote first.');
  expect(fourth).toContain('Not sent · The customer has not written within 24 hours: only a template may be sent.');
});

test('a message is sent now with its version; one that a colleague overtook asks once more', async () => {
  messages = [message(1, 'Good morning', { version: 3 })];
  const call = `POST ${base}/${idOf(1)}/send`;
  server.replies[call] = () => refused('chat.answered_meanwhile', 'Somebody else has answered.', { entries: [] });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Send now: Good morning' }));
  expect((await screen.findByRole('alert')).textContent).toContain('A colleague has answered since.');
  expect(server.bodyOf(call)).toEqual({ version: '3', seen: '7', force: 'false' });
  server.replies[call] = () => good(null);
  messages = [];
  await userEvent.click(screen.getByRole('button', { name: 'Send now: Good morning' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Planned messages' })).toBeNull());
  expect([server.bodyOf(call), toastTexts()]).toEqual([{ version: '3', seen: '7', force: 'true' }, ['The message is sent.']]);
});

let see: (seen: number) => void = () => {};
function Seen() {
  const [seen, setSeen] = useState(7);
  see = setSeen;
  return <LaterList chatId={chatId} ownId={idOf(2)} seen={seen} canAct canCancel />;
}

test('an agent who sees more since asks anew, and replies of before leave first', async () => {
  messages = [message(1, 'Good morning', { version: 3 })];
  const call = `POST ${base}/${idOf(1)}/send`;
  server.replies[call] = () => refused('chat.answered_meanwhile', 'Somebody else has answered.', { entries: [] });
  openScreens('/chat', (root) => [screenAt(root, '/chat', Seen)]);
  setOwner({ eId: 'e1', uId: 'asha' });
  const line = openLine();
  line.accept('asha');
  const button = () => screen.findByRole('button', { name: 'Send now: Good morning' });
  sendReply(chatId, 'Hello', null, {}, 60_000);
  await userEvent.click(await button());
  await screen.findByRole('alert');
  expect(line.sent.filter(({ type }) => type === 'agentReply')).toHaveLength(1);
  act(() => see(8));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(await button());
  await waitFor(() => expect(server.countOf(call)).toBe(2));
  expect(server.bodyOf(call)).toEqual({ version: '3', seen: '8', force: 'false' });
});

test('a message is taken back by who takes part, after the end too, and by its writer; others who have left read it alone', async () => {
  messages = [message(1, 'Good morning', { writerId: idOf(9) })];
  server.replies[`DELETE ${base}/${idOf(1)}`] = () => {
    messages = [];
    return good(null);
  };
  open(false);
  await rows();
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  const buttons = async () => (await screen.findAllByRole('button')).map((button) => button.textContent);
  open(false, true);
  expect(await buttons()).toEqual(['Cancel']);
  cleanup();
  messages = [message(1, 'Good morning')];
  open(false);
  expect(await buttons()).toEqual(['Cancel']);
  cleanup();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel: Good morning' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Planned messages' })).toBeNull());
  expect(toastTexts()).toEqual(['The message is taken back.']);
});

test('a message is edited by the clock in which it was planned', async () => {
  messages = [message(1, 'Good morning', { zone: 'Asia/Kolkata', version: 2 })];
  const call = `PUT ${base}/${idOf(1)}`;
  server.replies[call] = () => good({ ...message(1, 'Changed'), version: 3 });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit: Good morning' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Planned message' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /^Message/ }), '!');
  await userEvent.click(dialog.getByRole('button', { name: 'Plan' }));
  await waitFor(() => expect(server.countOf(call)).toBe(1));
  expect(server.bodyOf(call)).toEqual({
    version: '2',
    text: 'Good morning!',
    dueAt: '2099-06-02T03:30:00.000Z',
    zone: 'Asia/Kolkata',
    onlyIfSilent: 'true',
    seen: '7',
  });
});

const invoice = { id: idOf(70), url: '/files/invoice', name: 'invoice.pdf', type: 'application/pdf', size: 10 };

test('a planned file is shown by its name, and taken away in the form, where words are needed then', async () => {
  messages = [message(1, '', { attachment: invoice })];
  const call = `PUT ${base}/${idOf(1)}`;
  server.replies[call] = () => good(message(1, 'Instead'));
  open();
  const [row] = await rows();
  expect(row?.textContent).toContain('invoice.pdf');
  await userEvent.click(screen.getByRole('button', { name: 'Edit: invoice.pdf' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Planned message' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove invoice.pdf' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Plan' }));
  expect(dialog.getByText('Write a message.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Message/ }), 'Instead');
  await userEvent.click(dialog.getByRole('button', { name: 'Plan' }));
  await waitFor(() => expect(server.countOf(call)).toBe(1));
  expect(server.bodyOf(call)).toMatchObject({ text: 'Instead', attachmentId: '' });
});

test('files of the reply go along: the words with the first, each other one by itself; one that fails stays in the reply', async () => {
  server.replies[`POST ${base}`] = () => good(message(1, 'Here'));
  setOwner({ eId: 'e1', uId: 'asha' });
  openLine().accept('asha');
  const second = { ...invoice, id: idOf(71), name: 'terms.pdf' };
  setDraftFiles(chatId, [invoice, second]);
  draw(<Composer chatId={chatId} customerName="Ravi" channelType={4} seen={4} takesFocus={false} onLeave={() => {}} ref={null} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Ravi' });
  fireEvent.change(field, { target: { value: 'Here' } });
  const bodies: unknown[] = [];
  server.replies[`POST ${base}`] = () => {
    bodies.push(server.bodyOf(`POST ${base}`));
    return bodies.length === 2 ? refused('chat.not_found', 'No such chat.', {}) : good(message(1, 'Here'));
  };
  const planIt = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Send later' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^In an hour/ }));
  };
  const told = 'The message leaves 2 Jun 2099 03:30 AM. Not planned, and still in the reply: terms.pdf. No such chat.';
  await planIt();
  await waitFor(() => expect(toastTexts()).toEqual([told]));
  expect([field.value, getDraftFiles(chatId).map(nameOfPart)]).toEqual(['', ['terms.pdf']]);
  await planIt();
  await waitFor(() => expect(getDraftFiles(chatId)).toEqual([]));
  expect(bodies).toMatchObject([
    { text: 'Here', attachmentId: invoice.id },
    { text: '', attachmentId: second.id },
    { text: '', attachmentId: second.id },
  ]);
});

test('a dialog whose first file was planned closes when the next one fails: its words do not leave twice', async () => {
  setOwner({ eId: 'e1', uId: 'asha' });
  openLine().accept('asha');
  const second = { ...invoice, id: idOf(71), name: 'terms.pdf' };
  setDraftFiles(chatId, [invoice, second]);
  draw(<Composer chatId={chatId} customerName="Ravi" channelType={4} seen={4} takesFocus={false} onLeave={() => {}} ref={null} />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Reply to Ravi' }), { target: { value: 'Here' } });
  server.replies[`POST ${base}`] = () =>
    server.countOf(`POST ${base}`) > 1 ? refused('chat.not_found', 'No such chat.', {}) : good(message(1, 'Here'));
  await userEvent.click(await screen.findByRole('button', { name: 'Send later' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Choose a time…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send later' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /^Date and time/ }), '2 Jun 2099 03:30 AM');
  await userEvent.tab();
  await userEvent.click(dialog.getByRole('button', { name: 'Plan' }));
  await waitFor(() => expect(toastTexts().join()).toContain('still in the reply: terms.pdf'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([getDraft(chatId), getDraftFiles(chatId).map(nameOfPart)]).toEqual(['', ['terms.pdf']]);
});

test('the menu beside Send plans the words of the reply, empties the field, and sends nothing', async () => {
  server.replies[`POST ${base}`] = () => good(message(1, 'Good morning'));
  setOwner({ eId: 'e1', uId: 'asha' });
  const line = openLine();
  line.accept('asha');
  draw(<Composer chatId={chatId} customerName="Ravi" channelType={4} seen={4} takesFocus={false} onLeave={() => {}} ref={null} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Ravi' });
  const button = await screen.findByRole('button', { name: 'Send later' });
  expect(button).toHaveProperty('disabled', true);
  fireEvent.change(field, { target: { value: 'Good morning' } });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Not if they write first' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^In an hour/ }));
  await waitFor(() => expect(field.value).toBe(''));
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({
    text: 'Good morning',
    onlyIfSilent: 'false',
    seen: '4',
    requestKey: expect.any(String),
  });
  expect(line.sent.filter(({ type }) => type === 'agentReply')).toEqual([]);
});

test('a reply that is planned as its chat is left is told, and does not lie in the field again', async () => {
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.replies[`POST ${base}`] = async () => {
    await answered;
    return good(message(1, 'Good morning'));
  };
  setOwner({ eId: 'e1', uId: 'asha' });
  openLine().accept('asha');
  draw(<Composer chatId={chatId} customerName="Ravi" channelType={4} seen={4} takesFocus={false} onLeave={() => {}} ref={null} />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Reply to Ravi' }), { target: { value: 'Good morning' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Send later' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^In an hour/ }));
  await waitFor(() => expect(server.countOf(`POST ${base}`)).toBe(1));
  cleanup();
  answer();
  await waitFor(() => expect(toastTexts()).toEqual(['The message leaves 2 Jun 2099 03:30 AM.']));
  expect(getDraft(chatId)).toBe('');
});

test('another time is chosen in a dialog that sends no reply by its Enter', async () => {
  server.replies[`POST ${base}`] = () => good(message(1, 'Good morning'));
  setOwner({ eId: 'e1', uId: 'asha' });
  const line = openLine();
  line.accept('asha');
  draw(<Composer chatId={chatId} customerName="Ravi" channelType={4} seen={4} takesFocus={false} onLeave={() => {}} ref={null} />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Reply to Ravi' }), { target: { value: 'Good morning' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Send later' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Choose a time…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send later' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Plan' }));
  expect(dialog.getByText('Choose a time in the future.')).toBeTruthy();
  expect([server.countOf(`POST ${base}`), line.sent.filter(({ type }) => type === 'agentReply')]).toEqual([0, []]);
});

test('times lie ahead by the clock of the enterprise, and the customer’s morning by theirs', () => {
  const times = listLaterTimes(new Date('2026-06-01T10:00:00Z'), 'Europe/Berlin', 'Asia/Kolkata');
  expect(times.map(({ id, at, zone }) => [id, at.toISOString(), zone])).toEqual([
    ['inAnHour', '2026-06-01T11:00:00.000Z', 'Europe/Berlin'],
    ['thisEvening', '2026-06-01T16:00:00.000Z', 'Europe/Berlin'],
    ['tomorrow', '2026-06-02T07:00:00.000Z', 'Europe/Berlin'],
    ['nextMonday', '2026-06-08T07:00:00.000Z', 'Europe/Berlin'],
    ['customerMorning', '2026-06-02T03:30:00.000Z', 'Asia/Kolkata'],
  ]);
  expect(listLaterTimes(new Date('2026-06-01T10:00:00Z'), 'UTC', 'UTC').some(({ id }) => id === 'customerMorning')).toBe(false);
  expect(readTime('2026-06-02T09:00', 'Asia/Kolkata')?.toISOString()).toBe('2026-06-02T03:30:00.000Z');
  expect([readTime('soon', 'UTC'), writeTime('2026-06-02T03:30:00.000Z', 'Asia/Kolkata')]).toEqual([undefined, '2026-06-02T09:00']);
});
