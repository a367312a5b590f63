import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type UploadRecord, uploadsPage } from '@parley/contract';
import { IconFileUpload, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useTellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { BackHeader } from './back-header.tsx';
import classes from './csv-import.module.css';
import { uploadsQuery } from './csv-import.queries.ts';
import { UploadsSearch } from './csv-import.search.ts';
import { UploadActions } from './upload-actions.tsx';
import { UploadStatus } from './upload-status.tsx';
import { useFinishedNews } from './use-finished-news.ts';

/** Every file that was submitted, newest first, and how far each is. */
export function UploadsPage() {
  const say = useWords(customerWords.csvImport);
  const { search, change } = useAddressState(UploadsSearch);
  const { from } = search;
  const uploads = useQuery(uploadsQuery(from));
  const columns = useUploadColumns();
  const news = useFinishedNews(uploads.data?.customerCSVs);
  useTellFailure(uploads.error);

  return (
    <div>
      <BackHeader
        title={say('myUploads')}
        back={{ to: '/customer-master/customers', label: say('backToCustomers') }}
        actions={<UploadButton />}
      />
      <div className={classes.linkRows}>
        <DataTable
          label={say('myUploads')}
          columns={columns}
          rows={uploads.data?.customerCSVs}
          getRowId={(row) => row.uploadId}
          getRowName={(row) => row.file.name}
          error={uploads.error}
          isFetching={uploads.isPlaceholderData}
          onRetry={() => void uploads.refetch()}
          empty={<EmptyState icon={IconFileUpload} title={say('noUploads')} text={say('noUploadsText')} action={<UploadButton />} />}
        />
      </div>
      {uploads.data && (from > 0 || uploads.data.customerCSVs.length > 0) ? (
        <ListPager
          from={from}
          perPage={uploadsPage}
          rowCount={uploads.data.customerCSVs.length}
          hasMore={uploads.data.hasMore}
          onChange={(next) => change({ from: next })}
        />
      ) : null}
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </div>
  );
}

function UploadButton() {
  const say = useWords(customerWords.csvImport);
  return (
    <Button component={Link} to="/customer-master/uploadfile" leftSection={<IconUpload size={16} aria-hidden />}>
      {say('upload')}
    </Button>
  );
}

function useUploadColumns(): DataColumn<UploadRecord>[] {
  const say = useWords(customerWords.csvImport);
  return useMemo(
    () => [
      {
        id: 'fileName',
        header: say('fileName'),
        cell: (row) => (
          <div className={classes.fileCell}>
            <Link to="/customer-master/error/$uploadId" params={{ uploadId: row.uploadId }} className={classes.rowLink}>
              {row.file.name}
            </Link>
            <Text size="xs" c="dimmed">
              {[
                row.group && say('inGroup', { name: row.group }),
                row.label && say('inLabel', { name: row.label }),
                row.replace && say('replacing'),
                row.createdBy && say('byWhom', { name: row.createdBy }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        ),
      },
      { id: 'totalCount', header: say('totalCount'), align: 'end', cell: (row) => formatNumber(row.totalLines) },
      { id: 'accepted', header: say('accepted'), align: 'end', cell: (row) => formatNumber(row.acceptedLines) },
      {
        id: 'error',
        header: say('error'),
        align: 'end',
        cell: (row) => (
          <Text span size="sm" {...(row.errorLines > 0 ? { c: 'red', fw: 550 } : {})}>
            {formatNumber(row.errorLines)}
          </Text>
        ),
      },
      {
        id: 'completedOn',
        header: say('completedOn'),
        width: 170,
        cell: (row) => <span className={classes.nowrap}>{row.completedTimeStr || '–'}</span>,
      },
      {
        id: 'status',
        header: say('status'),
        width: 290,
        cell: (row) => (
          <div className={classes.statusCell}>
            <UploadStatus record={row} />
            <div className={classes.overLink}>
              <UploadActions record={row} size="compact-sm" />
            </div>
          </div>
        ),
      },
    ],
    [say],
  );
}
