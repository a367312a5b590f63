import { Switch, Textarea } from '@mantine/core';
import { type BotDetails, builderPermissions, type PromptConfig } from '@parley/contract';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { differs, useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { MayChange } from '../../account/shared/may.tsx';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
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
  const { draft, change, settle } = useDraft<PromptDraft>(config, (one, other) => differs(toSave(one), toSave(other)));
  const configs = useQuery(genAiConfigsQuery);
  const loaded = (bot: Pick<BotDetails, 'promptConfig' | 'version'>) => ({ values: bot.promptConfig, version: bot.version });
  const versioned = useVersionedForm<PromptDraft>({
    typed: draft,
    latest: loaded({ promptConfig: config, version }),
    load: async (client) => loaded(await client.fetchQuery({ ...botQuery(botId), staleTime: 0 })),
    onTake: (values, next) => {
      settle(next);
      change(values);
    },
    show: (field, value) => (field === 'openaiKey' ? (configs.data?.find(({ id }) => id === value)?.name ?? value) : value),
  });
  const [isTried, setTried] = useState(false);
  const configuration = useRef<HTMLInputElement>(null);
  const prompt = useRef<HTMLTextAreaElement>(null);
  const faults = isTried ? checkPrompt(draft) : {};

  const handleUpdate = async () => {
    setTried(true);
    const found = checkPrompt(draft);
    if (found.configuration) configuration.current?.focus();
    else if (found.prompt) prompt.current?.focus();
    if (Object.keys(found).length > 0) return;
    try {
      const saved = await versioned.save((values, read) => save.mutateAsync({ ...toSave(values), version: read }));
      if (!saved) return;
      const { version: next, ...answer } = saved.answer;
      settle(answer);
      versioned.settle({ values: answer, version: next });
      setTried(false);
      showToast('success', inEnglish(saved.message) || botWords.botTexts('promptSaved'));
    } catch (error) {
      tellErrors(error);
    }
  };

  return (
    <div>
      <ConfigBar
        value={draft.openaiKey}
        error={faults.configuration}
        isSaving={save.isPending}
        selectRef={configuration}
        onChange={(openaiKey) => change({ openaiKey })}
        onUpdate={() => void handleUpdate()}
      />
      <MayChange any={builderPermissions}>
        <Panel title={say('title')}>
          <Textarea
            ref={prompt}
            label={say('prompt')}
            description={say('promptHint')}
            withAsterisk
            autosize
            minRows={8}
            maxRows={24}
            maxLength={20_000}
            value={draft.prompt}
            error={faults.prompt}
            onChange={(event) => change({ prompt: event.currentTarget.value })}
          />
          <div className={classes.without}>
            <IconInfoCircle size={15} aria-hidden />
            <span>{say('without')}</span>
          </div>
          <Switch
            label={say('collect')}
            checked={draft.extractData}
            onChange={(event) => change({ extractData: event.currentTarget.checked })}
          />
          {draft.extractData ? (
            <VariableTable variables={draft.userData} error={faults.variables} onChange={(userData) => change({ userData })} />
          ) : null}
        </Panel>
      </MayChange>
    </div>
  );
}
