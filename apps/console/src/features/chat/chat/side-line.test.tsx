import type { ChatSide } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { SideLine } from './side-line.tsx';

stubServer(() => ({}));

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
