import { Alert, Badge, Button, Group, Skeleton, Stack } from '@mantine/core';
import { channelTypes } from '@parley/contract';
import { IconArrowLeft, IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import { CallbackPanel, Line } from './callback-panel.tsx';
import classes from './channel.module.css';
import { channelDetailsQuery, channelOptionsQuery, useActOnChannel } from './channel.queries.ts';
import { ChannelForm } from './channel-form.tsx';
import { ChannelHealth } from './channel-health.tsx';
import { stateColours } from './channel-state.ts';
import { NoDomain } from './no-domain.tsx';

/** The website's side is for channels of websites alone. */
const WebsitePanels = lazy(async () => ({ default: (await import('./website/website-panels.tsx')).WebsitePanels }));

/** A mailbox is for e-mail channels alone. */
const MailboxPanel = lazy(async () => ({ default: (await import('./mailbox/mailbox-panel.tsx')).MailboxPanel }));

/** One channel: its form, its health, and where its vendor calls back. */
export function ChannelPage() {
  const say = useWords(channelWords.channel);
  const navigate = useNavigate();
  const { channelId = '' } = useParams({ strict: false }) as { channelId?: string };
  const isNew = channelId === 'create';
  const details = useQuery({ ...channelDetailsQuery(channelId), enabled: !isNew });
  const options = useQuery(channelOptionsQuery);
  const [canCreate, canEdit, canDelete] = [useCan(['CHANNELS.CREATE']), useCan(['CHANNELS.EDIT']), useCan(['CHANNELS.DELETE'])];
  const call = useActOnChannel();
  const back = (
    <Button component={Link} to="/admin/channels" variant="subtle" leftSection={<IconArrowLeft size={15} aria-hidden />}>
      {say('back')}
    </Button>
  );
  const failure = options.error ?? (isNew ? null : details.error);
  if (failure && !(options.data && (isNew || details.data)))
    return (
      <ErrorState
        error={failure}
        title={say('couldNotLoad')}
        onRetry={() => {
          void options.refetch();
          if (!isNew) void details.refetch();
        }}
      />
    );
  if (!options.data || !(isNew || details.data))
    return (
      <Stack gap="md">
        <Skeleton height={72} radius="md" />
        <Skeleton height={320} radius="md" />
      </Stack>
    );
  if (isNew || !details.data)
    return (
      <div>
        <PageHeader title={say('createTitle')} actions={back} />
        <ChannelForm key="create" channel={undefined} options={options.data} canSave={canCreate} />
      </div>
    );

  const { channel, callback } = details.data;
  const isWeb = channel.type === channelTypes.WEB;
  const act = (kind: 'pause' | 'resume') =>
    call.mutate(
      { channelId, act: kind },
      { onSuccess: ({ message }) => showToast('success', sayDone(message, kind === 'pause' ? 'paused' : 'resumed')), onError: tellFailure },
    );
  const handleDelete = async () => {
    if (!(await confirmBin('delete', channel.name))) return;
    call.mutate(
      { channelId, act: 'remove' },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'deleted'));
          void navigate({ to: '/admin/channels' });
        },
        onError: tellFailure,
      },
    );
  };
  return (
    <div>
      <PageHeader
        title={channel.name}
        subtitle={
          <Badge component="span" color={stateColours[channel.state]}>
            {say(channel.state)}
          </Badge>
        }
        actions={
          <Group gap="xs" role="group" aria-label={say('actionsOf', { name: channel.name })}>
            {back}
            {!isWeb && channel.environment === 'sandbox' ? (
              <Button
                component={Link}
                to={'/admin/channels/$channelId/sandbox' as never}
                params={{ channelId } as never}
                variant="light"
                leftSection={<IconFlask size={15} aria-hidden />}
              >
                {say('openSandbox')}
              </Button>
            ) : null}
            {canEdit && channel.state !== 'SETUP' ? (
              <Button variant="default" loading={call.isPending} onClick={() => act(channel.state === 'ACTIVE' ? 'pause' : 'resume')}>
                {say(channel.state === 'ACTIVE' ? 'pause' : 'resume')}
              </Button>
            ) : null}
            {canDelete ? (
              <Button variant="default" color="red" loading={call.isPending} onClick={() => void handleDelete()}>
                {say('delete')}
              </Button>
            ) : null}
          </Group>
        }
      />
      {channel.state === 'ERROR' ? (
        <Alert color="red" mb="md" title={say('reason')}>
          {channel.stateReason} {say('repair')}
        </Alert>
      ) : null}
      <div className={classes.page}>
        <ChannelForm key={channel.id} channel={channel} options={options.data} canSave={canEdit} />
        <div className={classes.column}>
          <Panel title={say('health')}>
            <ChannelHealth details={details.data} />
          </Panel>
          {callback ? <CallbackPanel channelId={channelId} callback={callback} canEdit={canEdit} /> : null}
          {isWeb ? (
            <Panel title={say('snippet')}>
              {channel.data.allowedDomains?.length ? null : <NoDomain />}
              <Line label="HTML" value={`<script src="${location.origin}/widget.js" data-key="${channel.widgetKey}" async></script>`} />
            </Panel>
          ) : null}
        </div>
      </div>
      {channel.type === channelTypes.EMAIL ? (
        <Suspense fallback={<Skeleton height={120} radius="md" mt="md" />}>
          <div style={{ marginBlockStart: 16 }}>
            <MailboxPanel channelId={channelId} canEdit={canEdit} isSandbox={channel.environment === 'sandbox'} />
          </div>
        </Suspense>
      ) : null}
      {isWeb ? (
        <Suspense fallback={<Skeleton height={240} radius="md" mt="md" />}>
          <WebsitePanels channelId={channelId} canEdit={canEdit} />
        </Suspense>
      ) : null}
    </div>
  );
}
