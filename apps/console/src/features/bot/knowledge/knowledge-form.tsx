import { Alert, Button } from '@mantine/core';
import { type BotDetails, builderPermissions, type KnowledgeConfig } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { ConfigBar } from '../shared/config-bar.tsx';
import { TrainingLabel } from '../shared/training-label.tsx';
import { DocumentsPanel } from './documents-panel.tsx';
import classes from './knowledge.module.css';
import { knowledgeConfigQuery, useSaveKnowledge } from './knowledge.queries.ts';
import { checkKnowledge, toDraft } from './knowledge-draft.ts';
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
  const configuration = useRef<HTMLInputElement>(null);
  const website = useRef<HTMLInputElement>(null);
  const document = useRef<HTMLInputElement>(null);
  const form = useRecordForm({
    record: config,
    toDraft,
    read: (client) => client.fetchQuery({ ...knowledgeConfigQuery(botId), staleTime: 0 }),
    check: (draft) => checkKnowledge(draft, config.documents.length),
    checkOn: 'typing',
    save: (draft, version = config.version) => save.mutateAsync({ ...draft, version }),
    keep: ({ answer }) => answer,
    onSaved: ({ message }) => showToast('success', inEnglish(message) || botWords.knowledgeTexts('saved')),
    onRefused: tellErrors,
  });
  const { draft, faults, change, release } = form;

  const handleUpdate = () => {
    if (form.isSound()) return void form.save();
    const found = checkKnowledge(draft, config.documents.length);
    const first = found.configuration ? configuration : found.website ? website : document;
    first.current?.focus();
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
        isSaving={form.isBusy}
        selectRef={configuration}
        offersExtract
        onChange={(genAiConfigId) => change({ genAiConfigId })}
        onUpdate={handleUpdate}
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
