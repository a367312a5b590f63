import { Button, Collapse, Group, Select, Stack, TextInput } from '@mantine/core';
import { type GenAiIntegration, genAiAuthType, type Integration, llmTypes } from '@parley/contract';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SecretInput } from '../../../components/secret-input.tsx';
import { api } from '../../../lib/api.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { readFieldErrors } from '../../../lib/errors.ts';
import { gone } from '../../../lib/gone.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { genAiConfigsQuery } from './bot.queries.ts';

/**
 * Opens the Create Integration form.
 * @returns the id of the configuration that was made, for the dropdown that asked (GENAI-008, GENAI-009); undefined when none was
 */
export async function openCreateIntegration(): Promise<string | undefined> {
  let madeId: string | undefined;
  await openDialog({
    type: 'CREATEiNTEGRATION',
    title: botWords.shared('integrationTitle'),
    form: (close) => (
      <IntegrationForm
        onSaved={(id) => {
          madeId = id;
          close(true);
        }}
        onCancel={() => close(false)}
      />
    ),
  });
  return madeId;
}

/** Opens one that exists: its key is not told, and stays when none is typed. */
export async function openEditIntegration(integrationId: string): Promise<void> {
  try {
    const integration = asGenAi(await api.integrations.get({ params: { integrationId } }));
    await openDialog({
      type: 'CREATEiNTEGRATION',
      title: botWords.shared('integrationEdit', { name: integration.name }),
      form: (close) => <IntegrationForm integration={integration} onSaved={() => close(true)} onCancel={() => close(false)} />,
    });
  } catch (error) {
    tellFailure(error);
  }
}

/** The screens of bots know configurations of language models alone. */
const asGenAi = (integration: Integration): GenAiIntegration => (integration.authType === genAiAuthType ? integration : gone());

type IntegrationDraft = { name: string; llm: string; baseUrl: string; sandboxUrl: string; model: string; embeddingModel: string };
const empty: IntegrationDraft = { name: '', llm: '', baseUrl: '', sandboxUrl: '', model: '', embeddingModel: '' };

/** The address for the sandbox is of the form of services: it stays here as it is. */
const toDraft = ({ name, llm, baseUrl, sandboxUrl, model, embeddingModel }: GenAiIntegration): IntegrationDraft => ({
  name,
  llm: String(llm),
  baseUrl,
  sandboxUrl,
  model,
  embeddingModel,
});
const toBody = ({ name, llm, baseUrl, sandboxUrl, model, embeddingModel }: IntegrationDraft, apikey: string) => ({
  name: name.trim(),
  authType: genAiAuthType,
  llm: Number(llm),
  apikey: apikey.trim(),
  baseUrl: baseUrl.trim(),
  sandboxUrl,
  model: model.trim(),
  embeddingModel: embeddingModel.trim(),
});

type IntegrationFormProps = { integration?: GenAiIntegration; onSaved: (id: string) => void; onCancel: () => void };

/** Errors show once a submit was tried, and go as they are mended (GENAI-007, GENAI-013). */
function IntegrationForm({ integration, onSaved, onCancel }: IntegrationFormProps) {
  const say = useWords(botWords.shared);
  const client = useQueryClient();
  const [hasMore, setMore] = useState(integration !== undefined);
  // A conflict shows both drafts, and a key is shown nowhere: it stands beside them.
  const [apikey, setKey] = useState('');
  const form = useRecordDialog({
    record: integration,
    toDraft: (of) => (of ? toDraft(of) : empty),
    read: async () => asGenAi(await api.integrations.get({ params: { integrationId: integration?._id ?? '' } })),
    check: ({ name, llm }) => ({
      name: name.trim() === '' && botWords.integrationTexts('nameEmpty'),
      llm: llm === '' && botWords.integrationTexts('llmEmpty'),
      apikey: !integration && apikey.trim() === '' && botWords.integrationTexts('keyEmpty'),
    }),
    checkOn: 'typing',
    save: async (draft, version) => {
      const body = toBody(draft, apikey);
      const saved = await (integration && version !== undefined
        ? api.told.integrations.update({ params: { integrationId: integration._id }, body: { ...body, version } })
        : api.told.integrations.create({ body }));
      await client.invalidateQueries({ queryKey: genAiConfigsQuery.queryKey });
      return saved;
    },
    onSaved: ({ answer: { _id: id }, message }) => {
      showToast('success', <SavedMessage message={inEnglish(message) || botWords.integrationTexts('saved')} integrationId={id} />);
      onSaved(id);
    },
    onRefused: (error) => {
      tellFailure(error);
      if (readFieldErrors(error).some(({ field }) => field === 'baseUrl' || field === 'model' || field === 'embeddingModel')) setMore(true);
    },
  });
  const { field, choice } = form;

  return (
    <DialogForm submit={say('save')} isBusy={form.isBusy} onCancel={onCancel} onSubmit={form.handleSubmit}>
      <TextInput label={say('integrationName')} withAsterisk data-autofocus maxLength={100} {...field('name')} />
      <Select
        label={say('llmType')}
        withAsterisk
        data={[
          { value: String(llmTypes.OpenAI), label: say('llmOpenAI') },
          { value: String(llmTypes.GPT), label: say('llmGPT') },
        ]}
        {...choice('llm')}
      />
      <SecretInput
        label={say('apiKey')}
        description={integration ? say('apiKeyKept', { ending: integration.apikeyEnding }) : say('apiKeyHint')}
        withAsterisk={!integration}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': say('showKey'), 'aria-hidden': false, tabIndex: 0 }}
        maxLength={500}
        data-path="apikey"
        error={form.faults.apikey}
        value={apikey}
        onChange={(event) => {
          setKey(event.currentTarget.value);
          form.setFault('apikey', undefined);
        }}
      />
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={hasMore}
          rightSection={hasMore ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
          onClick={() => setMore(!hasMore)}
        >
          {say(hasMore ? 'less' : 'more')}
        </Button>
        <Collapse expanded={hasMore}>
          <Stack gap="md" pt="sm">
            <TextInput
              label={say('baseUrl')}
              description={say('baseUrlHint')}
              placeholder="https://llm.example.com/v1"
              type="url"
              maxLength={500}
              {...field('baseUrl')}
            />
            <TextInput label={say('model')} description={say('modelHint')} maxLength={120} {...field('model')} />
            <TextInput label={say('embeddingModel')} description={say('embeddingModelHint')} maxLength={120} {...field('embeddingModel')} />
          </Stack>
        </Collapse>
      </div>
    </DialogForm>
  );
}

/** The key can be proved at once, while whoever typed it is still there. */
function SavedMessage({ message, integrationId }: { message: string; integrationId: string }) {
  const say = useWords(botWords.shared);
  const [isTesting, setTesting] = useState(false);
  const handleTest = async () => {
    setTesting(true);
    try {
      const stored = asGenAi(await api.integrations.get({ params: { integrationId } }));
      const body = { id: integrationId, ...toDraft(stored), authType: genAiAuthType };
      const { isWorking, reason, tookMs, embedding } = await api.integrations.test({ body });
      if (isWorking) showToast('success', say('testWorks', { ms: Math.round(tookMs) }));
      else showToast('error', say('testFails', { reason }));
      if (embedding?.isWorking)
        showToast('success', say('testEmbeds', { ms: Math.round(embedding.tookMs), dimension: embedding.dimension }));
      else if (embedding) showToast('error', say('testEmbedFails', { reason: embedding.reason }));
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <span>{message}</span>
      <Button size="compact-sm" variant="default" loading={isTesting} onClick={() => void handleTest()}>
        {say('test')}
      </Button>
    </Group>
  );
}
