import type { ChatAction } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { draw } from '../../../test-draw.tsx';
import { MessageBubble } from './message-bubble.tsx';

const action: ChatAction = {
  actionId: 'a6',
  number: 6,
  actionType: 3,
  actionBy: 'nina',
  authorKind: 'agent',
  userName: 'Nina',
  message: 'Your order 17 is ready.',
  attachment: null,
  status: 1,
  deliveryStatus: 0,
  channelErrorCode: '',
  channelErrorDesc: '',
  actedOn: '2026-01-01T11:00:00.000Z',
  detail: {},
  key: '',
};

test('a template that was sent shows its header, footer and buttons round its text; a reply shows its text alone', () => {
  const template = { header: 'Order news', mediaName: '', footer: 'Reply STOP to opt out', buttons: ['Track it', 'Call us'] };
  const drawBubble = (detail: ChatAction['detail']) =>
    draw(<MessageBubble action={{ ...action, detail }} isFirstOfTurn={false} isOwn onRetry={undefined} />);
  const { unmount } = drawBubble({ template });
  for (const text of ['Order news', 'Your order 17 is ready.', 'Reply STOP to opt out']) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Track it', 'Call us']);
  unmount();
  const offered = drawBubble({ choices: { button: '', items: [{ id: 'j1.yes', title: 'Yes', description: '' }] } });
  expect(screen.getByRole('listitem').textContent).toBe('Yes');
  offered.unmount();
  drawBubble({});
  expect(screen.getByText('Your order 17 is ready.')).toBeTruthy();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('FORMAT-005 a message says its whole time on demand', () => {
  setEnterpriseZone('UTC');
  draw(<MessageBubble action={action} isFirstOfTurn={false} isOwn onRetry={undefined} />);
  expect(document.querySelector('time')?.title).toBe('Jan 01 2026 11:00:00 AM');
});

const ofCustomer = (more: Partial<ChatAction>): ChatAction => ({
  ...action,
  actionType: 1,
  actionBy: 'meera',
  authorKind: 'customer',
  userName: 'Meera',
  message: 'I am away',
  ...more,
});
const drawAction = (shown: ChatAction) => draw(<MessageBubble action={shown} isFirstOfTurn={false} isOwn={false} onRetry={undefined} />);

test('a mail that a program has written is marked, and what its owner writes is not', () => {
  const { unmount } = drawAction(ofCustomer({ detail: { inbound: { kind: 'text', isAutomatic: true } } }));
  expect(screen.getByText('Automatic message')).toBeTruthy();
  unmount();
  drawAction(ofCustomer({ detail: {} }));
  expect(screen.queryByText('Automatic message')).toBeNull();
});

test('a word that would have begun a stream, had people not had the chat, is marked with its name', () => {
  const { unmount } = drawAction(ofCustomer({ message: 'loan', detail: { notBegun: { stream: 'Home loan' } } }));
  expect(screen.getByText('Asks for “Home loan”')).toBeTruthy();
  unmount();
  drawAction(ofCustomer({ message: 'loan' }));
  expect(screen.queryByText(/^Asks for/)).toBeNull();
});

test('a reaction, a change and a revocation of the customer are shown on their message', () => {
  const drawn = drawAction({ ...action, detail: { reaction: { emoji: '👍', at: '2026-01-01T11:05:00.000Z' } } });
  expect(screen.getByRole('img', { name: 'Reaction of the customer: 👍' })).toBeTruthy();
  drawn.unmount();
  const takenBack = drawAction({ ...action, detail: { reaction: { emoji: '', at: '2026-01-01T11:05:00.000Z' } } });
  expect(screen.queryByRole('img', { name: /^Reaction/ })).toBeNull();
  takenBack.unmount();
  const edited = drawAction(ofCustomer({ detail: { edited: { at: '2026-01-01T11:05:00.000Z', was: 'I am late' } } }));
  expect(screen.getByText('Edited').title).toMatch(/Before: I am late$/);
  edited.unmount();
  drawAction(ofCustomer({ detail: { revoked: { at: '2026-01-01T11:05:00.000Z' } } }));
  expect(screen.getByText('Deleted by the customer')).toBeTruthy();
});

const attachment = (type: string, name: string, more = {}) => ({ id: 'f1', url: `/files/${name}`, name, type, size: 1024, ...more });

test('a picture opens in place, a recording plays where the browser can, and an unusual file is saved with a warning', async () => {
  const person = userEvent.setup();
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockImplementation((type) => (type === 'audio/wav' ? 'maybe' : ''));
  const { container, unmount } = drawAction(ofCustomer({ message: '', attachment: attachment('audio/wav', 'voice.wav') }));
  expect(container.querySelector('audio')?.getAttribute('src')).toBe('/files/voice.wav');
  unmount();
  const unplayable = drawAction(ofCustomer({ message: '', attachment: attachment('audio/amr', 'voice.amr') }));
  expect(unplayable.container.querySelector('audio')).toBeNull();
  expect(screen.getByRole('link', { name: /voice\.amr/ }).getAttribute('href')).toBe('/files/voice.amr');
  unplayable.unmount();
  const unusual = drawAction(
    ofCustomer({ message: '', attachment: attachment('application/octet-stream', 'tool.exe', { isUnusual: true }) }),
  );
  expect(screen.getByRole('link', { name: /tool\.exe/ }).getAttribute('download')).toBe('tool.exe');
  expect(screen.getByText('Unusual file. Open it only if you trust the sender.')).toBeTruthy();
  unusual.unmount();
  drawAction(ofCustomer({ message: '', attachment: attachment('image/png', 'sun.png') }));
  await person.click(screen.getByRole('button', { name: 'Image sun.png' }));
  const dialog = await screen.findByRole('dialog', { name: 'sun.png' });
  expect(within(dialog).getByRole('img', { name: 'Image sun.png' }).getAttribute('src')).toBe('/files/sun.png');
});

test('the source of a message stands above it, and a place links to a map', () => {
  const about = { kind: 'ad', title: 'Lamp of brass', text: 'Half price', url: 'https://ad.example/1' };
  const { unmount } = drawAction(ofCustomer({ detail: { inbound: { kind: 'text', about } } }));
  for (const words of ['Written from an advert', 'Lamp of brass', 'Half price']) expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'https://ad.example/1' }).getAttribute('href')).toBe('https://ad.example/1');
  unmount();
  const hostile = drawAction(ofCustomer({ detail: { inbound: { kind: 'text', about: { ...about, url: 'javascript:alert(1)' } } } }));
  expect(screen.queryByRole('link')).toBeNull();
  hostile.unmount();
  const inbound = { kind: 'location', latitude: 18.5, longitude: 73.8, name: 'Office', address: '' };
  drawAction(ofCustomer({ message: 'Office\n18.5, 73.8', detail: { inbound } }));
  expect(screen.getByRole('link', { name: 'Show on a map' }).getAttribute('href')).toBe('https://maps.google.com/?q=18.5,73.8');
  expect(screen.getAllByText('Office')).toHaveLength(1);
});

test('people are a card with numbers to call and to copy, of either side; a number may be any text, and taken back it is words', async () => {
  const contacts = [{ name: 'Ravi', phones: ['+91 98200 01234', 'javascript:alert(1)', 'none'] }];
  const { unmount } = drawAction(ofCustomer({ message: 'Ravi', detail: { inbound: { kind: 'contacts', contacts } } }));
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['tel:+919820001234', 'tel:1']);
  await userEvent.click(screen.getByRole('button', { name: 'Copy +91 98200 01234' }));
  expect(await screen.findByRole('button', { name: 'Copied +91 98200 01234' })).toBeTruthy();
  unmount();
  const ours = drawAction(ofCustomer({ authorKind: 'agent', message: 'Ravi', detail: { card: { kind: 'contacts', contacts } } }));
  expect(screen.getByText('Ravi')).toBeTruthy();
  expect(screen.getByRole('link', { name: '+91 98200 01234' })).toBeTruthy();
  ours.unmount();
  const revoked = { at: '2026-01-01T10:00:00.000Z' };
  drawAction(ofCustomer({ message: 'Ravi', detail: { inbound: { kind: 'contacts', contacts }, revoked } }));
  expect(screen.queryByRole('link')).toBeNull();
});

test('a message that came later than it was written shows both times', () => {
  setEnterpriseZone('UTC');
  const { container, unmount } = drawAction(ofCustomer({ detail: { writtenAt: '2026-01-01T08:00:00.000Z' } }));
  expect([container.querySelector('time')?.textContent, container.querySelector('time')?.dateTime]).toEqual([
    '08:00 AM',
    '2026-01-01T08:00:00.000Z',
  ]);
  expect(screen.getByText('arrived 11:00 AM')).toBeTruthy();
  unmount();
  const before = drawAction(ofCustomer({ detail: { writtenAt: '2025-12-31T08:00:00.000Z' } }));
  expect(before.container.querySelector('time')?.textContent).toBe('31 Dec 2025 08:00 AM');
  before.unmount();
  drawAction(ofCustomer({}));
  expect(screen.queryByText(/^arrived/)).toBeNull();
});

test('a message of unknown outcome says so in words, whatever has arrived since, and is sent again by its own button', async () => {
  const unknown = { at: '2026-01-01T11:05:00.000Z' };
  const again = vi.fn();
  const drawBubble = (more: Partial<ChatAction>) =>
    draw(<MessageBubble action={{ ...action, deliveryStatus: 1, ...more }} isFirstOfTurn={false} isOwn onRetry={again} />);
  const { unmount } = drawBubble({ detail: { unknown } });
  expect(screen.getByText('Outcome unknown')).toBeTruthy();
  expect(screen.queryByRole('img', { name: /^(Sent|Delivered)$/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(again).toHaveBeenCalledTimes(1);
  unmount();
  const refused = drawBubble({ detail: { unknown: { ...unknown, refused: { code: 'BLOCKED', text: 'Blocked "by hand"' } } } });
  expect(screen.getByText(/It cannot go again now: Blocked "by hand"/)).toBeTruthy();
  refused.unmount();
  const ofStream = drawBubble({ authorKind: 'bot', actionBy: 'stream', detail: { unknown } });
  expect(screen.getByText('Outcome unknown')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  ofStream.unmount();
  drawBubble({});
  expect(screen.getByRole('img', { name: 'Delivered' })).toBeTruthy();
});

test('a failed reply of an agent is tried again by a button; of a bot, a stream or the house, which the server refuses, there is none', () => {
  const again = vi.fn();
  const offers = (more: Partial<ChatAction>, instead?: ReactNode) => {
    const failed = { ...action, deliveryStatus: 3, channelErrorCode: '131000', ...more };
    const { unmount } = draw(<MessageBubble action={failed} isFirstOfTurn={false} isOwn={false} onRetry={again} instead={instead} />);
    const names = screen.queryAllByRole('button').map(({ textContent }) => textContent);
    unmount();
    return names;
  };
  expect(offers({})).toEqual(['Retry']);
  expect(offers({ authorKind: 'bot', actionBy: '' })).toEqual([]);
  expect(offers({ authorKind: 'bot', actionBy: 'stream' })).toEqual([]);
  expect(offers({ authorKind: 'system', actionBy: '' })).toEqual([]);
  // An agent may say by a template what the bot could not.
  expect(offers({ authorKind: 'bot', actionBy: '' }, <button type="button">Send template</button>)).toEqual(['Send template']);
});

test('a failed reply can go again, and one that went after its visitor by e-mail cannot', () => {
  const failed = { ...action, deliveryStatus: 3 };
  const { unmount } = draw(<MessageBubble action={failed} isFirstOfTurn={false} isOwn onRetry={() => {}} />);
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  unmount();
  const mailed = { address: 'meera@mail.example', at: '', messageId: '', reason: '' };
  draw(<MessageBubble action={{ ...failed, detail: { mailed } }} isFirstOfTurn={false} isOwn onRetry={() => {}} />);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
