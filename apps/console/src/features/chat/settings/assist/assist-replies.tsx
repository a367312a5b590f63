import { Anchor, Button, Stack } from '@mantine/core';
import type { AssistReply } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { formatInstant } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatAssistWords } from '../../../../locales/chat-assist.ts';
import { assistRepliesQuery, type OpenUse } from './assist-counts.queries.ts';

/** The replies behind a count, newest first. A chat opens for those who may see it. */
export function AssistReplies({ use, days }: { use: OpenUse; days: number }) {
  const say = useWords(chatAssistWords.counts);
  const list = useInfiniteQuery(assistRepliesQuery(use, days));
  const columns = useColumns();
  return (
    <Stack gap="sm">
      <DataTable
        label={say('replies', { name: '' })}
        columns={columns}
        rows={list.data?.pages.flatMap(({ replies }) => replies)}
        getRowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
      {list.hasNextPage ? (
        <Button variant="default" size="compact-sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      ) : null}
    </Stack>
  );
}

function useColumns(): DataColumn<AssistReply>[] {
  const say = useWords(chatAssistWords.counts);
  return useMemo(
    () => [
      {
        id: 'chat',
        header: say('chat'),
        isOneLine: true,
        cell: ({ chatId, chatNumber, number }) => (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/chat/conversation" search={{ chatId, message: number }} {...props} />}
            aria-label={say('openChat', { number: chatNumber })}
          >
            {chatNumber || '–'}
          </Anchor>
        ),
      },
      { id: 'agent', header: say('agent'), cell: ({ agentName }) => <bdi>{agentName}</bdi> },
      { id: 'time', header: say('time'), isOneLine: true, cell: ({ at }) => formatInstant(at, 'instant') },
    ],
    [say],
  );
}
