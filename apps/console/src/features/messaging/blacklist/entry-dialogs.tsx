import { Button, FileInput, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type BlacklistAdded, type BlacklistEntry, blacklistKinds, blacklistReasonMax, blacklistSources } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors, sayFault } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { readEntry, useAddNumbers, useImportNumbers, useRemoveEntry, useUpdateEntry } from './blacklist.queries.ts';

type Channels = readonly { id: string; name: string }[];
type EntryFormProps =
  | { mode: 'add' | 'import'; entry?: undefined; channels: Channels; onClose: () => void }
  | { mode: 'edit'; entry: BlacklistEntry; channels: Channels; onClose: () => void };

const loaded = ({ kind, reason, source, channelId, version }: BlacklistEntry) => ({ values: { kind, reason, source, channelId }, version });

/** Numbers for the blacklist, typed in or out of a file, or what is said of one that is there. */
export function EntryForm({ mode, entry, channels, onClose }: EntryFormProps) {
  const say = useWords(messagingWords.blacklist);
  const [add, importNumbers, update] = [useAddNumbers(), useImportNumbers(), useUpdateEntry()];
  const [values, setValues] = useState({
    text: '',
    kind: entry?.kind ?? ('blocked' as const),
    reason: entry?.reason ?? '',
    source: entry?.source ?? ('manual' as const),
    channelId: entry?.channelId ?? '',
  });
  const { text: _text, ...said } = values;
  const versioned = useVersionedForm({
    typed: said,
    latest: entry && loaded(entry),
    load: async () => loaded(await readEntry(entry?.id ?? '')),
    onTake: (next) => setValues((old) => ({ ...old, ...next }) as typeof old),
    fields: { channelId: 'channelName' },
    show: (field, value) => (field === 'channelId' ? (channels.find(({ id }) => id === value)?.name ?? say('allChannels')) : value),
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [outcome, setOutcome] = useState<BlacklistAdded>();
  const set = (change: Partial<typeof values>) => {
    setValues((old) => ({ ...old, ...change }) as typeof values);
    setErrors({});
  };
  const handleFailure = (error: unknown) => {
    const faults = readFieldErrors(error);
    setErrors(Object.fromEntries(faults.map(({ field, message }) => [field === 'numbers' ? 'text' : field, message])));
    if (faults.length === 0) tellFailure(error);
  };
  const saveEntry = async () => {
    try {
      const saved = await versioned.save((next, version) =>
        update.mutateAsync({
          id: entry?.id ?? '',
          ...next,
          channelId: next.channelId as '',
          ...(version === undefined ? {} : { version }),
        }),
      );
      if (!saved) return;
      showToast('success', sayDone(saved.message, 'saved'));
      onClose();
    } catch (error) {
      handleFailure(error);
    }
  };
  const handleSubmit = () => {
    const faults = {
      ...(mode !== 'edit' && values.text.trim() === '' ? { text: say('numbersEmpty') } : {}),
      ...(values.reason.trim() === '' ? { reason: say('reasonEmpty') } : {}),
    };
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    const { text, source, channelId, ...rest } = values;
    const body = { ...rest, channelId: channelId as '' };
    const asks = { onError: handleFailure };
    if (mode === 'edit') void saveEntry();
    else if (mode === 'import') importNumbers.mutate({ ...body, text }, { ...asks, onSuccess: setOutcome });
    else
      add.mutate(
        {
          ...body,
          source: source as 'manual',
          numbers: text
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        },
        { ...asks, onSuccess: setOutcome },
      );
  };
  const title = mode === 'edit' ? say('editTitle', { number: entry.numbers[0] }) : say(`${mode}Title`);
  const sources = blacklistSources.filter((source) => mode === 'edit' || source !== 'import');
  return (
    <Modal opened onClose={onClose} title={title}>
      {outcome ? (
        <Outcome outcome={outcome} onClose={onClose} />
      ) : (
        <DialogForm
          gap="sm"
          submit={say('save')}
          isBusy={add.isPending || importNumbers.isPending || update.isPending}
          onCancel={onClose}
          onSubmit={handleSubmit}
        >
          {mode === 'edit' ? null : (
            <>
              {mode === 'import' ? (
                <FileInput
                  label={say('file')}
                  accept=".csv,.txt"
                  clearable
                  onChange={(file) => void file?.text().then((text) => set({ text }))}
                />
              ) : null}
              <Textarea
                label={say('numbers')}
                description={say('numbersHint')}
                withAsterisk
                autosize
                minRows={4}
                maxRows={10}
                error={errors.text}
                value={values.text}
                onChange={(event) => set({ text: event.currentTarget.value })}
              />
            </>
          )}
          <Select
            label={say('kind')}
            allowDeselect={false}
            data={blacklistKinds.map((kind) => ({ value: kind, label: say(kind) }))}
            value={values.kind}
            onChange={(kind) => set({ kind: (kind ?? 'blocked') as 'blocked' })}
          />
          {mode === 'import' ? null : (
            <Select
              label={say('source')}
              allowDeselect={false}
              data={sources.map((source) => ({ value: source, label: say(source) }))}
              value={values.source}
              onChange={(source) => set({ source: (source ?? 'manual') as 'manual' })}
            />
          )}
          <Select
            label={say('channel')}
            placeholder={say('allChannels')}
            clearable
            searchable={channels.length > 10}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            value={values.channelId || null}
            onChange={(channelId) => set({ channelId: channelId ?? '' })}
          />
          <TextInput
            label={say('reason')}
            withAsterisk
            maxLength={blacklistReasonMax}
            error={errors.reason}
            value={values.reason}
            onChange={(event) => set({ reason: event.currentTarget.value })}
          />
        </DialogForm>
      )}
    </Modal>
  );
}

/** Outcome of each number: none is dropped silently. */
function Outcome({ outcome: { added, existing, invalid }, onClose }: { outcome: BlacklistAdded; onClose: () => void }) {
  const say = useWords(messagingWords.blacklist);
  return (
    <Stack gap="sm" role="status">
      <Text>
        {say('added', { count: added })} {existing > 0 ? say('existing', { count: existing }) : ''}
      </Text>
      {invalid.length > 0 ? (
        <div>
          <Text fw={550}>{say('invalid')}</Text>
          <ul>
            {invalid.map((one) => (
              <li key={one.line}>{say('line', { ...one, reason: sayFault({ ...one, message: one.reason }) })}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <Group justify="flex-end">
        <Button onClick={onClose}>{say('close')}</Button>
      </Group>
    </Stack>
  );
}

export function RemoveDialog({ entry, onClose }: { entry: BlacklistEntry; onClose: () => void }) {
  const say = useWords(messagingWords.blacklist);
  const remove = useRemoveEntry();
  const [reason, setReason] = useState('');
  const handleSubmit = () => {
    remove.mutate(
      { id: entry.id, reason },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'deleted'));
          onClose();
        },
        onError: tellFailure,
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={say('removeTitle', { number: entry.numbers[0] })}>
      <DialogForm
        gap="sm"
        submit={say('remove')}
        isBusy={remove.isPending}
        isDisabled={reason.trim() === ''}
        isDangerous
        onCancel={onClose}
        onSubmit={handleSubmit}
      >
        <TextInput
          label={say('reason')}
          description={say('removeHint')}
          withAsterisk
          data-autofocus
          maxLength={blacklistReasonMax}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}
