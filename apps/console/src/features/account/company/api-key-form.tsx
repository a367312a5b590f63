import { Checkbox, Modal, MultiSelect, Stack, TagsInput, TextInput } from '@mantine/core';
import { type ApiKeyAdd, apiKeyScopes } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { addDays, boundsOf, dayOf, today } from '../../../lib/days.ts';
import { readFieldErrors } from '../../../lib/errors.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useChannelOptions } from '../../channel/shared/channel-options.ts';
import { useAddKey } from './api-key.queries.ts';

const empty: ApiKeyAdd = { name: '', scopes: [], channelIds: [], networks: [], expiresAt: null };

/** A new key: what it may do, for which channels, from where, and until when. */
export function ApiKeyForm({ onMade, onClose }: { onMade: (name: string, secret: string) => void; onClose: () => void }) {
  const say = useWords(integrationWords.apiKey);
  const add = useAddKey();
  const channels = useChannelOptions();
  const form = useForm({ initial: empty });
  const { draft, change, field, faults } = form;
  const handleSubmit = () =>
    add.mutate(draft, {
      onSuccess: ({ name, secret }) => onMade(name, secret),
      onError: (error) =>
        form.setFaults(Object.fromEntries(readFieldErrors(error).map((fault) => [fault.field.split('.')[0], fault.message]))),
    });
  return (
    <Modal opened onClose={onClose} title={say('addTitle')} closeOnClickOutside={false}>
      <DialogForm submit={say('create')} isBusy={add.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {add.error ? <SaveFailure error={add.error} lines={[]} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={80} {...field('name')} />
        <Checkbox.Group label={say('scopes')} withAsterisk {...field('scopes')}>
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
          {...field('channelIds')}
        />
        <TagsInput label={say('networks')} description={say('networksHint')} acceptValueOnBlur maxTags={50} {...field('networks')} />
        <DateField
          label={say('expiresAt')}
          description={say('expiresHint', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
          min={addDays(today(), 1)}
          error={faults.expiresAt}
          // An unreadable day is sent as typed, and the server refuses it by name: sent as no day, the key would never expire.
          value={draft.expiresAt?.endsWith('Z') ? dayOf(new Date(draft.expiresAt), getEnterpriseZone()) : (draft.expiresAt ?? '')}
          // The key works until the end of that day of the enterprise.
          onChange={(day) => change({ expiresAt: boundsOf({ start: '', end: day }, getEnterpriseZone()).toDate || day || null })}
        />
      </DialogForm>
    </Modal>
  );
}
