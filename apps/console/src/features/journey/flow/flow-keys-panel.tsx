import { Badge, Button, Select, Skeleton, Text } from '@mantine/core';
import type { FlowChannel, FlowKeyItem } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { flowWords } from '../../../locales/flow.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from './flow.module.css';
import { keysQuery, useMakeKey } from './flow.queries.ts';

type FlowKeysPanelProps = { channels: readonly FlowChannel[]; channelId: string; onChoose: (channelId: string) => void };
const colors = { CURRENT: 'green', NEXT: 'orange', OLD: 'gray' } as const;

/** Keys of one channel by which phones seal what flows send, and when the vendor and phones last asked. */
export function FlowKeysPanel({ channels, channelId, onChoose }: FlowKeysPanelProps) {
  const say = useWords(flowWords.keys);
  const keys = useQuery(keysQuery(channelId));
  const canMake = useCan(['CHANNELS.EDIT']);
  const make = useMakeKey();
  const hasKey = (keys.data?.keys ?? []).some(({ state }) => state === 'CURRENT');
  const handleMake = async () => {
    if (hasKey) {
      const question = { title: say('rotateTitle'), text: say('rotateText'), confirm: say('rotate') };
      if (!(await openDialog({ type: 'confirm', ...question }))) return;
    }
    make.mutate(channelId, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'saved')), onError: tellFailure });
  };
  return (
    <div className={classes.panel}>
      <Panel
        title={say('title')}
        text={say('text')}
        actions={
          canMake && keys.data ? (
            <Button variant="default" size="xs" loading={make.isPending} onClick={() => void handleMake()}>
              {say(hasKey ? 'rotate' : 'make')}
            </Button>
          ) : null
        }
      >
        {channels.length > 1 ? (
          <Select
            aria-label={say('channel')}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            value={channelId}
            allowDeselect={false}
            maw={320}
            mb="sm"
            onChange={(next) => next && onChoose(next)}
          />
        ) : (
          <Text size="sm" mb="sm">
            {channels[0]?.name}
          </Text>
        )}
        {keys.isError && !keys.data ? (
          <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
        ) : !keys.data ? (
          <Skeleton height={60} radius="md" />
        ) : (
          <>
            {keys.data.keys.length === 0 ? (
              <Text size="sm" c="dimmed">
                {say('none')}
              </Text>
            ) : (
              <ul className={classes.keys}>
                {keys.data.keys.map((key) => (
                  <Key key={key.id} {...key} />
                ))}
              </ul>
            )}
            <Facts lastPingOn={keys.data.lastPingOn} lastRequestOn={keys.data.lastRequestOn} />
            {keys.data.lastFault ? (
              <Text size="sm" mt="xs" className={classes.fault ?? ''}>
                {say('lastFault', { when: formatReportDate(keys.data.lastFault.on), text: keys.data.lastFault.text })}
              </Text>
            ) : null}
          </>
        )}
      </Panel>
    </div>
  );
}

function Key({ state, fingerprint, createdOn, readUntil }: FlowKeyItem) {
  const say = useWords(flowWords.keys);
  return (
    <li className={classes.key}>
      <Badge color={colors[state]} variant="light" miw="max-content">
        {say(`state_${state}`)}
      </Badge>
      <span className={classes.print} title={fingerprint}>
        {fingerprint.slice(0, 16)}…
      </span>
      <span>
        {say('made')} {formatReportDate(createdOn)}
        {readUntil ? `, ${say('readUntil', { when: formatReportDate(readUntil) })}` : ''}
      </span>
    </li>
  );
}

function Facts({ lastPingOn, lastRequestOn }: { lastPingOn: string | null; lastRequestOn: string | null }) {
  const say = useWords(flowWords.keys);
  const shown = (at: string | null) => (at === null ? say('never') : formatReportDate(at));
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{say('lastPing')}</dt>
        <dd>{shown(lastPingOn)}</dd>
      </div>
      <div>
        <dt>{say('lastRequest')}</dt>
        <dd>{shown(lastRequestOn)}</dd>
      </div>
    </dl>
  );
}
