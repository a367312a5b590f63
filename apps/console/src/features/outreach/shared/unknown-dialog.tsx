import { Alert, Checkbox, Modal, Skeleton, Text } from '@mantine/core';
import { type RunPart, reasonTexts, type UnknownPreview } from '@parley/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { formatCost, formatNumber } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { broadcastKeys } from './broadcast.queries.ts';
import { activityKeys, campaignKeys } from './campaign.queries.ts';

/** Run that sent the messages: a broadcast, or one of the two runs of an iteration. */
export type UnknownRun = { kind: 'broadcast'; id: string } | { kind: 'activity'; id: string; run: RunPart };

const previewQuery = (of: UnknownRun) =>
  queryOptions({
    queryKey: ['unknown', of],
    queryFn: ({ signal }) =>
      of.kind === 'broadcast'
        ? api.broadcasts.unknown({ params: { broadcastId: of.id } }, { signal })
        : api.activities.unknown({ params: { activityId: of.id }, query: { run: of.run } }, { signal }),
    // Each time the dialog opens the checks are asked anew, and what they said stands until it closes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
  });

const send = (of: UnknownRun, asOf: string) =>
  of.kind === 'broadcast'
    ? api.broadcasts.sendUnknownAgain({ params: { broadcastId: of.id }, body: { asOf, acceptsRisk: true } })
    : api.activities.sendUnknownAgain({ params: { activityId: of.id }, body: { asOf, acceptsRisk: true, run: of.run } });

/** Says who may get a message twice, how many, and what it costs, before somebody sends what is of unknown outcome again. */
export function UnknownDialog({ of, onClose }: { of: UnknownRun; onClose: () => void }) {
  const say = useWords(outreachWords.unknown);
  const preview = useQuery(previewQuery(of));
  return (
    <Modal opened onClose={onClose} title={say('title')} size="lg">
      {preview.data ? (
        <Decision of={of} preview={preview.data} onClose={onClose} />
      ) : preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <Skeleton height={220} radius="md" />
      )}
    </Modal>
  );
}

function Decision({ of, preview, onClose }: { of: UnknownRun; preview: UnknownPreview; onClose: () => void }) {
  const say = useWords(outreachWords.unknown);
  const sayReason = useWords(messagingWords.reasonTexts);
  const client = useQueryClient();
  const [isAccepted, setAccepted] = useState(false);
  const again = useMutation({
    meta: { isQuiet: true },
    mutationFn: () => send(of, preview.asOf),
    onSettled: () =>
      Promise.all([broadcastKeys.all, campaignKeys.all, activityKeys.all].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const handleSubmit = () =>
    again.mutate(undefined, {
      onSuccess: ({ sentAgain }) => {
        showToast('success', say('sent', { count: sentAgain }));
        onClose();
      },
    });
  const { count, sendable, refused, quiet, cost, reserved, currency, people } = preview;
  const more = count - people.length;
  const staying = refused.map(({ reason, count: some }) =>
    say('staying', {
      count: some,
      reason: reason in reasonTexts ? sayReason(reason as keyof typeof reasonTexts) : reason,
      interpolation: { escapeValue: false },
    }),
  );
  return (
    <DialogForm
      submit={say('submit', { count: sendable })}
      isBusy={again.isPending}
      isDisabled={!isAccepted || sendable === 0}
      isDangerous
      focusOn="cancel"
      onCancel={onClose}
      onSubmit={handleSubmit}
    >
      {again.error ? <SaveFailure error={again.error} /> : null}
      <Alert color="yellow">{say('risk', { count })}</Alert>
      <FactList
        facts={[
          [say('count'), formatNumber(count)],
          [say('sendable'), formatNumber(sendable)],
          [say('refused'), staying.join(' ')],
          [say('quiet'), quiet === 0 ? '' : formatNumber(quiet)],
          [say('cost'), formatCost(cost, currency)],
          [say('reserved'), formatCost(reserved, currency)],
        ]}
      />
      <Text size="sm">
        {say('people')} {people.join(', ')}
        {more > 0 ? ` ${say('andMore', { count: more })}` : null}
      </Text>
      <Checkbox label={say('accept')} checked={isAccepted} onChange={(event) => setAccepted(event.currentTarget.checked)} />
    </DialogForm>
  );
}
