import { ActionIcon, Badge, Text } from '@mantine/core';
import { type Currency, type SpeechMessage, type SpeechState, screens, speechLeftMinutes } from '@parley/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { api } from '../../../lib/api.ts';
import { formatCost, formatInstant, formatLanguage, formatShare } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { type SayOf, useWords } from '../../../lib/words.ts';
import { speechWords } from '../../../locales/speech.ts';
import { useMayOpen } from '../../account/shared/me.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import classes from './speech.module.css';
import { speechKey } from './speech.queries.ts';

type Say = SayOf<typeof speechWords.speech>;
const colours: Record<SpeechState, string> = { PENDING: 'gray', DONE: 'teal', FAILED: 'red', EMPTY: 'orange' };

/** Minutes and seconds. */
const showLength = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
export const isUnsure = ({ confidence, leastConfidence }: SpeechMessage): boolean =>
  confidence !== null && leastConfidence !== null && confidence < leastConfidence;

/** The process that had it written down has stopped. */
const isLeft = ({ status, at }: SpeechMessage): boolean => status === 'PENDING' && Date.now() - Date.parse(at) > speechLeftMinutes * 60_000;

type Props = {
  /** Costs are in it; undefined: it is not known yet */
  currency: Currency | undefined;
  rows: SpeechMessage[] | undefined;
  error: Error | null;
  isFetching: boolean;
  isFiltered: boolean;
  onRetry: () => void;
  onClearFilters: () => void;
  empty: ReactNode;
};

/** A row for each recording; those that the service was less sure of than their step asks for are marked. */
export function SpeechTable({ currency, ...props }: Props) {
  const say = useWords(speechWords.speech);
  const client = useQueryClient();
  const [correcting, setCorrecting] = useState<SpeechMessage>();
  const [playing, setPlaying] = useState<{ id: string; url: string }>();
  const reread = () => void client.invalidateQueries({ queryKey: speechKey });
  const play = useMutation({
    mutationFn: (id: string) => api.speech.play({ params: { speechId: id } }),
    onSuccess: ({ url }, id) => setPlaying({ id, url }),
    onError: tellFailure,
  });
  const retry = useMutation({
    mutationFn: (id: string) => api.speech.retry({ params: { speechId: id } }),
    onSuccess: ({ status, error }) => {
      if (status === 'DONE') showToast('success', say('retried'));
      else showToast('error', status === 'EMPTY' ? say('retriedEmpty') : say('retriedFailed', { error }));
      reread();
    },
    onError: tellFailure,
  });
  const columns = useColumns(say, currency);
  const actions = (row: SpeechMessage) => [
    ...(row.status === 'DONE' && !row.isHidden ? [{ label: say('correct'), onClick: () => setCorrecting(row) }] : []),
    ...((row.status === 'FAILED' || row.status === 'EMPTY' || isLeft(row)) && row.canPlay
      ? [{ label: say('retry'), onClick: () => retry.mutate(row.id) }]
      : []),
  ];
  return (
    <>
      <DataTable
        label={say('title')}
        columns={[
          ...columns,
          {
            id: 'play',
            header: say('recording'),
            cell: (row) =>
              playing?.id === row.id ? (
                // biome-ignore lint/a11y/useMediaCaption: the text of the recording stands in the row
                <audio
                  className={classes.audio}
                  controls
                  autoPlay
                  src={playing.url}
                  aria-label={say('playOf', { name: nameOf(say, row) })}
                />
              ) : row.canPlay ? (
                <ActionIcon
                  aria-label={say('playOf', { name: nameOf(say, row) })}
                  title={say('play')}
                  loading={play.isPending && play.variables === row.id}
                  onClick={() => play.mutate(row.id)}
                >
                  <IconPlayerPlay size={16} aria-hidden />
                </ActionIcon>
              ) : (
                '–'
              ),
          },
          {
            id: 'actions',
            header: '',
            isHideable: false,
            cell: (row) =>
              actions(row).length === 0 ? null : <RowMenu label={say('actionsOf', { name: nameOf(say, row) })} actions={actions(row)} />,
          },
        ]}
        getRowId={({ id }) => id}
        getRowName={(row) => nameOf(say, row)}
        withColumnsMenu
        {...props}
      />
      {correcting ? <CorrectDialog message={correcting} onClose={() => setCorrecting(undefined)} onSaved={reread} /> : null}
    </>
  );
}

const nameOf = (say: Say, { customerName, at }: SpeechMessage): string =>
  `${customerName || say('unnamed')}, ${formatInstant(at, 'instant')}`;

function useColumns(say: Say, currency: Currency | undefined): DataColumn<SpeechMessage>[] {
  const mayOpenWalks = useMayOpen(screens.journeyMonitor);
  const mayOpenChats = useMayOpen(screens.chatHistory);
  const timeOf = ({ at, source, sourceId }: SpeechMessage) => {
    const time = <span className="tabular">{formatInstant(at, 'instant')}</span>;
    if (source === 'stream' && mayOpenWalks)
      return (
        <Link to="/journey/monitor/$instanceId" params={{ instanceId: sourceId }} className={classes.link}>
          {time}
        </Link>
      );
    if (source === 'chat' && mayOpenChats)
      return (
        <Link to="/chat/history/$chatId" params={{ chatId: sourceId }} className={classes.link}>
          {time}
        </Link>
      );
    return time;
  };
  return [
    { id: 'at', header: say('time'), isHideable: false, isOneLine: true, cell: timeOf },
    {
      id: 'customer',
      header: say('customer'),
      cell: (row) => (
        <div>
          <Text size="sm" dir="auto">
            {row.customerName || '–'}
          </Text>
          <Text size="xs" c="dimmed">
            {row.channelName}
          </Text>
        </div>
      ),
    },
    {
      id: 'stream',
      header: say('step'),
      cell: (row) =>
        row.source === 'chat' ? (
          say('source_chat')
        ) : (
          <div>
            <Text size="sm">{row.streamName || '–'}</Text>
            <Text size="xs" c="dimmed">
              {row.node}
            </Text>
          </div>
        ),
    },
    {
      id: 'text',
      header: say('text'),
      cell: (row) => (
        <div className={classes.text}>
          {row.isHidden ? (
            <Text size="sm" c="dimmed">
              {say('hidden')}
            </Text>
          ) : row.text === '' ? (
            <Text size="sm" c="dimmed">
              {row.error || '–'}
            </Text>
          ) : (
            <Text size="sm" dir="auto" lineClamp={3}>
              {row.text}
            </Text>
          )}
          {row.originalText === null ? null : (
            <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
              {say('original', { text: row.originalText })}
            </Text>
          )}
        </div>
      ),
    },
    {
      id: 'status',
      header: say('status'),
      isOneLine: true,
      cell: (row) => (
        <Badge variant="light" miw="max-content" color={colours[row.status]}>
          {say(`status_${row.status}`)}
        </Badge>
      ),
    },
    {
      id: 'confidence',
      header: say('confidence'),
      align: 'end',
      isOneLine: true,
      cell: (row) =>
        row.confidence === null ? (
          '–'
        ) : isUnsure(row) ? (
          <Badge variant="light" color="orange" miw="max-content" title={say('unsure', { limit: formatShare(row.leastConfidence ?? 0) })}>
            {formatShare(row.confidence)}
          </Badge>
        ) : (
          formatShare(row.confidence)
        ),
    },
    {
      id: 'answer',
      header: say('answer'),
      isOneLine: true,
      cell: (row) => (row.isAnswer === null ? '–' : say(row.isAnswer ? (row.originalText === null ? 'yes' : 'yesCorrected') : 'no')),
    },
    {
      id: 'length',
      header: say('lengthAndCost'),
      align: 'end',
      isOneLine: true,
      cell: (row) => (
        <div className="tabular">
          <Text size="sm">{row.lengthMs === null ? '–' : showLength(row.lengthMs)}</Text>
          <Text size="xs" c="dimmed">
            {row.cost === null || currency === undefined ? '' : formatCost(row.cost, currency)}
          </Text>
        </div>
      ),
    },
    {
      id: 'language',
      header: say('languageAndService'),
      cell: (row) => (
        <div>
          <Text size="sm">{row.language === '' ? '–' : formatLanguage(row.language)}</Text>
          <Text size="xs" c="dimmed">
            {row.service}
          </Text>
        </div>
      ),
    },
  ];
}
