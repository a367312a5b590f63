import { MultiSelect, Switch } from '@mantine/core';
import type { Relay, RelaySave } from '@parley/contract';
import { gone } from '../../../lib/gone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { useChannelOptions } from '../../channel/shared/channel-options.ts';
import { endpointLabels, toBody } from '../shared/endpoint-draft.ts';
import { AddressField, FormDrawer, NameField } from '../shared/form-drawer.tsx';
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

export type RelayFormProps = { relay: Relay | undefined; onMade: (name: string, secret: string) => void; onClose: () => void };

/** Form of a relay, which passes customers' messages to an own system; a new one without `relay`. */
export function RelayForm({ relay, onMade, onClose }: RelayFormProps) {
  const say = useWords(integrationWords.relay);
  const create = useCreateRelay();
  const update = useUpdateRelay();
  const channels = useChannelOptions();
  const form = useRecordForm({
    record: relay,
    toDraft: (of) => (of ? toDraft(of) : empty),
    read: async (client) => (await client.fetchQuery({ ...relaysQuery, staleTime: 0 })).find(({ id }) => id === relay?.id) ?? gone(),
    save: async (draft, version) =>
      relay && version !== undefined
        ? { saved: await update.mutateAsync({ ...toBody(draft), id: relay.id, version }) }
        : { made: await create.mutateAsync(toBody(draft)) },
    onSaved: ({ made }) => {
      if (made) return onMade(made.name, made.secret);
      showToast('success', say('saved'));
      onClose();
    },
    ...endpointLabels({ channelIds: channels }),
  });
  const { draft, field, box, change } = form;

  return (
    <FormDrawer
      title={relay ? say('editTitle', { name: relay.name }) : say('addTitle')}
      submit={say(relay ? 'save' : 'create')}
      failure={form.failure}
      isBusy={form.isBusy}
      onSubmit={form.handleSubmit}
      onClose={onClose}
    >
      <NameField label={say('name')} {...field('name')} />
      <AddressField label={say('url')} description={say('urlHint')} withAsterisk {...field('url')} />
      <MultiSelect
        label={say('channels')}
        placeholder={draft.channelIds.length === 0 ? say('allChannels') : ''}
        clearable
        searchable
        data={channels}
        {...field('channelIds')}
      />
      <HeaderFields
        headers={draft.headers}
        stored={relay?.headerNames ?? []}
        faults={form.faults}
        onChange={(headers) => change({ headers })}
      />
      <Switch label={say('isActive')} description={relay?.state === 'suspended' ? say('suspendedHint') : undefined} {...box('isActive')} />
    </FormDrawer>
  );
}
