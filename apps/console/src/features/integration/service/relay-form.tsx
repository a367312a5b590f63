import { Drawer, MultiSelect, Switch, TextInput } from '@mantine/core';
import type { Relay, RelaySave } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
import { gone } from '../../../lib/gone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { useChannelOptions } from '../../channel/shared/channel-options.ts';
import { type HeaderDraft, HeaderFields, toHeaderDrafts } from '../shared/header-fields.tsx';
import { relaysQuery, useCreateRelay, useUpdateRelay } from './relay.queries.ts';

type Draft = Omit<RelaySave, 'headers'> & { headers: HeaderDraft[] };

const empty: Draft = { name: '', url: '', channelIds: [], headers: [], isActive: true };
const toDraft = ({ name, url, channelIds, headerNames, state }: Relay): Draft => ({
  name,
  url,
  channelIds,
  headers: toHeaderDrafts(headerNames),
  isActive: state === 'active',
});
const toBody = ({ headers, ...draft }: Draft): RelaySave => ({ ...draft, headers: headers.map(({ name, value }) => ({ name, value })) });

export type RelayFormProps = { relay: Relay | undefined; onMade: (name: string, secret: string) => void; onClose: () => void };

/** Form of a relay, which passes customers' messages to an own system; a new one without `relay`. */
export function RelayForm({ relay, onMade, onClose }: RelayFormProps) {
  const say = useWords(integrationWords.relay);
  const create = useCreateRelay();
  const update = useUpdateRelay();
  const channels = useChannelOptions();
  const { draft, change, markSaved, release } = useDraft(() => (relay ? toDraft(relay) : empty));
  const versioned = useVersionedForm<Draft>({
    typed: draft,
    latest: relay && { values: toDraft(relay), version: relay.version },
    load: async (client) => {
      const stands = (await client.fetchQuery({ ...relaysQuery, staleTime: 0 })).find(({ id }) => id === relay?.id) ?? gone();
      return { values: toDraft(stands), version: stands.version };
    },
    onTake: (values, saved) => {
      markSaved(saved);
      change(values);
      update.reset();
    },
    fields: { channelIds: 'channels', headers: 'headerNames', isActive: 'state' },
    show: (field, value) => {
      if (field === 'headers') return (value as HeaderDraft[]).map(({ name }) => name);
      if (field === 'channelIds') return channels.filter((one) => (value as string[]).includes(one.value)).map(({ label }) => label);
      return value;
    },
  });
  const error = create.error ?? update.error;
  const faults = new Map(readFieldErrors(error).map(({ field, message }) => [field, message]));

  const handleSubmit = async () => {
    try {
      if (!relay) {
        const { name, secret } = await create.mutateAsync(toBody(draft));
        release();
        onMade(name, secret);
        return;
      }
      const saved = await versioned.save((values, version = relay.version) =>
        update.mutateAsync({ ...toBody(values), id: relay.id, version }),
      );
      if (!saved) return;
      release();
      showToast('success', say('saved'));
      onClose();
    } catch {
      // The form shows what the server found.
    }
  };

  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={relay ? say('editTitle', { name: relay.name }) : say('addTitle')}>
      <DialogForm
        submit={say(relay ? 'save' : 'create')}
        isBusy={create.isPending || update.isPending}
        onCancel={onClose}
        onSubmit={() => void handleSubmit()}
      >
        {error ? <SaveFailure error={error} /> : null}
        <TextInput
          data-autofocus
          label={say('name')}
          withAsterisk
          maxLength={100}
          error={faults.get('name')}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={say('url')}
          description={say('urlHint')}
          placeholder="https://"
          type="url"
          withAsterisk
          maxLength={500}
          error={faults.get('url')}
          value={draft.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        <MultiSelect
          label={say('channels')}
          placeholder={draft.channelIds.length === 0 ? say('allChannels') : ''}
          clearable
          searchable
          data={channels}
          value={draft.channelIds}
          onChange={(channelIds) => change({ channelIds })}
        />
        <HeaderFields
          headers={draft.headers}
          stored={relay?.headerNames ?? []}
          faults={faults}
          onChange={(headers) => change({ headers })}
        />
        <Switch
          label={say('isActive')}
          description={relay?.state === 'suspended' ? say('suspendedHint') : undefined}
          checked={draft.isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
      </DialogForm>
    </Drawer>
  );
}
