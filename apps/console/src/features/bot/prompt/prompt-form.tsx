import { Switch, Textarea } from '@mantine/core';
import { builderPermissions, type PromptConfig } from '@parley/contract';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { differs } from '../../../lib/differs.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { MayChange } from '../../account/shared/may.tsx';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { botQuery, genAiConfigsQuery } from '../shared/bot.queries.ts';
import { ConfigBar } from '../shared/config-bar.tsx';
import classes from './prompt.module.css';
import { useSavePrompt } from './prompt.queries.ts';
import { checkPrompt, type PromptDraft, toSave } from './prompt-draft.ts';
import { VariableTable } from './variable-table.tsx';

/** The prompt of a bot and what it collects. The bar's Update saves it with the chosen configuration (PROMPT-008). */
export function PromptForm({ botId, config, version }: { botId: string; config: PromptConfig; version: number }) {
  const say = useWords(botWords.prompt);
  const save = useSavePrompt(botId);
  const configs = useQuery(genAiConfigsQuery);
  const configuration = useRef<HTMLInputElement>(null);
  const form = useRecordForm({
    record: { promptConfig: config, version },
    toDraft: (of): PromptDraft => of.promptConfig,
    read: (client) => client.fetchQuery({ ...botQuery(botId), staleTime: 0 }),
    isChanged: (one, other) => differs(toSave(one), toSave(other)),
    check: checkPrompt,
    checkOn: 'typing',
    save: (draft, read) => save.mutateAsync({ ...toSave(draft), version: read }),
    keep: ({ answer: { version: next, ...answer } }) => ({ promptConfig: answer, version: next }),
    onSaved: ({ message }) => showToast('success', inEnglish(message) || botWords.botTexts('promptSaved')),
    onRefused: tellErrors,
    show: (field, value) => (field === 'openaiKey' ? (configs.data?.find(({ id }) => id === value)?.name ?? value) : value),
  });
  const { draft, faults, change, field, box } = form;

  const handleUpdate = () => {
    if (form.isSound()) void form.save();
    else if (draft.openaiKey === '') configuration.current?.focus();
  };

  return (
    <div>
      <ConfigBar
        value={draft.openaiKey}
        error={faults.configuration}
        isSaving={form.isBusy}
        selectRef={configuration}
        onChange={(openaiKey) => change({ openaiKey })}
        onUpdate={handleUpdate}
      />
      <MayChange any={builderPermissions}>
        <Panel title={say('title')}>
          <Textarea
            label={say('prompt')}
            description={say('promptHint')}
            withAsterisk
            autosize
            minRows={8}
            maxRows={24}
            maxLength={20_000}
            {...field('prompt')}
          />
          <div className={classes.without}>
            <IconInfoCircle size={15} aria-hidden />
            <span>{say('without')}</span>
          </div>
          <Switch label={say('collect')} {...box('extractData')} />
          {draft.extractData ? (
            <VariableTable variables={draft.userData} error={faults.variables} onChange={(userData) => change({ userData })} />
          ) : null}
        </Panel>
      </MayChange>
    </div>
  );
}
