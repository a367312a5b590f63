import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { botQuery } from '../shared/bot.queries.ts';
import classes from './bot-config.module.css';
import { ChannelsCard } from './channels-card.tsx';
import { ConfigForm } from './config-form.tsx';

/** A bot's language understanding, and its channels. */
export function BotConfigPage() {
  const say = useWords(botWords.config);
  const { botId = '' } = useParams({ strict: false });
  const bot = useQuery(botQuery(botId));
  return (
    <div className={classes.layout}>
      {bot.data ? (
        <ConfigForm key={botId} botId={botId} config={bot.data.config} version={bot.data.version} />
      ) : bot.isError ? (
        <ErrorState error={bot.error} title={say('couldNotLoad')} onRetry={() => void bot.refetch()} />
      ) : (
        <Stack gap="md" className={classes.card}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} height={36} radius="md" />
          ))}
        </Stack>
      )}
      <ChannelsCard botId={botId} />
    </div>
  );
}
