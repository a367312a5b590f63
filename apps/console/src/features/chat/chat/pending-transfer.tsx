import { Button } from '@mantine/core';
import type { ChatDetail } from '@parley/contract';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './conversation.module.css';
import { useRequest } from './use-request.ts';

type Props = { chatId: string; transfer: NonNullable<ChatDetail['pendingTransfer']> };

/** Tells the sender of a transfer that it waits for the other agent, and takes it back. */
export function PendingTransfer({ chatId, transfer }: Props) {
  const t = useWords(chatWords.conversation);
  const { isBusy, problem, run } = useRequest(() => showToast('success', t('transferWithdrawn')));
  return (
    <div className={classes.notice} role="status">
      <span>{problem || t('transferPending', { name: transfer.agentName })}</span>
      <Button
        size="compact-sm"
        variant="default"
        loading={isBusy}
        onClick={() => run(() => liveClient.request('withdrawTransfer', { chatId }))}
      >
        {t('withdraw')}
      </Button>
    </div>
  );
}
