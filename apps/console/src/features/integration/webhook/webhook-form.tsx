import { Checkbox, MultiSelect, Stack, Switch } from '@mantine/core';
import { type Webhook, type WebhookSave, webhookEventTypes } from '@parley/contract';
import { gone } from '../../../lib/gone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { useChannelOptions } from '../../channel/shared/channel-options.ts';
import { endpointLabels, toBody } from '../shared/endpoint-draft.ts';
import { AddressField, FormDrawer, NameField } from '../shared/form-drawer.tsx';
import { type HeaderDraft, HeaderFields, toHeaderDrafts } from '../shared/header-fields.tsx';
import { useCreateWebhook, useUpdateWebhook, webhooksQuery } from './webhook.queries.ts';

type Draft = Omit<WebhookSave, 'headers'> & { headers: HeaderDraft[] };

const empty: Draft = { name: '', url: '', sandboxUrl: '', events: [], channelIds: [], deptIds: [], headers: [], isActive: true };

const toDraft = ({ name, url, sandboxUrl, events, channelIds, deptIds, headerNames, state }: Webhook): Draft => ({
  name,
  url,
  sandboxUrl,
  events,
  channelIds,
  deptIds,
  headers: toHeaderDrafts(headerNames),
  isActive: state === 'active',
});

export type WebhookFormProps = { webhook: Webhook | undefined; onMade: (name: string, secret: string) => void; onClose: () => void };

/** Form of a webhook: an own system's address, and its events; a new one without `webhook`. */
export function WebhookForm({ webhook, onMade, onClose }: WebhookFormProps) {
  const say = useWords(integrationWords.webhook);
  const sayEvent = useWords(integrationWords.event);
  const create = useCreateWebhook();
  const update = useUpdateWebhook();
  const channels = useChannelOptions();
  const departments = useDepartmentOptions();
  const form = useRecordForm({
    record: webhook,
    toDraft: (of) => (of ? toDraft(of) : empty),
    read: async (client) => (await client.fetchQuery({ ...webhooksQuery, staleTime: 0 })).find(({ id }) => id === webhook?.id) ?? gone(),
    save: async (draft, version) =>
      webhook && version !== undefined
        ? { saved: await update.mutateAsync({ ...toBody(draft), id: webhook.id, version }) }
        : { made: await create.mutateAsync(toBody(draft)) },
    onSaved: ({ made }) => {
      if (made) return onMade(made.name, made.secret);
      showToast('success', say('saved'));
      onClose();
    },
    ...endpointLabels({ channelIds: channels, deptIds: departments }),
  });
  const { draft, field, box, change } = form;

  return (
    <FormDrawer
      title={webhook ? say('editTitle', { name: webhook.name }) : say('addTitle')}
      submit={say(webhook ? 'save' : 'create')}
      failure={form.failure}
      isBusy={form.isBusy}
      onSubmit={form.handleSubmit}
      onClose={onClose}
    >
      <NameField label={say('name')} {...field('name')} />
      <AddressField label={say('url')} description={say('urlHint')} withAsterisk {...field('url')} />
      <AddressField label={say('sandboxUrl')} description={say('sandboxHint')} {...field('sandboxUrl')} />
      <Checkbox.Group label={say('events')} withAsterisk {...field('events')}>
        <Stack gap={6} mt={6}>
          {webhookEventTypes.map((type) => (
            <Checkbox key={type} value={type} label={sayEvent(type)} />
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
      {departments.length > 0 ? (
        <MultiSelect
          label={say('departments')}
          placeholder={draft.deptIds.length === 0 ? say('allDepartments') : ''}
          clearable
          searchable
          data={departments}
          {...field('deptIds')}
        />
      ) : null}
      <HeaderFields
        headers={draft.headers}
        stored={webhook?.headerNames ?? []}
        faults={form.faults}
        onChange={(headers) => change({ headers })}
      />
      <Switch
        label={say('isActive')}
        description={webhook?.state === 'suspended' ? say('suspendedHint') : undefined}
        {...box('isActive')}
      />
    </FormDrawer>
  );
}
