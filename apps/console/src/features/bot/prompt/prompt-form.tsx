import { Switch, Textarea } from '@mantine/core';
import { builderPermissions, type PromptConfig } from '@parley/contract';
import { IconInfoCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { differs, useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { MayChange } from '../../account/shared/may.tsx';
import { ConfigBar } from '../shared/config-bar.tsx';
import classes from './prompt.module.css';
import { useSavePrompt } from './prompt.queries.ts';
import { checkPrompt, type PromptDraft, toSave } from './prompt-draft.ts';
import { VariableTable } from './variable-table.tsx';

/** The prompt of a bot and what it collects. The bar's Update saves it with the chosen configuration (PROMPT-008). */
export function PromptForm({ botId, config }: { botId: string; config: PromptConfig }) {
  const say = useWords(botWords.prompt);
  const save = useSavePrompt(botId);
  const { draft, change, settle } = useDraft<PromptDraft>(config, (one, other) => differs(toSave(one), toSave(other)));
  const [isTried, setTried] = useState(false);
  const configuration = useRef<HTMLInputElement>(null);
  const prompt = useRef<HTMLTextAreaElement>(null);
  const faults = isTried ? checkPrompt(draft) : {};

  const handleUpdate = () => {
    setTried(true);
    const found = checkPrompt(draft);
    if (found.configuration) configuration.current?.focus();
    else if (found.prompt) prompt.current?.focus();
    if (Object.keys(found).length > 0) return;
    save.mutate(toSave(draft), {
      onSuccess: ({ answer, message }) => {
        settle(answer);
        setTried(false);
        showToast('success', inEnglish(message) || botWords.botTexts('promptSaved'));
      },
      onError: tellErrors,
    });
  };

  return (
    <div>
      <ConfigBar
        value={draft.openaiKey}
        error={faults.configuration}
        isSaving={save.isPending}
        selectRef={configuration}
        onChange={(openaiKey) => change({ openaiKey })}
        onUpdate={handleUpdate}
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
