import { Alert, Button, Text, VisuallyHidden } from '@mantine/core';
import type { UploadRecord } from '@parley/contract';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { BackHeader } from './back-header.tsx';
import classes from './csv-import.module.css';
import { isUnfinished, uploadQuery, useSaveErrors } from './csv-import.queries.ts';
import { ErrorListSearch } from './csv-import.search.ts';
import { ErrorList } from './error-list.tsx';
import { LeftOutNote } from './left-out-note.tsx';
import { UploadActions } from './upload-actions.tsx';
import { UploadStatus } from './upload-status.tsx';
import { useFinishedNews } from './use-finished-news.ts';

const address = '/_frame/customer-master/error/$uploadId';

/** The rows of one file that were refused, and what can be done about them. */
export function ErrorListPage() {
  const say = useWords(customerWords.csvImport);
  const { uploadId } = useParams({ from: address });
  const { search, change } = useAddressState(ErrorListSearch);
  const upload = useQuery(uploadQuery(uploadId));
  const record = upload.data;
  const news = useFinishedNews(useMemo(() => (record ? [record] : undefined), [record]));

  return (
    <div>
      <BackHeader
        title={say('errorTitle')}
        back={{ to: '/customer-master/uploads', label: say('backToUploads') }}
        actions={record ? <ListActions record={record} /> : undefined}
      />
      {upload.isError && !record ? (
        <ErrorState error={upload.error} onRetry={() => void upload.refetch()} />
      ) : (
        <>
          {record ? <UploadHead record={record} /> : null}
          {record?.reason ? (
            <Alert color={record.state === 'ERROR' ? 'red' : 'blue'} icon={<IconInfoCircle size={16} />} mb="sm">
              {record.reason}
            </Alert>
          ) : null}
          {record ? <LeftOutNote record={record} /> : null}
          <ErrorList
            key={uploadId}
            uploadId={uploadId}
            filter={search}
            isLive={record !== undefined && isUnfinished(record)}
            canEdit={record !== undefined && !isUnfinished(record) && record.phase !== 'undone'}
            onFilter={change}
          />
        </>
      )}
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </div>
  );
}

function UploadHead({ record }: { record: UploadRecord }) {
  const say = useWords(customerWords.csvImport);
  return (
    <section className={classes.headStrip} aria-label={record.file.name}>
      <div className={classes.headWords}>
        <Text size="sm" fw={600} className={classes.reason}>
          {record.file.name}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {say('counts', {
            accepted: formatNumber(record.acceptedLines),
            errors: formatNumber(record.errorLines),
            total: formatNumber(record.totalLines),
          })}
        </Text>
      </div>
      <UploadStatus record={record} withReason={false} />
    </section>
  );
}

function ListActions({ record }: { record: UploadRecord }) {
  const say = useWords(customerWords.csvImport);
  const save = useSaveErrors(record.uploadId);
  return (
    <>
      <UploadActions record={record} size="sm" />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={record.errorLines === 0}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {say('download')}
      </Button>
    </>
  );
}
