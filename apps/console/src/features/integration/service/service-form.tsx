import { Button, Divider, Select, Stack } from '@mantine/core';
import { authTypes, type Integration, integrationSecrets, type SavedAuthType } from '@parley/contract';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { gone } from '../../../lib/gone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { FormDrawer, NameField } from '../shared/form-drawer.tsx';
import { QueryPanel } from './query-panel.tsx';
import { serviceQuery, useCreateService, useTestService, useUpdateService } from './service.queries.ts';
import { emptyDraft, type ServiceDraft, toBody, toDraft } from './service-draft.ts';
import { SecretField, ServiceFields } from './service-fields.tsx';
import { ServiceOutcome } from './service-outcome.tsx';

export type SavedService = Exclude<Integration, { authType: typeof authTypes.webhook }>;
export const isSavedService = (service: Integration): service is SavedService => service.authType !== authTypes.webhook;

export type ServiceFormProps = { service: SavedService | undefined; types: readonly SavedAuthType[]; onClose: () => void };

/** A configuration of an outside service, tried as it stands in the form; a new one without `service`. */
export function ServiceForm({ service, types, onClose }: ServiceFormProps) {
  const say = useWords(integrationWords.service);
  const sayType = useWords(integrationWords.authType);
  const [chosen, setChosen] = useState<SavedAuthType>(service?.authType ?? types[0] ?? authTypes.database);
  const authType = service?.authType ?? chosen;
  const [secret, setSecret] = useState('');
  const create = useCreateService();
  const update = useUpdateService();
  const test = useTestService();
  const form = useRecordForm<ServiceDraft, SavedService | undefined, { name: string }>({
    record: service,
    toDraft: (of) => (of ? toDraft(of) : emptyDraft(authType)),
    read: async (client) => {
      const stands = await client.fetchQuery({ ...serviceQuery(service?._id ?? ''), staleTime: 0 });
      return isSavedService(stands) ? stands : gone();
    },
    save: (draft, version) => {
      const body = toBody(authType, draft, secret);
      return service && version !== undefined ? update.mutateAsync({ ...body, id: service._id, version }) : create.mutateAsync(body);
    },
    onSaved: ({ name }) => {
      showToast('success', say('saved', { name }));
      onClose();
    },
  });
  const { draft, faults, field, change } = form;

  const handleType = (next: string | null) => {
    const type = Number(next) as SavedAuthType;
    setChosen(type);
    setSecret('');
    form.settle(emptyDraft(type, draft.name));
    form.clearFailure();
    test.reset();
  };
  const handleTest = () => {
    form.setFaults({});
    form.clearFailure();
    test.mutate({ id: service?._id, body: toBody(authType, draft, secret) }, { onError: form.showFaults });
  };

  return (
    <FormDrawer
      title={service ? say('editTitle', { name: service.name }) : say('addTitle')}
      submit={say(service ? 'save' : 'create')}
      failure={form.failure ?? test.error}
      isBusy={form.isBusy}
      onSubmit={(event) => {
        test.reset();
        form.handleSubmit(event);
      }}
      onClose={onClose}
      below={
        service?.authType === authTypes.database ? (
          <>
            <Divider my="lg" />
            <QueryPanel integrationId={service._id} />
          </>
        ) : null
      }
    >
      {service ? null : (
        <Select
          label={say('type')}
          withAsterisk
          allowDeselect={false}
          data={types.map((type) => ({ value: String(type), label: sayType(`${type}`) }))}
          value={String(authType)}
          onChange={handleType}
        />
      )}
      <NameField label={say('name')} {...field('name')} />
      <ServiceFields authType={authType} draft={draft} faults={faults} onChange={change} />
      <SecretField
        authType={authType}
        isOfRelays={draft.kind === 'own'}
        ending={service?.hasSecret ? service.apikeyEnding : undefined}
        value={secret}
        fault={faults[integrationSecrets[authType].field]}
        onChange={setSecret}
      />
      <Stack gap="xs">
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={test.isPending}
          onClick={handleTest}
        >
          {say('test')}
        </Button>
        {test.data && !test.isPending ? <ServiceOutcome outcome={test.data} /> : null}
      </Stack>
    </FormDrawer>
  );
}
