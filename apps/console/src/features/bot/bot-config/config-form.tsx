import { Alert, Button, NumberInput, Select, Text, Textarea } from '@mantine/core';
import { type BotConfig, BotConfigSave, builderPermissions, type ModelType, thresholdBounds } from '@parley/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { describeFailure } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { botQuery, genAiConfigsQuery } from '../shared/bot.queries.ts';
import { EditConfiguration } from '../shared/edit-configuration.tsx';
import { openCreateIntegration } from '../shared/integration-form.tsx';
import classes from './bot-config.module.css';
import { useSaveConfig } from './bot-config.queries.ts';
import { type ConfigDraft, checkConfig, offeredModels, showsThreshold, showThreshold, toDraft } from './bot-config-draft.ts';

/** The model settings of one bot. */
export function ConfigForm({ botId, config, version }: { botId: string; config: BotConfig; version: number }) {
  const say = useWords(botWords.config);
  const sayBot = useWords(botWords.shared);
  const navigate = useNavigate();
  const save = useSaveConfig(botId);
  const form = useRecordForm({
    record: { config, version },
    toDraft: (of) => toDraft(of.config),
    read: (client) => client.fetchQuery({ ...botQuery(botId), staleTime: 0 }),
    save: (draft, read) => save.mutateAsync({ ...BotConfigSave.parse(draft), version: read }),
    keep: ({ answer: { version: next, ...answer } }) => ({ config: answer, version: next }),
    onSaved: ({ message }) => showToast('success', inEnglish(message) || botWords.botTexts('configSaved')),
    onRefused: tellErrors,
    show: (field, value): unknown => (field === 'openaiKey' ? (configs.data?.find(({ id }) => id === value)?.name ?? value) : value),
  });
  const { draft, saved, change, release, failure } = form;
  const configs = useQuery({ ...genAiConfigsQuery, enabled: draft.modelType === 'OpenAi' });
  const faults = checkConfig(draft, say('required'));
  const isValid = Object.keys(faults).length === 0;
  const inEffect = showThreshold(draft.confidenceThreshold);

  const handleCancel = () => {
    // Cancel says itself that the changes are not wanted.
    release();
    void navigate({ to: '/bots/$botId/intents', params: { botId } });
  };
  const handleCreate = async () => {
    const madeId = await openCreateIntegration();
    if (madeId) change({ openaiKey: madeId });
  };
  const toNumber = (value: string | number) => (value === '' ? '' : Number(value));

  return (
    <form
      className={classes.card}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) void form.save();
      }}
    >
      <h2 className={classes.cardTitle}>{say('title')}</h2>
      {failure ? (
        <Alert color="red" role="alert">
          {describeFailure(failure).message}
        </Alert>
      ) : null}
      <MayChange any={builderPermissions}>
        <div className={classes.fields}>
          <Select
            label={say('modelType')}
            description={say(`modelHint_${draft.modelType}`)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            data={offeredModels(saved.modelType)}
            value={draft.modelType}
            error={faults.modelType}
            onChange={(modelType) => modelType && change({ modelType: modelType as ModelType })}
          />
          <Select
            label={say('language')}
            withAsterisk
            data={[
              { value: 'en', label: say('english') },
              { value: 'hi', label: say('hindi') },
            ]}
            value={draft.language}
            error={faults.language}
            onChange={(language) => language && change({ language: language as ConfigDraft['language'] })}
          />
          <NumberInput
            label={say('retries')}
            description={say('retriesHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            allowDecimal={false}
            value={draft.entityExtractRetries}
            error={faults.entityExtractRetries}
            onChange={(value) => change({ entityExtractRetries: toNumber(value) })}
          />
          {showsThreshold(draft.modelType) ? (
            <NumberInput
              label={say('threshold')}
              description={
                <>
                  {botWords.botTexts('thresholdRange')}.{' '}
                  {inEffect === undefined ? null : <strong>{say('inEffect', { value: inEffect })}</strong>}
                  {Number(draft.confidenceThreshold) > 1 ? ` ${say('thresholdNote')}` : null}
                </>
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              withAsterisk
              step={0.05}
              decimalScale={4}
              min={thresholdBounds.min}
              max={thresholdBounds.max}
              clampBehavior="none"
              value={draft.confidenceThreshold}
              error={faults.confidenceThreshold}
              onChange={(value) => change({ confidenceThreshold: toNumber(value) })}
            />
          ) : null}
          {draft.modelType === 'OpenAi' ? (
            <div className={classes.wide}>
              <div className={classes.withButton}>
                <Select
                  label={say('openAi')}
                  placeholder={say('noOpenAi')}
                  clearable
                  searchable
                  data={(configs.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                  value={draft.openaiKey === '' ? null : draft.openaiKey}
                  error={faults.openaiKey ?? (configs.isError ? describeFailure(configs.error).message : undefined)}
                  onChange={(openaiKey) => change({ openaiKey: openaiKey ?? '' })}
                />
                <EditConfiguration configs={configs.data ?? []} value={draft.openaiKey} />
                <Button variant="light" leftSection={<IconPlus size={15} />} onClick={() => void handleCreate()}>
                  {sayBot('createConfiguration')}
                </Button>
              </div>
            </div>
          ) : null}
          <Textarea
            className={classes.wide}
            label={say('outOfScope')}
            description={say('outOfScopeHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1000}
            value={draft.outOfScopeMessage}
            error={faults.outOfScopeMessage}
            onChange={(event) => change({ outOfScopeMessage: event.currentTarget.value })}
          />
        </div>
      </MayChange>
      <div className={classes.footer}>
        {isValid ? null : (
          <Text size="xs" c="dimmed" role="status">
            {Object.values(faults)[0]}
          </Text>
        )}
        <May any={builderPermissions}>
          <Button variant="default" onClick={handleCancel}>
            {say('cancel')}
          </Button>
          <Button type="submit" disabled={!isValid} loading={form.isBusy}>
            {say('update')}
          </Button>
        </May>
      </div>
    </form>
  );
}
