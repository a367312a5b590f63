import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { formatTimestamp } from '../../../lib/format.ts';
import { draw } from '../../../test-draw.tsx';
import { DeliveryStatusModal } from './delivery-status-modal.tsx';

const at = '2026-01-01T10:00:00Z';

test('WIDGET-008 each step of a delivery is named, with its time and the reason of a failure', async () => {
  draw(
    <DeliveryStatusModal
      isOpen
      onClose={vi.fn()}
      steps={[
        { status: 0, at },
        { status: 1, at: '2026-01-01T10:00:05Z' },
        { status: 2, at: '2026-01-01T10:01:00Z' },
        { status: 3, at: '2026-01-01T10:02:00Z', reason: 'Number not reachable' },
      ]}
    />,
  );
  await screen.findByRole('dialog');
  expect(['Sent', 'Delivered', 'Read', 'Failed'].map((name) => screen.getAllByText(name).length)).toEqual([1, 1, 1, 1]);
  expect(screen.getByText(formatTimestamp(at))).toBeTruthy();
  expect(screen.getByText('Number not reachable')).toBeTruthy();
});

test('WIDGET-008 a message without any step says so', async () => {
  draw(<DeliveryStatusModal isOpen onClose={vi.fn()} steps={[]} />);
  expect(await screen.findByText('No Record')).toBeTruthy();
});
