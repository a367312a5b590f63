import { Alert, Button, Divider, Drawer, Select, Stack, TextInput } from '@mantine/core';
import { authTypes, type Integration, type IntegrationOutcome, integrationSecrets, type SavedAuthType } from '@parley/contract';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
import { gone } from '../../../lib/gone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { QueryPanel } from './query-panel.tsx';
import { serviceQuery, useCreateService, useTestService, useUpdateService } from './service.queries.ts';
import { emptyDraft, type ServiceDraft, toBody, toDraft } from './service-draft.ts';
import { SecretField, ServiceFields } from './service-fields.tsx';

export type SavedService = Exclude<Integration, { authType: typeof authTypes.webhook }>;
export const isSavedService = (service: Integration): service is SavedService => service.authType !== authTypes.webhook;

const loaded = (service: Integration) => ({ values: toDraft(isSavedService(service) ? service : gone()), version: service.version });

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
  const { draft, change, settle, markSaved, release } = useDraft<ServiceDraft>(() => (service ? toDraft(service) : emptyDraft(authType)));
  const versioned = useVersionedForm<ServiceDraft>({
    typed: draft,
    latest: service && loaded(service),
    load: async (client) => loaded(await client.fetchQuery({ ...serviceQuery(service?._id ?? ''), staleTime: 0 })),
    onTake: (values, saved) => {
      markSaved(saved);
      change(values);
      update.reset();
    },
  });
  const error = create.error ?? update.error ?? test.error;
  const faults = new Map(readFieldErrors(error).map(({ field, message }) => [field, message]));

  const handleType = (next: string | null) => {
    const type = Number(next) as SavedAuthType;
    setChosen(type);
    setSecret('');
    settle(emptyDraft(type, draft.name));
    create.reset();
    test.reset();
  };
  const handleSubmit = async () => {
    test.reset();
    try {
      const saved = service
        ? await versioned.save((values, version = service.version) =>
            update.mutateAsync({ ...toBody(authType, values, secret), id: service._id, version }),
          )
        : await create.mutateAsync(toBody(authType, draft, secret));
      if (!saved) return;
      release();
      showToast('success', say('saved', { name: saved.name }));
      onClose();
    } catch {
      // The form shows what the server found.
    }
  };
  const handleTest = () => {
    create.reset();
    update.reset();
    test.mutate({ id: service?._id, body: toBody(authType, draft, secret) });
  };

  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={service ? say('editTitle', { name: service.name }) : say('addTitle')}
    >
      <DialogForm
        submit={say(service ? 'save' : 'create')}
        isBusy={create.isPending || update.isPending}
        onCancel={onClose}
        onSubmit={() => void handleSubmit()}
      >
        {error ? <SaveFailure error={error} /> : null}
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
        <TextInput
          data-autofocus
          label={say('name')}
          withAsterisk
          maxLength={100}
          error={faults.get('name')}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <ServiceFields authType={authType} draft={draft} faults={faults} onChange={change} />
        <SecretField
          authType={authType}
          ending={service?.hasSecret ? service.apikeyEnding : undefined}
          value={secret}
          fault={faults.get(integrationSecrets[authType].field)}
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
          {test.data && !test.isPending ? <Outcome outcome={test.data} /> : null}
        </Stack>
      </DialogForm>
      {service?.authType === authTypes.database ? (
        <>
          <Divider my="lg" />
          <QueryPanel integrationId={service._id} />
        </>
      ) : null}
    </Drawer>
  );
}

/** Outcome of a test, in the service's own words. */
function Outcome({ outcome: { isWorking, reason, tookMs, reply, embedding } }: { outcome: IntegrationOutcome }) {
  const say = useWords(integrationWords.service);
  const isGood = isWorking && embedding?.isWorking !== false;
  const said = isWorking ? say(reply ? 'worksSaying' : 'works', { ms: tookMs, reply }) : say('fails', { reason });
  return (
    <Alert color={isGood ? 'green' : 'red'} role="status" style={{ overflowWrap: 'anywhere' }}>
      {said}
      {embedding ? (
        <div>{embedding.isWorking ? say('embeds', { dimension: embedding.dimension }) : say('fails', { reason: embedding.reason })}</div>
      ) : null}
    </Alert>
  );
}
