import type { ChatAction } from '@parley/contract';
import { openDialog } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { ChatSay } from '../../../locales/chat.ts';
import { changesOf } from '../shared/chat.rules.ts';
import { messageStateOf } from './thread-items.ts';

/** Another try of the same message: the entry changes, and no second one comes. */
export async function retryMessage(chatId: string, action: ChatAction, t: ChatSay): Promise<void> {
  const { actionId } = action;
  const mark = messageStateOf(action) === 'unknown' ? changesOf(action).unknown : undefined;
  // The outcome is unknown: the customer may have the message, so the user takes the risk of sending it twice.
  const isRisky = mark !== undefined;
  if (
    isRisky &&
    !(await openDialog({
      type: 'confirm',
      title: t('sendAgainTitle'),
      text: t('sendAgainText'),
      confirm: t('sendAgainConfirm'),
      color: 'red',
    }))
  )
    return;
  try {
    await liveClient.request('agentRetry', {
      chatId,
      actionId,
      ...(isRisky ? { unknown: { asOf: mark.at, acceptsRisk: true as const } } : {}),
    });
  } catch (error) {
    showToast('error', describeFailure(error).message);
  }
}
