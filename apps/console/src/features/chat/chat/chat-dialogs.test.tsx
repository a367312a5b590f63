import type { ChatDetail } from '@parley/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { ChatDialogs } from './chat-dialogs.tsx';

const chat = { chatId: 'chat', customerName: 'Ada', participants: [] } as unknown as ChatDetail;

test.each([
  ['transfer', 'The agent has 60 seconds to accept. If they do not accept, the chat comes back to you.'],
  ['invite', 'The agent has 60 seconds to accept. The chat stays yours; you both write in it.'],
] as const)('the dialog to %s says what becomes of the chat', async (dialog, text) => {
  stubFetch(async () => {
    throw new TypeError('Failed to fetch');
  });
  draw(<ChatDialogs chat={chat} ownId="nina" dialog={dialog} onClose={() => {}} />);
  expect(await screen.findByText(text)).toBeTruthy();
});
