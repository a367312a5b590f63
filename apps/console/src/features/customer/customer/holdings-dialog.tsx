import { Anchor, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { Customer, PersonCopy } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { downloadFile } from '../../../lib/download.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { privacyWords } from '../../../locales/privacy.ts';
import { HoldingsTable } from './holdings-table.tsx';
import { copiesQuery, holdingsQuery, useCopy } from './privacy.queries.ts';

type HoldingsDialogProps = { customer: Pick<Customer, 'id' | 'name'>; onClose: () => void };

/** Data held about a customer, and a copy of it. */
export function HoldingsDialog({ customer, onClose }: HoldingsDialogProps) {
  const say = useWords(privacyWords.person);
  const holdings = useQuery(holdingsQuery(customer.id));
  const copies = useQuery(copiesQuery(customer.id));
  const copy = useCopy(customer.id);
  const title = say('heldTitle', { name: customer.name });
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        {holdings.data ? (
          <HoldingsTable kinds={holdings.data.kinds} label={title} />
        ) : holdings.isError ? (
          <ErrorState error={holdings.error} onRetry={() => void holdings.refetch()} />
        ) : (
          <Skeleton height={220} />
        )}
        {copies.data && copies.data.length > 0 ? <Copies copies={copies.data} /> : null}
        <DialogActions
          submit={holdings.data ? say('copy') : undefined}
          cancel={say('close')}
          isBusy={copy.isPending}
          onCancel={onClose}
          onSubmit={() => copy.mutate(undefined, { onSuccess: () => showToast('success', say('copyStarted')) })}
        />
      </Stack>
    </Modal>
  );
}

function Copies({ copies }: { copies: readonly PersonCopy[] }) {
  const say = useWords(privacyWords.person);
  return (
    <section aria-label={say('copies')}>
      <Text size="xs" c="dimmed">
        {say('copyHint')}
      </Text>
      <ul style={{ margin: '4px 0 0', paddingInlineStart: 18 }}>
        {copies.map(({ id, fileId, requestedAt, finishedAt }) => {
          const time = formatTimestamp(requestedAt);
          return (
            <li key={id}>
              {fileId ? (
                <Anchor component="button" type="button" size="sm" onClick={() => void downloadFile(`/e/enterprise/files/${fileId}`)}>
                  {say('copyOf', { time })}
                </Anchor>
              ) : (
                <Text span size="sm" c="dimmed" role="status">
                  {say(finishedAt ? 'copyGone' : 'copyWaiting', { time })}
                </Text>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
