import { Button, Collapse, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { genAiAuthType, llmTypes } from '@parley/contract';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { api, withMessage } from '../../../lib/api.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { readFieldErrors } from '../../../lib/errors.ts';
import { focusFault } from '../../../lib/focus-fault.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
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
      <CreateIntegration
        onMade={(id) => {
          madeId = id;
          close(true);
        }}
        onCancel={() => close(false)}
      />
    ),
  });
  return madeId;
}

type IntegrationDraft = { name: string; llm: string; apikey: string; baseUrl: string; model: string; embeddingModel: string };
const empty: IntegrationDraft = { name: '', llm: '', apikey: '', baseUrl: '', model: '', embeddingModel: '' };

/** Errors show once a submit was tried, and go as they are mended (GENAI-007, GENAI-013). */
function CreateIntegration({ onMade, onCancel }: { onMade: (id: string) => void; onCancel: () => void }) {
  const say = useWords(botWords.shared);
  const client = useQueryClient();
  const [hasMore, setMore] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useForm<IntegrationDraft>({
    initialValues: empty,
    validate: {
      name: (name) => (name.trim() === '' ? botWords.integrationTexts('nameEmpty') : null),
      llm: (llm) => (llm === '' ? botWords.integrationTexts('llmEmpty') : null),
      apikey: (key) => (key.trim() === '' ? botWords.integrationTexts('keyEmpty') : null),
    },
    validateInputOnChange: isSubmitted,
  });
  const save = useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ name, llm, apikey, baseUrl, model, embeddingModel }: IntegrationDraft) =>
      withMessage((call) =>
        call.integrations.create({
          body: {
            name: name.trim(),
            authType: genAiAuthType,
            llm: Number(llm),
            apikey: apikey.trim(),
            baseUrl: baseUrl.trim(),
            model: model.trim(),
            embeddingModel: embeddingModel.trim(),
          },
        }),
      ),
    onSuccess: async ({ answer, message }) => {
      await client.invalidateQueries({ queryKey: genAiConfigsQuery.queryKey });
      showToast('success', <MadeMessage message={inEnglish(message) || botWords.integrationTexts('saved')} integrationId={answer._id} />);
      onMade(answer._id);
    },
    onError: (error) => {
      tellFailure(error);
      for (const { field, message } of readFieldErrors(error)) if (field in empty) form.setFieldError(field, message);
      if (readFieldErrors(error).some(({ field }) => field === 'baseUrl' || field === 'model' || field === 'embeddingModel')) setMore(true);
    },
  });

  return (
    <DialogForm
      submit={say('save')}
      isBusy={save.isPending}
      onCancel={onCancel}
      onSubmit={(event) => {
        setSubmitted(true);
        form.onSubmit((draft) => save.mutate(draft), focusFault(form))(event);
      }}
    >
      <TextInput label={say('integrationName')} withAsterisk data-autofocus maxLength={100} {...form.getInputProps('name')} />
      <Select
        label={say('llmType')}
        withAsterisk
        data={[
          { value: String(llmTypes.OpenAI), label: say('llmOpenAI') },
          { value: String(llmTypes.GPT), label: say('llmGPT') },
        ]}
        {...form.getInputProps('llm')}
        value={form.values.llm || null}
      />
      <PasswordInput
        label={say('apiKey')}
        description={say('apiKeyHint')}
        withAsterisk
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': say('showKey'), 'aria-hidden': false, tabIndex: 0 }}
        maxLength={500}
        {...form.getInputProps('apikey')}
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
              {...form.getInputProps('baseUrl')}
            />
            <TextInput label={say('model')} description={say('modelHint')} maxLength={120} {...form.getInputProps('model')} />
            <TextInput
              label={say('embeddingModel')}
              description={say('embeddingModelHint')}
              maxLength={120}
              {...form.getInputProps('embeddingModel')}
            />
          </Stack>
        </Collapse>
      </div>
    </DialogForm>
  );
}

/** The key can be proved at once, while whoever typed it is still there. */
function MadeMessage({ message, integrationId }: { message: string; integrationId: string }) {
  const say = useWords(botWords.shared);
  const [isTesting, setTesting] = useState(false);
  const handleTest = async () => {
    setTesting(true);
    try {
      const { isWorking, reason, tookMs, embedding } = await api.integrations.test({ params: { integrationId } });
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
