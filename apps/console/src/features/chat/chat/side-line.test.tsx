import type { ChatSide } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { SideLine } from './side-line.tsx';

const chatId = idOf(3);
const decide = `POST /e/enterprise/chat/${chatId}/tools/${idOf(4)}`;
const server = stubServer(() => ({ [decide]: () => good({ state: 'READY' }) }));

test('the line of a rule shows its note, and the values that it compared on request', async () => {
  const side: ChatSide = {
    number: 1,
    at: '2026-01-02T11:00:00.000Z',
    kind: 'rule',
    authorId: '',
    authorName: '',
    text: 'Ask for the number',
    mentions: [],
    key: '',
    act: {
      act: 'rule',
      rule: 'Refunds',
      event: 'message',
      checks: [
        { fact: 'message', isNot: false, wanted: ['refund', 'money back'], found: ['refund'], holds: true },
        { fact: 'department', isNot: true, wanted: ['Billing'], found: [''], holds: true },
        { fact: 'group', isNot: true, wanted: ['Gold'], found: [], holds: true },
      ],
      deeds: [
        { kind: 'note', value: '', problem: '' },
        { kind: 'priority', value: '8', problem: '' },
        { kind: 'department', value: 'Billing', problem: 'owned' },
        { kind: 'tell', value: 'managers', problem: '' },
      ],
    },
  };
  openScreens('/line', (root) => [screenAt(root, '/line', () => <SideLine side={side} ownId="" />)], sampleMe);
  expect(
    await screen.findByText(/^Rule “Refunds”: note, priority 8, to Billing \(skipped: an agent has the chat\), tells the managers ·/),
  ).toBeTruthy();
  expect(screen.getByText('Note: Ask for the number')).toBeTruthy();
  const details = screen.getByRole('group') as HTMLDetailsElement;
  expect(details.open).toBe(false);
  await userEvent.click(within(details).getByText('What was compared'));
  expect(details.open).toBe(true);
  expect(
    within(details)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Message has refund, money back (found: refund)',
    'Department is not Billing (found: –)',
    'Group of customers does not have Gold (found: nothing)',
  ]);
});

test('a line of a rule whose words were erased says that one fired', async () => {
  const side: ChatSide = {
    ...{ number: 1, at: '2026-01-02T11:00:00.000Z', kind: 'rule', authorId: '', authorName: '', text: 'Erased', mentions: [], key: '' },
    act: null,
  };
  openScreens('/line', (root) => [screenAt(root, '/line', () => <SideLine side={side} ownId="" />)], sampleMe);
  expect(await screen.findByText(/^A rule fired ·/)).toBeTruthy();
  expect(screen.queryByText(/Erased/)).toBeNull();
});

const proposed: ChatSide = {
  ...{ number: 1, at: '2026-01-02T11:00:00.000Z', kind: 'tool', authorId: '', authorName: '', text: '', mentions: [], key: '' },
  act: {
    ...{
      act: 'tool',
      callId: idOf(4),
      tool: 'Cancel an order',
      state: 'PROPOSED',
      confirm: 'agent',
      by: '',
      answer: '',
      error: '',
      tookMs: 0,
    },
    arguments: [{ name: 'order', value: 'A-17' }],
  },
};
const draw = (line: Partial<Parameters<typeof SideLine>[0]>) =>
  openScreens(
    '/line',
    (root) => [screenAt(root, '/line', () => <SideLine side={proposed} ownId="" chatId={chatId} {...line} />)],
    sampleMe,
  );

test('an agent who takes part approves a proposed call of a tool, and sees what it asks for', async () => {
  draw({ mayDecide: true });
  expect(await screen.findByText(/^Tool “Cancel an order”: Proposed ·/)).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('order: A-17');
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(server.bodyOf(decide)).toEqual({ isApproved: 'true' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull());
});

test('nobody else is offered to decide, and a decided call is offered to nobody', async () => {
  draw({});
  expect(await screen.findByText('Waits for an agent')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a call that is over shows its answer, its error and who has agreed', async () => {
  const act = { ...proposed.act, state: 'FAILED', error: 'The service answered 404.', by: 'Asha', tookMs: 31 } as ChatSide['act'];
  draw({ side: { ...proposed, act }, isDecided: true, mayDecide: true });
  expect(await screen.findByText(/^Tool “Cancel an order”: Failed · Asha ·/)).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'order: A-17',
    'Error: The service answered 404.',
    '31 ms',
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});
