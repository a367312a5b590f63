import type { ChatAction } from '@parley/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
