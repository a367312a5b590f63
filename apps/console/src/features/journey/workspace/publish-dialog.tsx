import { Alert, Modal, Skeleton, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { CallAnswer, endpoints, JourneyItem } from '@parley/contract';
import type { Document } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useNodeNames } from '../shared/node-name.ts';
import { FindingsList } from './findings-list.tsx';
import { CoverageNote, FailureList, PassBadge } from './rehearsal-results.tsx';
import classes from './workspace.module.css';
import { checkQuery, draftQuery, rehearsalQuery, testsQuery, usePublishJourney } from './workspace.queries.ts';

type Published = CallAnswer<(typeof endpoints)['journeys']['publish']>;
/** Opening the dialog looks at the draft as it is by then, whatever was looked at before. */
const fresh = { staleTime: 0, gcTime: 0 } as const;

/** Makes the draft a version: what the check and the saved conversations say of it, and what goes with it. */
export function PublishDialog({ journey, onClose }: { journey: JourneyItem; onClose: () => void }) {
  const say = useWords(journeyWords.publishing);
  const [left, setLeft] = useState<Published['left']>();
  return (
    <Modal opened onClose={onClose} size="lg" title={say('title', { name: journey.name })}>
      {left ? <LeftBehind left={left} onClose={onClose} /> : <PublishForm journey={journey} onLeft={setLeft} onClose={onClose} />}
    </Modal>
  );
}

type PublishFormProps = { journey: JourneyItem; onLeft: (left: Published['left']) => void; onClose: () => void };

function PublishForm({ journey: { id, version }, onLeft, onClose }: PublishFormProps) {
  const say = useWords(journeyWords.publishing);
  const check = useQuery({ ...checkQuery(id), ...fresh });
  const rehearsal = useQuery({ ...rehearsalQuery(id), ...fresh });
  const tests = useQuery(testsQuery(id));
  const draft = useQuery(draftQuery(id));
  const toNodeName = useNodeNames(draft.data?.document);
  const [note, setNote] = useState('');
  const [waiver, setWaiver] = useState('');
  const [moves, setMoves] = useState(false);
  const publish = usePublishJourney();

  const failure = check.error ?? rehearsal.error;
  if (failure)
    return (
      <ErrorState
        error={failure}
        onRetry={() => {
          void check.refetch();
          void rehearsal.refetch();
        }}
      />
    );
  if (!check.data || !rehearsal.data)
    return (
      <Stack gap="sm" aria-busy>
        <Text size="sm" role="status">
          {say('looking')}
        </Text>
        <Skeleton height={160} radius="md" />
      </Stack>
    );

  const { revision } = check.data;
  // What is untested the rehearsal below tells.
  const findings = check.data.findings.filter(({ code }) => code !== 'UNTESTED');
  const errors = findings.filter(({ level }) => level === 'error').length;
  const played = rehearsal.data.tests;
  const failed = played.filter(({ isPassed }) => !isPassed);
  const lacksReason = failed.length > 0 && waiver.trim() === '';
  const handleSubmit = () =>
    publish.mutate(
      { journeyId: id, revision, note: note.trim(), waiver: failed.length > 0 ? waiver.trim() : '', moves },
      {
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'saved'));
          if (answer.left.length > 0) onLeft(answer.left);
          else onClose();
        },
      },
    );
  return (
    <DialogForm
      submit={say('publish')}
      isBusy={publish.isPending}
      isDisabled={errors > 0 || lacksReason}
      {...(errors > 0 ? { hint: say('errorsFirst') } : lacksReason ? { hint: say('reasonFirst') } : {})}
      onCancel={onClose}
      onSubmit={handleSubmit}
    >
      {publish.error ? <SaveFailure error={publish.error} /> : null}
      <section aria-label={say('check')}>
        <h3 className={classes.step}>{say('check')}</h3>
        {findings.length === 0 ? (
          <Text size="sm">{say('noFindings')}</Text>
        ) : (
          <FindingsList
            journeyId={id}
            findings={findings}
            document={draft.data?.document as unknown as Document | undefined}
            toNodeName={toNodeName}
          />
        )}
      </section>
      <section aria-label={say('rehearsal')}>
        <h3 className={classes.step}>{say('rehearsal')}</h3>
        {played.length === 0 ? (
          <Alert color="yellow">{say('noTests')}</Alert>
        ) : (
          <Stack gap={6}>
            <ul className={classes.results}>
              {played.map((one) => (
                <li key={one.id}>
                  <div className={classes.resultHead}>
                    <span className={classes.resultName}>{one.name}</span>
                    <PassBadge isPassed={one.isPassed} />
                  </div>
                  <FailureList played={one} test={tests.data?.find(({ id: testId }) => testId === one.id)} toNodeName={toNodeName} />
                </li>
              ))}
            </ul>
            <CoverageNote coverage={rehearsal.data.coverage} toNodeName={toNodeName} />
          </Stack>
        )}
      </section>
      {failed.length > 0 ? (
        <Textarea
          label={say('waiver')}
          description={say('waiverHint')}
          required
          maxLength={500}
          autosize
          value={waiver}
          onChange={(event) => setWaiver(event.currentTarget.value)}
        />
      ) : null}
      <Textarea
        label={say('note')}
        description={say('noteHint')}
        maxLength={500}
        autosize
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {version > 0 ? (
        <Switch
          label={say('moves')}
          description={say('movesHint')}
          checked={moves}
          onChange={(event) => setMoves(event.currentTarget.checked)}
        />
      ) : null}
    </DialogForm>
  );
}

/** Who could not be moved to the new version, and why. */
function LeftBehind({ left, onClose }: { left: Published['left']; onClose: () => void }) {
  const say = useWords(journeyWords.publishing);
  const reasons = [...Map.groupBy(left, ({ reason }) => reason)];
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {say('left', { count: left.length })}
      </Text>
      <ul className={classes.plain}>
        {reasons.map(([reason, those]) => (
          <li key={reason}>
            {reason} ({those.length})
          </li>
        ))}
      </ul>
      <DialogActions submit={undefined} cancel={say('close')} focusOn="cancel" onCancel={onClose} />
    </Stack>
  );
}
