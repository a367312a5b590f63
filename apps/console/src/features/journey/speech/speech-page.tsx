import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconMicrophone } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { exportList } from '../../../lib/exports.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { speechWords } from '../../../locales/speech.ts';
import { speechCsvPath, speechFiguresQuery, speechQuery } from './speech.queries.ts';
import { noSpeechSearch, SpeechSearch } from './speech.search.ts';
import { SpeechCards } from './speech-cards.tsx';
import { SpeechFilters } from './speech-filters.tsx';
import { SpeechTable } from './speech-table.tsx';

/** Recordings that were written down, for streams and in chats (screens 4.7). */
export function SpeechPage() {
  const say = useWords(speechWords.speech);
  const { search, change } = useAddressState(SpeechSearch);
  const figures = useQuery(speechFiguresQuery(search));
  const list = useInfiniteQuery(speechQuery(search));
  const isFiltered = Object.entries(search).some(([name, value]) => value !== noSpeechSearch[name as keyof SpeechSearch]);
  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void exportList('speech', speechCsvPath(search)).catch(tellFailure)}
          >
            {say('download')}
          </Button>
        }
      />
      <SpeechFilters search={search} onChange={change} />
      {figures.error && !figures.data ? (
        <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
      ) : figures.data ? (
        <SpeechCards figures={figures.data} />
      ) : (
        <Skeleton height={96} radius="md" mb="md" />
      )}
      <SpeechTable
        currency={figures.data?.currency}
        rows={list.data?.pages.flatMap((page) => page.rows)}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={isFiltered}
        onClearFilters={() => change(noSpeechSearch)}
        empty={<EmptyState icon={IconMicrophone} title={say('empty')} text={say('emptyText')} />}
      />
      {list.hasNextPage ? (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      ) : null}
    </div>
  );
}
