import { Checkbox, Drawer, MultiSelect, Stack, Switch, TextInput } from '@mantine/core';
import { type Webhook, type WebhookEventType, type WebhookSave, webhookEventTypes } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
import { gone } from '../../../lib/gone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { useChannelOptions } from '../../channel/shared/channel-options.ts';
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

const toBody = ({ headers, ...draft }: Draft): WebhookSave => ({ ...draft, headers: headers.map(({ name, value }) => ({ name, value })) });

export type WebhookFormProps = { webhook: Webhook | undefined; onMade: (name: string, secret: string) => void; onClose: () => void };

/** Form of a webhook: an own system's address, and its events; a new one without `webhook`. */
export function WebhookForm({ webhook, onMade, onClose }: WebhookFormProps) {
  const say = useWords(integrationWords.webhook);
  const sayEvent = useWords(integrationWords.event);
  const create = useCreateWebhook();
  const update = useUpdateWebhook();
  const channels = useChannelOptions();
  const departments = useDepartmentOptions();
  const { draft, change, markSaved, release } = useDraft(() => (webhook ? toDraft(webhook) : empty));
  const versioned = useVersionedForm<Draft>({
    typed: draft,
    latest: webhook && { values: toDraft(webhook), version: webhook.version },
    load: async (client) => {
      const stands = (await client.fetchQuery({ ...webhooksQuery, staleTime: 0 })).find(({ id }) => id === webhook?.id) ?? gone();
      return { values: toDraft(stands), version: stands.version };
    },
    onTake: (values, saved) => {
      markSaved(saved);
      change(values);
      update.reset();
    },
    fields: { channelIds: 'channels', deptIds: 'departments', headers: 'headerNames', isActive: 'state' },
    show: (field, value) => {
      if (field === 'headers') return (value as HeaderDraft[]).map(({ name }) => name);
      if (field === 'channelIds') return channels.filter((one) => (value as string[]).includes(one.value)).map(({ label }) => label);
      if (field === 'deptIds') return departments.filter((one) => (value as string[]).includes(one.value)).map(({ label }) => label);
      return value;
    },
  });
  const error = create.error ?? update.error;
  const faults = new Map(readFieldErrors(error).map(({ field, message }) => [field, message]));

  const handleSubmit = async () => {
    try {
      if (!webhook) {
        const { name, secret } = await create.mutateAsync(toBody(draft));
        release();
        onMade(name, secret);
        return;
      }
      const saved = await versioned.save((values, version = webhook.version) =>
        update.mutateAsync({ ...toBody(values), id: webhook.id, version }),
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
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={webhook ? say('editTitle', { name: webhook.name }) : say('addTitle')}
    >
      <DialogForm
        submit={say(webhook ? 'save' : 'create')}
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
        <TextInput
          label={say('sandboxUrl')}
          description={say('sandboxHint')}
          placeholder="https://"
          type="url"
          maxLength={500}
          error={faults.get('sandboxUrl')}
          value={draft.sandboxUrl}
          onChange={(event) => change({ sandboxUrl: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={say('events')}
          withAsterisk
          error={faults.get('events')}
          value={draft.events}
          onChange={(events) => change({ events: events as WebhookEventType[] })}
        >
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
          value={draft.channelIds}
          onChange={(channelIds) => change({ channelIds })}
        />
        {departments.length > 0 ? (
          <MultiSelect
            label={say('departments')}
            placeholder={draft.deptIds.length === 0 ? say('allDepartments') : ''}
            clearable
            searchable
            data={departments}
            value={draft.deptIds}
            onChange={(deptIds) => change({ deptIds })}
          />
        ) : null}
        <HeaderFields
          headers={draft.headers}
          stored={webhook?.headerNames ?? []}
          faults={faults}
          onChange={(headers) => change({ headers })}
        />
        <Switch
          label={say('isActive')}
          description={webhook?.state === 'suspended' ? say('suspendedHint') : undefined}
          checked={draft.isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
      </DialogForm>
    </Drawer>
  );
}
