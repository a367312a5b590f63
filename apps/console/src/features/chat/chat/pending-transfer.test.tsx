import { notificationsStore } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { PendingTransfer } from './pending-transfer.tsx';

test('a transfer that waits is told with whom it waits for, and is withdrawn by one press', async () => {
  const line = openLine();
  line.accept('asha');
  draw(<PendingTransfer chatId="chat" transfer={{ agentId: 'ben', agentName: 'Ben', note: 'Yours' }} />);
  expect(screen.getByRole('status').textContent).toContain('Offered to Ben. The chat stays yours until they accept it.');
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(line.sent.at(-1)).toMatchObject({ type: 'withdrawTransfer', data: { chatId: 'chat' } });
  await waitFor(() =>
    expect(notificationsStore.getState().notifications.map(({ message }) => message)).toContain('The transfer is withdrawn.'),
  );
});
