import { FileInput, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { type BlacklistAdded, type BlacklistEntry, blacklistKinds, blacklistReasonMax, blacklistSources } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { readEntry, useAddNumbers, useImportNumbers, useUpdateEntry } from './blacklist.queries.ts';
import { EntryOutcome } from './entry-outcome.tsx';

type Channels = readonly { id: string; name: string }[];
type EntryFormProps =
  | { mode: 'add' | 'import'; entry?: undefined; channels: Channels; onClose: () => void }
  | { mode: 'edit'; entry: BlacklistEntry; channels: Channels; onClose: () => void };

type Draft = Pick<BlacklistEntry, 'kind' | 'reason' | 'source' | 'channelId'> & { text: string };

const toDraft = (entry: BlacklistEntry | undefined): Draft => ({
  text: '',
  kind: entry?.kind ?? 'blocked',
  reason: entry?.reason ?? '',
  source: entry?.source ?? 'manual',
  channelId: entry?.channelId ?? '',
});
const toNumbers = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Numbers for the blacklist, typed in or out of a file, or what is said of one that is there. */
export function EntryForm({ mode, entry, channels, onClose }: EntryFormProps) {
  const say = useWords(messagingWords.blacklist);
  const [add, importNumbers, update] = [useAddNumbers(), useImportNumbers(), useUpdateEntry()];
  const [outcome, setOutcome] = useState<BlacklistAdded>();
  const form = useRecordDialog({
    record: entry,
    toDraft,
    read: () => readEntry(entry?.id ?? ''),
    check: ({ text, reason }) => ({
      text: mode !== 'edit' && text.trim() === '' && say('numbersEmpty'),
      reason: reason.trim() === '' && say('reasonEmpty'),
    }),
    save: async ({ text, source, channelId, ...rest }, version) => {
      const body = { ...rest, channelId: channelId as '' };
      if (entry)
        return { saved: await update.mutateAsync({ id: entry.id, ...body, source, ...(version === undefined ? {} : { version }) }) };
      if (mode === 'import') return { added: await importNumbers.mutateAsync({ ...body, text }) };
      return { added: await add.mutateAsync({ ...body, source: source as 'manual', numbers: toNumbers(text) }) };
    },
    onSaved: ({ saved, added }) => {
      if (added) return setOutcome(added);
      if (saved) showToast('success', sayDone(saved.message, 'saved'));
      onClose();
    },
    onRefused: (error) => {
      if (readFieldErrors(error).length === 0) tellFailure(error);
    },
    fieldOf: (path) => (path === 'numbers' ? 'text' : path),
    fields: { channelId: 'channelName' },
    show: (name, value) => (name === 'channelId' ? (channels.find(({ id }) => id === value)?.name ?? say('allChannels')) : value),
  });
  const { field, choice } = form;
  const title = mode === 'edit' ? say('editTitle', { number: entry.numbers[0] }) : say(`${mode}Title`);
  const sources = blacklistSources.filter((source) => mode === 'edit' || source !== 'import');
  return (
    <Modal opened onClose={onClose} title={title}>
      {outcome ? (
        <EntryOutcome outcome={outcome} onClose={onClose} />
      ) : (
        <DialogForm gap="sm" submit={say('save')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
          {mode === 'edit' ? null : (
            <>
              {mode === 'import' ? (
                <FileInput
                  label={say('file')}
                  accept=".csv,.txt"
                  clearable
                  onChange={(file) => void file?.text().then((text) => form.change({ text }))}
                />
              ) : null}
              <Textarea
                label={say('numbers')}
                description={say('numbersHint')}
                withAsterisk
                autosize
                minRows={4}
                maxRows={10}
                {...field('text')}
              />
            </>
          )}
          <Select
            label={say('kind')}
            allowDeselect={false}
            data={blacklistKinds.map((kind) => ({ value: kind, label: say(kind) }))}
            {...field('kind')}
          />
          {mode === 'import' ? null : (
            <Select
              label={say('source')}
              allowDeselect={false}
              data={sources.map((source) => ({ value: source, label: say(source) }))}
              {...field('source')}
            />
          )}
          <Select
            label={say('channel')}
            placeholder={say('allChannels')}
            clearable
            searchable={channels.length > 10}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            {...choice('channelId')}
          />
          <TextInput label={say('reason')} withAsterisk maxLength={blacklistReasonMax} {...field('reason')} />
        </DialogForm>
      )}
    </Modal>
  );
}
