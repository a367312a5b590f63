import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { type Channel, channelTypes } from '@parley/contract';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { channelTypeName } from '../shared/channel-type-name.ts';
import classes from './channel.module.css';
import { channelDetailsQuery } from './channel.queries.ts';
import { ChannelHealth } from './channel-health.tsx';
import { stateColours } from './channel-state.ts';

/** One channel at a glance. Whoever may look in detail sees its health. */
export function ChannelCard({ channel, hasDetails }: { channel: Channel; hasDetails: boolean }) {
  const say = useWords(channelWords.channel);
  const details = useQuery({ ...channelDetailsQuery(channel.id), enabled: hasDetails });
  const isWeb = channel.type === channelTypes.WEB;
  const isSandbox = !isWeb && channel.environment === 'sandbox';
  return (
    <article className={classes.card} aria-label={channel.name}>
      <div className={classes.head}>
        <Link
          to="/admin/channels/$channelId"
          params={{ channelId: channel.id } as never}
          className={classes.name}
          aria-label={say('open', { name: channel.name })}
        >
          {channel.name}
        </Link>
        <Badge color={stateColours[channel.state]}>{say(channel.state)}</Badge>
        {isSandbox ? (
          <Badge color="grape" variant="light">
            {say('sandbox')}
          </Badge>
        ) : null}
      </div>
      <Text size="sm" c="dimmed">
        {[channelTypeName(channel.type), isWeb ? '' : channel.vendor, channel.contactId].filter(Boolean).join(' · ')}
      </Text>
      {channel.stateReason ? (
        <Text size="sm" c="red">
          {channel.stateReason}
        </Text>
      ) : null}
      {!hasDetails ? null : details.data ? (
        <ChannelHealth details={details.data} />
      ) : details.error ? (
        <Text size="sm" c="dimmed" role="alert">
          {describeFailure(details.error).message}
        </Text>
      ) : (
        <Skeleton height={92} radius="md" />
      )}
      <Group gap="xs" mt="auto">
        <Button
          component={Link}
          to="/admin/channels/$channelId"
          params={{ channelId: channel.id } as never}
          size="xs"
          variant="default"
          aria-label={`${say('edit')} ${channel.name}`}
        >
          {say('edit')}
        </Button>
        {channel.state === 'SETUP' ? (
          <Button component={Link} to={'/admin/whatsapp-onboarding' as never} size="xs">
            {say('finishSetup')}
          </Button>
        ) : null}
        {isSandbox ? (
          <Button
            component={Link}
            to={'/admin/channels/$channelId/sandbox' as never}
            params={{ channelId: channel.id } as never}
            size="xs"
            variant="light"
            leftSection={<IconFlask size={14} aria-hidden />}
          >
            {say('openSandbox')}
          </Button>
        ) : null}
      </Group>
    </article>
  );
}
