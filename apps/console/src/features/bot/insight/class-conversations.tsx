import { Drawer, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './insight.module.css';
import { conversationPage, conversationsQuery } from './insight.queries.ts';

type OpenClass = { ruleId: string; name: string };
export type ClassConversationsProps = { botId: string; days: number; open: OpenClass | undefined; onClose: () => void };

/** The conversations behind a count, the newest first. */
export function ClassConversations({ botId, days, open, onClose }: ClassConversationsProps) {
  const say = useWords(botWords.classification);
  // The last class stays drawn while the drawer closes.
  const [drawn, setDrawn] = useState(open);
  useEffect(() => {
    if (open) setDrawn(open);
  }, [open]);
  const shown = open ?? drawn;
  return (
    <Drawer
      opened={open !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={shown ? say('conversations', { name: shown.name }) : undefined}
    >
      {shown ? <Conversations key={`${shown.ruleId} ${days}`} botId={botId} days={days} ruleId={shown.ruleId} /> : null}
    </Drawer>
  );
}

function Conversations({ botId, days, ruleId }: { botId: string; days: number; ruleId: string }) {
  const say = useWords(botWords.classification);
  const [from, setFrom] = useState(0);
  const list = useQuery(conversationsQuery(botId, { days, ruleId, from }));
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton height={240} radius="md" />;
  const { conversations, more } = list.data;
  if (conversations.length === 0) return <EmptyState title={say('noConversations')} />;
  return (
    <Stack gap="sm" aria-busy={list.isPlaceholderData}>
      {conversations.map(({ sessionId, startedAt, turnCount, firstText, collected }) => (
        <article key={sessionId} className={classes.conversation}>
          <span>{firstText || '—'}</span>
          <span className={classes.quiet}>
            <time dateTime={startedAt}>{formatReportDate(startedAt)}</time>
            <span>{say('turns', { count: turnCount })}</span>
            {Object.entries(collected).map(([name, value]) => (
              <span key={name}>
                {name}: {value}
              </span>
            ))}
          </span>
        </article>
      ))}
      <ListPager
        note={say('range', { from: from + 1, to: from + conversations.length })}
        from={from}
        perPage={conversationPage}
        rowCount={conversations.length}
        hasMore={more}
        isFetching={list.isPlaceholderData}
        onChange={setFrom}
      />
    </Stack>
  );
}
