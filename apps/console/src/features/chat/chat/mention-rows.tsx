import { Button, Skeleton } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import listClasses from './chat-list.module.css';
import type { ChatRowsHandle } from './chat-rows.tsx';
import classes from './customer-panel.module.css';
import { useMentionRows } from './use-mention-rows.ts';

type Props = { openId: string | undefined; onOpen: (chatId: string) => void; ref: Ref<ChatRowsHandle> };

/** The tab of notes that mention the user and that they have not read; opening the chat reads them. */
export function MentionRows({ openId, onOpen, ref }: Props) {
  const t = useWords(chatWords.conversation);
  const { rows, error, onMore, hasMore, isReadingMore, refetch } = useMentionRows(true);
  const isSlow = useDelayed(rows === undefined && !error);
  const box = useRef<HTMLUListElement>(null);
  useImperativeHandle(ref, () => ({
    focusRow: (chatId) => box.current?.querySelector<HTMLElement>(`[data-chat="${chatId}"]`)?.focus(),
  }));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (rows === undefined) return isSlow ? <Skeleton height={58} radius="md" m="sm" /> : null;
  if (rows.length === 0) return <EmptyState icon={IconAt} title={t('mentionsNone')} />;
  return (
    <>
      <ul ref={box} className={listClasses.rows} aria-label={t('mentions')}>
        {rows.map((mention) => (
          <li key={mention.id}>
            <button
              type="button"
              className={classes.previous}
              data-chat={mention.chatId}
              aria-current={mention.chatId === openId || undefined}
              onClick={() => onOpen(mention.chatId)}
            >
              <span>{t('mentionBy', { by: mention.by, customer: mention.customerName })}</span>
              <span className={classes.previousText} dir="auto">
                {mention.text}
              </span>
              <span className={classes.panelSoft}>{formatReportDate(mention.at)}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore ? (
        <div className={listClasses.listFoot}>
          <Button variant="subtle" size="compact-sm" loading={isReadingMore} onClick={onMore}>
            {t('moreMentions')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
