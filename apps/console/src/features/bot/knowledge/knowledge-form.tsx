import { Alert, Button } from '@mantine/core';
import { type BotDetails, builderPermissions, type KnowledgeConfig } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { ConfigBar } from '../shared/config-bar.tsx';
import { TrainingLabel } from '../shared/training-label.tsx';
import { DocumentsPanel } from './documents-panel.tsx';
import classes from './knowledge.module.css';
import { knowledgeConfigQuery, useSaveKnowledge } from './knowledge.queries.ts';
import { checkKnowledge, type KnowledgeDraft, toDraft } from './knowledge-draft.ts';
import { WebsitePanel } from './website-panel.tsx';

export type KnowledgeFormProps = {
  botId: string;
  config: KnowledgeConfig;
  /** The screen of a prompt bot: its address carries type=prompt. */
  isPrompt: boolean;
  training: BotDetails['training'] | undefined;
};

/** Sources of the knowledge base. Update saves the switches and the websites; documents are uploaded separately. */
export function KnowledgeForm({ botId, config, isPrompt, training }: KnowledgeFormProps) {
  const say = useWords(botWords.knowledge);
  const navigate = useNavigate();
  const save = useSaveKnowledge(botId);
  const { draft, change, settle, release } = useDraft<KnowledgeDraft>(() => toDraft(config));
  const loaded = (of: KnowledgeConfig) => ({ values: toDraft(of), version: of.version });
  const versioned = useVersionedForm<KnowledgeDraft>({
    typed: draft,
    latest: loaded(config),
    load: async (client) => loaded(await client.fetchQuery({ ...knowledgeConfigQuery(botId), staleTime: 0 })),
    onTake: (values, next) => {
      settle(next);
      change(values);
    },
  });
  const [isTried, setTried] = useState(false);
  const configuration = useRef<HTMLInputElement>(null);
  const website = useRef<HTMLInputElement>(null);
  const document = useRef<HTMLInputElement>(null);
  const faults = isTried ? checkKnowledge(draft, config.documents.length) : {};

  const handleUpdate = async () => {
    setTried(true);
    const found = checkKnowledge(draft, config.documents.length);
    const first = found.configuration ? configuration : found.website ? website : found.document ? document : undefined;
    if (first) {
      first.current?.focus();
      return;
    }
    try {
      const saved = await versioned.save((values, version) => save.mutateAsync({ ...values, version }));
      if (!saved) return;
      settle(toDraft(saved.answer));
      versioned.settle(loaded(saved.answer));
      setTried(false);
      showToast('success', inEnglish(saved.message) || botWords.knowledgeTexts('saved'));
    } catch (error) {
      tellErrors(error);
    }
  };
  const handleCancel = () => {
    // Cancel says itself that the changes are not wanted.
    release();
    void navigate({ to: isPrompt ? '/bots/$botId/prompt' : '/bots/$botId/intents', params: { botId } });
  };

  return (
    <div>
      <ConfigBar
        value={draft.genAiConfigId}
        error={faults.configuration}
        isSaving={save.isPending}
        selectRef={configuration}
        offersExtract
        onChange={(genAiConfigId) => change({ genAiConfigId })}
        onUpdate={() => void handleUpdate()}
      />
      <div className={classes.layout}>
        {draft.genAiConfigId === '' ? (
          <Alert color="yellow" role="status">
            {isPrompt ? botWords.knowledgeTexts('selectInPrompt') : botWords.knowledgeTexts('selectConfiguration')}
          </Alert>
        ) : null}
        <MayChange any={builderPermissions}>
          <div className={classes.panels}>
            <WebsitePanel
              isOn={draft.kbFromWebsite}
              urls={draft.websitesUrls}
              error={faults.website}
              inputRef={website}
              onToggle={(kbFromWebsite) => change({ kbFromWebsite })}
              onUrls={(websitesUrls) => change({ websitesUrls })}
            />
            <DocumentsPanel
              botId={botId}
              isOn={draft.kbFromDoc}
              documents={config.documents}
              error={faults.document}
              switchRef={document}
              onToggle={(kbFromDoc) => change({ kbFromDoc })}
            />
          </div>
        </MayChange>
        <div className={classes.footer}>
          <div className={classes.hint}>
            {training ? <TrainingLabel training={training} /> : null}
            <span>{say('trainHint')}</span>
          </div>
          <May any={builderPermissions}>
            <Button variant="default" onClick={handleCancel}>
              {say('cancel')}
            </Button>
          </May>
        </div>
      </div>
    </div>
  );
}
