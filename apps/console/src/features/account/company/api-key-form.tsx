import { Checkbox, Modal, MultiSelect, Stack, TagsInput, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { type ApiKeyAdd, type ApiKeyScope, apiKeyScopes } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useChannelOptions } from '../../channel/shared/channel-options.ts';
import { useAddKey } from './api-key.queries.ts';

const empty: ApiKeyAdd = { name: '', scopes: [], channelIds: [], networks: [], expiresAt: null };
const dayMs = 86_400_000;

/** A new key: what it may do, for which channels, from where, and until when. */
export function ApiKeyForm({ onMade, onClose }: { onMade: (name: string, secret: string) => void; onClose: () => void }) {
  const say = useWords(integrationWords.apiKey);
  const add = useAddKey();
  const channels = useChannelOptions();
  const [draft, setDraft] = useState(empty);
  const change = (part: Partial<ApiKeyAdd>) => setDraft((old) => ({ ...old, ...part }));
  const faults = new Map(readFieldErrors(add.error).map(({ field, message }) => [field.split('.')[0], message]));
  const handleSubmit = () => add.mutate(draft, { onSuccess: ({ name, secret }) => onMade(name, secret) });
  return (
    <Modal opened onClose={onClose} title={say('addTitle')} closeOnClickOutside={false}>
      <DialogForm submit={say('create')} isBusy={add.isPending} onCancel={onClose} onSubmit={handleSubmit}>
        {add.error ? <SaveFailure error={add.error} lines={[]} /> : null}
        <TextInput
          data-autofocus
          label={say('name')}
          withAsterisk
          maxLength={80}
          error={faults.get('name')}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={say('scopes')}
          withAsterisk
          error={faults.get('scopes')}
          value={draft.scopes}
          onChange={(scopes) => change({ scopes: scopes as ApiKeyScope[] })}
        >
          <Stack gap={6} mt={6}>
            {apiKeyScopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={say(scope)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <MultiSelect
          label={say('channels')}
          placeholder={draft.channelIds.length === 0 ? say('allChannels') : ''}
          clearable
          searchable
          data={channels}
          value={draft.channelIds}
          onChange={(channelIds) => change({ channelIds })}
        />
        <TagsInput
          label={say('networks')}
          description={say('networksHint')}
          acceptValueOnBlur
          maxTags={50}
          error={faults.get('networks')}
          value={draft.networks}
          onChange={(networks) => change({ networks })}
        />
        <DatePickerInput
          label={say('expiresAt')}
          description={say('expiresHint')}
          clearable
          valueFormat="D MMM YYYY"
          minDate={new Date(Date.now() + dayMs).toISOString().slice(0, 10)}
          error={faults.get('expiresAt')}
          value={draft.expiresAt?.slice(0, 10) ?? null}
          // The key works until the end of that day, where the person is.
          onChange={(day) => change({ expiresAt: day ? new Date(`${day}T23:59:59`).toISOString() : null })}
        />
      </DialogForm>
    </Modal>
  );
}
