import { Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { botKeys, botQuery } from '../shared/bot.queries.ts';
import { EmbeddingStatus } from './embedding-status.tsx';
import classes from './knowledge.module.css';
import { isBeingRead, knowledgeConfigQuery, sourcesQuery } from './knowledge.queries.ts';
import { KnowledgeSearch } from './knowledge.search.ts';
import { KnowledgeForm } from './knowledge-form.tsx';
import { SearchTest } from './search-test.tsx';
import { SourceTable } from './source-table.tsx';

/** A bot's knowledge besides its intents: websites, documents and written entries. */
export function KnowledgePage() {
  const say = useWords(botWords.knowledge);
  const { botId = '' } = useParams({ strict: false });
  const { type } = KnowledgeSearch.parse(useSearch({ strict: false }));
  const bot = useQuery(botQuery(botId));
  const config = useQuery(knowledgeConfigQuery(botId));
  useTrainingNews(botId);

  return (
    <div className={classes.layout}>
      {config.data ? (
        <KnowledgeForm key={botId} botId={botId} config={config.data} isPrompt={type === 'prompt'} training={bot.data?.training} />
      ) : config.isError ? (
        <ErrorState error={config.error} title={say('couldNotLoad')} onRetry={() => void config.refetch()} />
      ) : (
        <Stack gap="md">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} height={72} radius="md" />
          ))}
        </Stack>
      )}
      <EmbeddingStatus botId={botId} />
      <SourceTable botId={botId} />
      <SearchTest botId={botId} />
    </div>
  );
}

/** A source that has been read changes what there is to train. */
function useTrainingNews(botId: string): void {
  const client = useQueryClient();
  const { data: sources } = useQuery(sourcesQuery(botId));
  const isReading = sources?.some(isBeingRead) ?? false;
  useEffect(() => {
    if (isReading) return () => void client.invalidateQueries({ queryKey: botKeys.details(botId) });
  }, [isReading, botId, client]);
}
