import { Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from './bot-config.module.css';
import { botChannelsQuery, useConnectChannels } from './bot-config.queries.ts';

/** Channels on which this bot answers. Read-only without the permission to edit channels. */
export function ChannelsCard({ botId }: { botId: string }) {
  const say = useWords(botWords.config);
  const channels = useQuery(botChannelsQuery(botId));
  const connect = useConnectChannels(botId);
  const canEdit = useCan(['CHANNELS.EDIT']);
  /** None: as the server has it. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const stored = new Set(channels.data?.filter(({ isAnswered }) => isAnswered).map(({ id }) => id));
  const shown = chosen ?? stored;
  const isChanged = shown.size !== stored.size || [...shown].some((id) => !stored.has(id));

  const handleToggle = (id: string, isOn: boolean) => {
    const next = new Set(shown);
    if (isOn) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const handleSave = () =>
    connect.mutate([...shown], {
      onSuccess: () => {
        showToast('success', say('channelsSaved'));
        setChosen(undefined);
      },
      onError: tellFailure,
    });

  return (
    <section className={classes.card} aria-label={say('channels')}>
      <div>
        <h2 className={classes.cardTitle}>{say('channels')}</h2>
        <Text size="xs" c="dimmed">
          {say('channelsHint')}
        </Text>
      </div>
      {channels.isPending ? <Skeleton height={64} radius="md" /> : null}
      {channels.isError && !channels.data ? (
        <ErrorState error={channels.error} title={say('channelsFailed')} onRetry={() => void channels.refetch()} />
      ) : null}
      {channels.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('noChannels')}
        </Text>
      ) : null}
      <Stack gap="sm">
        {channels.data?.map(({ id, name, isAnswered, botName }) => (
          <Checkbox
            key={id}
            label={name}
            description={!isAnswered && botName !== '' ? say('otherBot', { name: botName }) : undefined}
            disabled={!canEdit}
            checked={shown.has(id)}
            onChange={(event) => handleToggle(id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
      {canEdit ? (
        channels.data && channels.data.length > 0 ? (
          <div className={classes.footer}>
            <Button variant="default" disabled={!isChanged} loading={connect.isPending} onClick={handleSave}>
              {say('saveChannels')}
            </Button>
          </div>
        ) : null
      ) : (
        <Text size="xs" c="dimmed">
          {say('channelsReadOnly')}
        </Text>
      )}
    </section>
  );
}
