import { Button, Drawer } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { exportList } from '../../../lib/exports.ts';
import { formatDay } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { ChatRows } from '../shared/figures/chat-rows.tsx';
import { rowsCsvPath, rowsQuery } from './analytics.queries.ts';
import { type AnalyticsSearch, noCell } from './analytics.search.ts';

type Props = { search: AnalyticsSearch; onChange: (part: Partial<AnalyticsSearch>) => void };

/** The chats that a figure counts, as many as it says. */
export function RowsDrawer({ search, onChange }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const isOpen = search.rows !== '';
  // The list that was open stays drawn while the drawer closes.
  const [drawn, setDrawn] = useState(search);
  useEffect(() => {
    if (isOpen) setDrawn(search);
  }, [isOpen, search]);
  const shown = isOpen ? search : drawn;
  return (
    <Drawer opened={isOpen} onClose={() => onChange(noCell)} position="right" size={980} title={say('rows')}>
      {shown.rows === '' ? null : <Rows search={shown} />}
    </Drawer>
  );
}

function Rows({ search }: { search: AnalyticsSearch }) {
  const list = useInfiniteQuery(rowsQuery(search));
  const say = useWords(chatAnalyticsWords.analytics);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        mb="sm"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => void exportList('chatRows', rowsCsvPath(search)).catch(tellFailure)}
      >
        {say('exportRows')}
      </Button>
      <ChatRows list={list} of={search.ofDay === '' ? '' : formatDay(search.ofDay)} />
    </>
  );
}
