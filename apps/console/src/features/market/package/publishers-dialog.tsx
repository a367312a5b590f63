import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { PackagePublisher } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import classes from './package.module.css';
import { publishersQuery, useWithdrawPublisher } from './package.queries.ts';
import { groupedFingerprint } from './package-panels.tsx';

/** Publishers whose packages are taken here, with the fingerprints of their keys. */
export function PublishersDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(packageWords.publishers);
  const list = useQuery(publishersQuery);
  return (
    <Modal opened onClose={onClose} size="lg" title={say('title')}>
      <Stack gap="md">
        <Text size="sm">{say('text')}</Text>
        {list.data ? (
          <ul className={classes.plain} aria-label={say('title')}>
            {list.data.map((publisher) => (
              <Publisher key={publisher.fingerprint} publisher={publisher} />
            ))}
          </ul>
        ) : list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Skeleton height={96} radius="md" />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Publisher({ publisher }: { publisher: PackagePublisher }) {
  const say = useWords(packageWords.publishers);
  const withdraw = useWithdrawPublisher();
  const { name, fingerprint, isOwn, isShipped, acceptedBy, acceptedOn } = publisher;
  const handleWithdraw = () =>
    withdraw.mutate(fingerprint, {
      onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')),
      onError: tellFailure,
    });
  const time = acceptedOn === null ? '' : formatReportDate(acceptedOn);
  const told = isShipped
    ? say('shipped')
    : isOwn
      ? say('own')
      : acceptedBy === ''
        ? say('acceptedAlone', { time })
        : say('accepted', { name: acceptedBy, time });
  return (
    <li className={classes.item}>
      <div className={classes.itemWords}>
        <strong>{name}</strong>
        <Text size="xs" c="dimmed">
          {told}
        </Text>
        <div className={classes.fingerprint}>{groupedFingerprint(fingerprint)}</div>
      </div>
      {isOwn || isShipped ? null : (
        <Button size="xs" variant="default" aria-label={say('withdrawOf', { name })} loading={withdraw.isPending} onClick={handleWithdraw}>
          {say('withdraw')}
        </Button>
      )}
    </li>
  );
}
