import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../test-screens.tsx';
import { RoutingWhy } from './routing-why.tsx';

stubServer(() => ({
  [`GET /e/enterprise/chat/${idOf(1)}/why`]: () =>
    good({
      decision: null,
      wait: {
        isByHand: false,
        ahead: 0,
        reasons: [
          { reason: 'notRouted', agents: 2 },
          { reason: 'skill', agents: 1 },
        ],
        fitting: 0,
        language: null,
        skills: [
          { name: 'Refund', level: 3 },
          { name: 'Tax', level: 1 },
        ],
        agentName: null,
        offeredTo: null,
      },
    }),
}));

test('a chat that waits names the skills that it asks for, and counts agents without them and in statuses that get no chats', async () => {
  openScreens('/why', (root) => [screenAt(root, '/why', () => <RoutingWhy chatId={idOf(1)} state={0} />)]);
  expect(await screen.findByText('It asks for Refund at level 3, Tax at level 1.')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'In a status that gets no chats2 agents',
    'Lacks a skill that it asks for1 agent',
  ]);
});
