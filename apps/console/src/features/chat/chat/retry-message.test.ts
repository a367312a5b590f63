import type { ChatAction } from '@parley/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { getOpenedDialog } from '../../../lib/dialogs.ts';
import { liveClient } from '../../../lib/live.ts';
import { chatWords } from '../../../locales/chat.ts';
import { retryMessage } from './retry-message.ts';

const request = vi.spyOn(liveClient, 'request');
beforeEach(() => void request.mockReset().mockResolvedValue({} as never));

const entry = (more: Partial<ChatAction>) => ({ actionId: 'a6', status: 1, deliveryStatus: 0, detail: {}, ...more }) as ChatAction;
const at = '2026-01-01T11:05:00.000Z';
const unknown = entry({ detail: { unknown: { at } } });

test('a failed message goes again at once; one of unknown outcome after somebody has read that it may come twice, with the moment of its mark', async () => {
  await retryMessage('c1', entry({ deliveryStatus: 3 }), chatWords.conversation);
  expect(request.mock.lastCall).toEqual(['agentRetry', { chatId: 'c1', actionId: 'a6' }]);
  const kept = retryMessage('c1', unknown, chatWords.conversation);
  expect(getOpenedDialog()?.dialog).toMatchObject({
    title: 'Send this message again?',
    text: 'Nobody knows whether it has arrived. If it has, the customer gets it twice.',
    confirm: 'Send, even twice',
  });
  getOpenedDialog()?.answer(false);
  await kept;
  expect(request).toHaveBeenCalledTimes(1);
  const sent = retryMessage('c1', unknown, chatWords.conversation);
  getOpenedDialog()?.answer(true);
  await sent;
  expect(request.mock.lastCall).toEqual(['agentRetry', { chatId: 'c1', actionId: 'a6', unknown: { asOf: at, acceptsRisk: true } }]);
});
