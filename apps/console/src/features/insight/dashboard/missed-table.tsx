import type { MissedChat } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatTime } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { useCan } from '../../account/shared/me.ts';
import { missedChatsQuery } from './dashboard.queries.ts';

/** Chats that were missed today, picked up since or not. */
export function MissedTable() {
  const say = useWords(insightWords.dashboard);
  const missed = useQuery(missedChatsQuery);
  const canHandle = useCan(['CHAT.HANDLE']);
  const columns: DataColumn<MissedChat>[] = [
    { id: 'customer', header: say('missedCustomer'), cell: ({ customerName }) => customerName || say('unnamed') },
    { id: 'missedAt', header: say('missedAt'), cell: ({ missedAt }) => formatTime(missedAt) },
    {
      id: 'pickedUpBy',
      header: say('pickedUpBy'),
      cell: ({ pickedUpBy }) =>
        pickedUpBy ||
        (canHandle ? (
          <Link to="/chat/conversation" search={{ choose: 'missed' }}>
            {say('stillMissed')}
          </Link>
        ) : (
          say('stillMissed')
        )),
    },
  ];
  return (
    <DataTable
      label={say('missed')}
      columns={columns}
      rows={missed.data}
      getRowId={({ chatId }) => chatId}
      error={missed.error}
      isFetching={missed.isFetching}
      onRetry={() => void missed.refetch()}
      empty={<EmptyState title={say('noneMissed')} />}
    />
  );
}
