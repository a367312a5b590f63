import { ActionIcon, Anchor, Button, Select, Text } from '@mantine/core';
import { builderPermissions, type KnowledgeSource, sourceSchedules } from '@parley/contract';
import { IconFileText, IconFileTypePdf, IconPencilPlus, IconRefresh, IconTrash, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { formatBytes, formatNumber, formatReportDate } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { EntryForm } from './entry-form.tsx';
import classes from './knowledge.module.css';
import { isBeingRead, sourcesQuery, useReadAgain, useRemoveNote, useScheduleSource } from './knowledge.queries.ts';
import { SourceStatus } from './source-status.tsx';
import { SourceText } from './source-text.tsx';

const kindIcons = { website: IconWorld, document: IconFileTypePdf, note: IconFileText };

/** Every source with how far it is read. Websites and documents are removed in their panels, entries here. */
export function SourceTable({ botId }: { botId: string }) {
  const say = useWords(botWords.knowledge);
  const sources = useQuery(sourcesQuery(botId));
  const { mutate: readAgain } = useReadAgain(botId);
  const { mutate: schedule } = useScheduleSource(botId);
  const { mutate: removeNote } = useRemoveNote(botId);
  const [shown, setShown] = useState<KnowledgeSource>();
  const [isWriting, setWriting] = useState(false);

  const columns = useMemo<DataColumn<KnowledgeSource>[]>(() => {
    const handleRemove = async ({ id, name }: KnowledgeSource) => {
      if (await confirmDelete('delete', name)) removeNote(id, { onSuccess: () => showToast('success', say('entryRemoved')) });
    };
    return [
      { id: 'name', header: say('name'), cell: (source) => <SourceName source={source} /> },
      { id: 'status', header: say('status'), cell: (source) => <SourceStatus source={source} /> },
      {
        id: 'pages',
        header: say('pages'),
        align: 'end',
        cell: ({ pageCount, passageCount }) => <span title={say('passages', { count: passageCount })}>{formatNumber(pageCount)}</span>,
      },
      {
        id: 'size',
        header: say('size'),
        align: 'end',
        cell: ({ sizeBytes }) => <span className={classes.whole}>{formatBytes(sizeBytes)}</span>,
      },
      { id: 'lastRead', header: say('lastRead'), cell: (source) => <LastRead source={source} /> },
      {
        id: 'schedule',
        header: say('schedule'),
        width: 120,
        cell: (source) =>
          source.kind === 'website' ? (
            <Select
              size="xs"
              w={104}
              aria-label={say('scheduleOf', { name: source.name })}
              allowDeselect={false}
              data={sourceSchedules.map((value) => ({ value, label: say(`schedule_${value}`) }))}
              value={source.schedule}
              onChange={(next) => next && schedule({ sourceId: source.id, schedule: next as KnowledgeSource['schedule'] })}
            />
          ) : (
            '—'
          ),
      },
      {
        id: 'actions',
        header: say('actions'),
        width: 110,
        isPinned: true,
        cell: (source) => (
          <div className={classes.actions}>
            {source.kind === 'note' ? null : (
              <May any={builderPermissions}>
                <ActionIcon
                  aria-label={say('readAgain', { name: source.name })}
                  disabled={isBeingRead(source)}
                  onClick={() => readAgain(source.id)}
                >
                  <IconRefresh size={16} />
                </ActionIcon>
              </May>
            )}
            <ActionIcon
              aria-label={say('preview', { name: source.name })}
              disabled={source.passageCount === 0}
              onClick={() => setShown(source)}
            >
              <IconFileText size={16} />
            </ActionIcon>
            {source.kind === 'note' ? (
              <May any={builderPermissions}>
                <ActionIcon aria-label={say('remove', { name: source.name })} onClick={() => void handleRemove(source)}>
                  <IconTrash size={16} />
                </ActionIcon>
              </May>
            ) : null}
          </div>
        ),
      },
    ];
  }, [say, readAgain, schedule, removeNote]);
  const writeButton = (
    <May any={builderPermissions}>
      <Button size="xs" variant="default" leftSection={<IconPencilPlus size={15} />} onClick={() => setWriting(true)}>
        {say('writeEntry')}
      </Button>
    </May>
  );

  return (
    <Panel title={say('sources')} text={say('sourcesHint')} actions={writeButton}>
      <DataTable
        label={say('sources')}
        columns={columns}
        rows={sources.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={sources.error}
        onRetry={() => void sources.refetch()}
        empty={<EmptyState icon={IconFileText} title={say('noSources')} text={say('noSourcesText')} />}
      />
      <SourceText botId={botId} source={shown} onClose={() => setShown(undefined)} />
      <EntryForm botId={botId} isOpen={isWriting} onClose={() => setWriting(false)} />
    </Panel>
  );
}

function SourceName({ source: { kind, name, url } }: { source: KnowledgeSource }) {
  const say = useWords(botWords.knowledge);
  const Icon = kindIcons[kind];
  return (
    <span className={classes.sourceName}>
      <Icon size={16} stroke={1.6} role="img" aria-label={say(`kind_${kind}`)} />
      {url ? (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          {name}
        </Anchor>
      ) : (
        name
      )}
    </span>
  );
}

function LastRead({ source: { lastReadAt, nextReadAt } }: { source: KnowledgeSource }) {
  const say = useWords(botWords.knowledge);
  return (
    <div className={classes.whole}>
      {lastReadAt ? <time dateTime={lastReadAt}>{formatReportDate(lastReadAt)}</time> : say('never')}
      {nextReadAt ? (
        <Text size="xs" c="dimmed">
          {say('nextRead', { time: formatReportDate(nextReadAt) })}
        </Text>
      ) : null}
    </div>
  );
}
