import { Modal } from '@mantine/core';
import type { MissedChat } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatTime } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { useCan } from '../../account/shared/me.ts';
import { missedChatsQuery } from './dashboard.queries.ts';
import { DashboardSearch } from './dashboard.search.ts';

/** The rows of the figure "missed today". */
export function MissedChats() {
  const say = useWords(insightWords.dashboard);
  const { search, change } = useAddressState(DashboardSearch);
  return (
    <Modal opened={search.rows === 'missed'} onClose={() => change({ rows: undefined })} title={say('missed')} size="lg">
      <MissedTable />
    </Modal>
  );
}

function MissedTable() {
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
