import { ActionIcon, Badge } from '@mantine/core';
import type { Erasure } from '@parley/contract';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { api } from '../../../lib/api.ts';
import { formatNumber, formatTimestamp } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { privacyWords } from '../../../locales/privacy.ts';
import { erasurePage, erasuresQuery } from './privacy.queries.ts';

/** The certificate with its signature, as scripts/certificate-verify.ts reads it. */
async function saveCertificate({ id }: Erasure): Promise<void> {
  try {
    const signed = await api.privacy.certificate({ params: { erasureId: id } });
    const address = URL.createObjectURL(new Blob([`${JSON.stringify(signed, null, 2)}\n`], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `erasure_${id}.json`;
    link.click();
    URL.revokeObjectURL(address);
  } catch (error) {
    tellFailure(error);
  }
}

/** Erased customers and their certificates. */
export function ErasureList() {
  const say = useWords(privacyWords.erasures);
  const [from, setFrom] = useState(0);
  const list = useQuery(erasuresQuery(from));
  const columns = useMemo(
    (): DataColumn<Erasure>[] => [
      {
        id: 'at',
        header: say('at'),
        isHideable: false,
        isOneLine: true,
        cell: ({ requestedAt }) => <span className="tabular">{formatTimestamp(requestedAt)}</span>,
      },
      { id: 'requestedBy', header: say('requestedBy'), cell: ({ requestedBy }) => requestedBy },
      { id: 'reason', header: say('reason'), cell: ({ reason }) => reason },
      {
        id: 'records',
        header: say('records'),
        align: 'end',
        cell: ({ counts }) => <span className="tabular">{formatNumber(counts.reduce((sum, { count }) => sum + count, 0))}</span>,
      },
      {
        id: 'state',
        header: say('state'),
        cell: ({ state }) => <Badge color={state === 'done' ? 'green' : 'blue'}>{say(state)}</Badge>,
      },
      {
        id: 'certificate',
        header: say('certificate'),
        align: 'end',
        cell: (erasure) =>
          erasure.state === 'done' ? (
            <ActionIcon
              aria-label={say('certificateOf', { time: formatTimestamp(erasure.requestedAt) })}
              title={say('certificate')}
              onClick={() => void saveCertificate(erasure)}
            >
              <IconCertificate size={16} />
            </ActionIcon>
          ) : null,
      },
    ],
    [say],
  );
  return (
    <Panel title={say('title')} text={say('text')}>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data?.erasures}
        getRowId={({ id }) => id}
        getRowName={({ requestedAt }) => formatTimestamp(requestedAt)}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconCertificate} title={say('empty')} />}
        page={{ from, perPage: erasurePage, more: list.data?.more ?? false, isFixed: true, onChange: (page) => setFrom(page.from) }}
      />
    </Panel>
  );
}
