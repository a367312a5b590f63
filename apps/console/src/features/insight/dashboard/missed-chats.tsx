import { Modal, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { DashboardSearch } from './dashboard.search.ts';

// The table's script is larger than the rest of the dashboard's: it comes when somebody opens the list.
const MissedTable = lazy(() => import('./missed-table.tsx').then((table) => ({ default: table.MissedTable })));

/** The rows of the figure "missed today". */
export function MissedChats() {
  const say = useWords(insightWords.dashboard);
  const { search, change } = useAddressState(DashboardSearch);
  return (
    <Modal opened={search.rows === 'missed'} onClose={() => change({ rows: undefined })} title={say('missed')} size="lg">
      <Suspense fallback={<Skeleton height={120} />}>
        <MissedTable />
      </Suspense>
    </Modal>
  );
}
