import { spotlight } from '@mantine/spotlight';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../test-screens.tsx';
import { CommandPalette } from './command-palette.tsx';

const hit = {
  ...{ chatId: idOf(5), number: 3, actedOn: '2026-05-01T10:00:00Z', customerName: 'Ada', customerNumber: '', channelType: 12, state: 3 },
  ...{ authorKind: 'customer', authorName: 'Ada', text: 'my refund please', marks: [[3, 9]] },
};
const server = stubServer(() => ({
  'GET /e/enterprise/chat/search': () => good({ chats: [], hits: [hit, { ...hit, number: 4 }], next: null, lookedTo: null }),
}));

function openPalette(permissions: string[]) {
  const router = openScreens(
    '/',
    (root) => [
      screenAt(root, '/', () => <CommandPalette groups={[]} onShowShortcuts={() => {}} />),
      screenAt(root, '/chat/conversation', () => null),
      screenAt(root, '/customer-master/customers/view/$id', () => null),
    ],
    { ...sampleMe, permissions } as typeof sampleMe,
  );
  return router;
}

test('the palette finds a chat by the words of its messages, each once, and opens it', async () => {
  const router = openPalette(['CHAT.HANDLE']);
  await waitFor(() => expect(router.state.status).toBe('idle'));
  act(() => spotlight.open());
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'refund' } });
  await userEvent.click(await screen.findByText('my refund please'));
  await waitFor(() => expect(router.state.location.search).toEqual({ chatId: idOf(5) }));
  expect(server.queriesOf('GET /e/enterprise/chat/search')).toEqual([{ q: 'refund' }]);
});

test('a user who handles no chats is asked about none', async () => {
  const router = openPalette([]);
  await waitFor(() => expect(router.state.status).toBe('idle'));
  act(() => spotlight.open());
  await userEvent.type(await screen.findByRole('textbox'), 'refund');
  expect(await screen.findByText('Nothing found')).toBeTruthy();
  expect(server.countOf('GET /e/enterprise/chat/search')).toBe(0);
});

test('the palette finds a customer by name and opens the record', async () => {
  const list = 'GET /chatbird/api/customer_master/customers';
  const row = {
    id: idOf(6),
    name: 'Ravi',
    phoneNumber: '+919876500001',
    details: [],
    groups: [],
    tags: [],
    createdAt: '2026-05-01T10:00:00Z',
  };
  server.replies[list] = () => good({ customers: { customers: [row], headers: [], hasMore: false } });
  const router = openPalette(['CUSTOMER.VIEW']);
  await waitFor(() => expect(router.state.status).toBe('idle'));
  act(() => spotlight.open());
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'ravi' } });
  await userEvent.click(await screen.findByText('+919876500001'));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/customer-master/customers/view/${idOf(6)}`));
  expect(server.queriesOf(list)).toEqual([{ search: 'ravi', from: '0', perPage: '5' }]);
});
