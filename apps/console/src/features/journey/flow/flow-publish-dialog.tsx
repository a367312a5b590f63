import { Alert, Button, Modal, Select, Skeleton, Text } from '@mantine/core';
import type { FlowChannel, FlowFaultItem, FlowItem, FlowNoteItem } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { flowWords } from '../../../locales/flow.ts';
import classes from './flow.module.css';
import { flowJsonQuery, usePublishFlow } from './flow.queries.ts';

type FlowPublishDialogProps = { flow: FlowItem; channels: readonly FlowChannel[]; onClose: () => void };

/** Makes the newest version of a form a flow on a channel. The vendor can check it before, and what it finds stands here. */
export function FlowPublishDialog({ flow, channels, onClose }: FlowPublishDialogProps) {
  const say = useWords(flowWords.publish);
  const plan = useQuery(flowJsonQuery(flow.formId));
  const publish = usePublishFlow();
  const [found, setFound] = useState<readonly FlowFaultItem[]>();
  const form = useForm({ initial: { channel: flow.channelId || (channels.length === 1 ? (channels[0]?.id ?? '') : '') } });
  const { channel } = form.draft;
  const handle = (isTrial: boolean) =>
    publish.mutate(
      { formId: flow.formId, channelId: channel, isTrial },
      {
        onSuccess: ({ answer, message }) => {
          setFound(answer.errors);
          if (answer.errors.length > 0 || isTrial) return;
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  const isReady = channel !== '' && flow.newest > 0 && plan.data !== undefined;
  return (
    <Modal opened onClose={onClose} size="lg" title={say('title', { name: flow.name })}>
      {plan.isError && !plan.data ? (
        <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
      ) : !plan.data ? (
        <div aria-busy>
          <Text size="sm" role="status" mb="sm">
            {say('reading')}
          </Text>
          <Skeleton height={120} radius="md" />
        </div>
      ) : (
        <DialogForm
          submit={say('publish')}
          cancel={say('close')}
          isBusy={publish.isPending}
          isDisabled={!isReady}
          hint={flow.newest === 0 ? say('publishFormFirst') : undefined}
          onCancel={onClose}
          onSubmit={form.submit(() => handle(false))}
        >
          {publish.error ? <SaveFailure error={publish.error} /> : null}
          {flow.newest > 0 ? <Text size="sm">{say('text', { number: flow.newest })}</Text> : null}
          <Select
            label={say('channel')}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            {...(channels.length === 0 ? { description: say('noChannels') } : {})}
            allowDeselect={false}
            searchable={channels.length > 10}
            {...form.choice('channel')}
          />
          <PlanNotes mode={plan.data.mode} notes={plan.data.notes} />
          <Found found={found} />
          <div>
            <Button variant="default" size="xs" disabled={!isReady} loading={publish.isPending} onClick={() => handle(true)}>
              {say('validate')}
            </Button>
          </div>
        </DialogForm>
      )}
    </Modal>
  );
}

/** Reasons why the flow asks our server, and what it shows otherwise than the form. */
function PlanNotes({ mode, notes }: { mode: 'static' | 'endpoint'; notes: readonly FlowNoteItem[] }) {
  const say = useWords(flowWords.publish);
  const reasons = notes.filter(({ kind }) => kind === 'endpoint');
  const limits = notes.filter(({ kind }) => kind === 'limit');
  const others = notes.filter(({ kind }) => kind !== 'endpoint' && kind !== 'limit');
  return (
    <>
      <div>
        <Text size="sm" fw={600}>
          {say(mode)}
        </Text>
        <NoteList label={say(mode)} notes={reasons} />
      </div>
      {limits.length > 0 ? (
        <Alert color="red" title={say('limits')}>
          <NoteList label={say('limits')} notes={limits} />
        </Alert>
      ) : null}
      {others.length > 0 ? (
        <Alert color="yellow" title={say('notes')}>
          <NoteList label={say('notes')} notes={others} />
        </Alert>
      ) : null}
    </>
  );
}

function NoteList({ label, notes }: { label: string; notes: readonly FlowNoteItem[] }) {
  if (notes.length === 0) return null;
  const texts = [...new Set(notes.map(({ text }) => text))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul className={classes.notes} aria-label={label} tabIndex={0}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Found({ found }: { found: readonly FlowFaultItem[] | undefined }) {
  const say = useWords(flowWords.publish);
  if (!found) return null;
  if (found.length === 0)
    return (
      <Alert color="green" role="status">
        {say('valid')}
      </Alert>
    );
  return (
    <Alert color="red" title={say('errors')}>
      <ul className={classes.notes}>
        {found.map(({ text, path, field }) => (
          <li key={`${path} ${text}`}>{[field, text].filter((part) => part !== '').join(': ')}</li>
        ))}
      </ul>
    </Alert>
  );
}
