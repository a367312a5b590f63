import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { botQuery } from '../shared/bot.queries.ts';
import { PromptForm } from './prompt-form.tsx';

/** The prompt of one bot. */
export function PromptPage() {
  const say = useWords(botWords.prompt);
  const { botId = '' } = useParams({ strict: false });
  const bot = useQuery(botQuery(botId));
  if (bot.data) return <PromptForm key={botId} botId={botId} config={bot.data.promptConfig} version={bot.data.version} />;
  if (bot.isError) return <ErrorState error={bot.error} title={say('couldNotLoad')} onRetry={() => void bot.refetch()} />;
  return (
    <Stack gap="md">
      <Skeleton height={72} radius="md" />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}
