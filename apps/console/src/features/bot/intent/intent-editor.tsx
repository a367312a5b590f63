import { Badge, Tabs } from '@mantine/core';
import { builderPermissions, type Intent, tidyName } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { MayChange } from '../../account/shared/may.tsx';
import { pickerEntitiesQuery, useCreateEntity } from './intent.queries.ts';
import { checkDraft, checkParameterName } from './intent-draft.ts';
import { IntentFailure, IntentHead } from './intent-head.tsx';
import { nothingTyped, takeTyped } from './intent-typed.ts';
import classes from './intents.module.css';
import { ParameterPanel } from './parameter-panel.tsx';
import { tellDropped } from './phrase-field.tsx';
import { PhrasePanel } from './phrase-panel.tsx';
import { ResponsePanel } from './response-panel.tsx';
import { useIntentDraft } from './use-intent-draft.ts';
import { useIntentSave } from './use-intent-save.ts';

export type IntentEditorProps = {
  botId: string;
  storyId: string;
  intent: Intent | undefined;
  onCreated: (intentId: string) => void;
  onClose: () => void;
};

/** Faults that the last try has found. */
type Found = { isNameMissing: boolean; bareParameter: number | undefined; phrase: string | undefined };
const nothingFound: Found = { isNameMissing: false, bareParameter: undefined, phrase: undefined };

/** One intent: its name, its phrases and answer in the middle, its parameters at the right. */
export function IntentEditor({ intent, botId, storyId, onCreated, onClose }: IntentEditorProps) {
  const say = useWords(botWords.intent);
  const { draft, typed, isDirty, change, type, discard, keep, take } = useIntentDraft(intent);
  const entities = useQuery(pickerEntitiesQuery(botId));
  const createEntity = useCreateEntity(botId);
  const [tab, setTab] = useState<string>('phrases');
  const [wasAnswerSeen, setAnswerSeen] = useState(false);
  const [found, setFound] = useState(nothingFound);
  // Changing this key drops text in the fields: it belongs to the discarded or saved draft.
  const [round, setRound] = useState(0);
  const [answerRound, setAnswerRound] = useState(0);
  const nameInput = useRef<HTMLInputElement>(null);
  const focusName = () => nameInput.current?.focus();
  const { write, isSaving, error, forget } = useIntentSave({
    botId,
    storyId,
    intent,
    draft,
    onTake: (source, merged) => {
      if (source) take(source, merged);
      setRound((count) => count + 1);
    },
    onSaved: (answer, sent) => {
      keep(answer, sent);
      if (!intent) onCreated(answer.id);
    },
    onNameTaken: focusName,
  });

  const handleTab = (next: string | null) => {
    setTab(next ?? 'phrases');
    if (next === 'response') setAnswerSeen(true);
  };
  const handleSave = async () => {
    const taken = takeTyped(draft, typed);
    const fault = taken.fault ?? checkDraft(taken.draft);
    setFound({
      isNameMissing: fault?.at === 'name',
      bareParameter: fault?.key,
      phrase: taken.fault?.at === 'phrases' ? taken.fault.message : undefined,
    });
    if (fault) {
      showToast('error', fault.message);
      if (fault.at === 'name') focusName();
      if (fault.at === 'phrases' || fault.at === 'response') setTab(fault.at);
      return;
    }
    const nameless = draft.parameters.map((parameter) => checkParameterName(draft, parameter)).find((one) => one);
    if (nameless) {
      showToast('error', say(nameless === 'empty' ? 'nameEmpty' : 'nameTaken'));
      return;
    }
    if (taken.draft !== draft) {
      change(() => taken.draft);
      type(nothingTyped);
      tellDropped(taken.dropped);
      if (typed.response !== null) setAnswerRound((count) => count + 1);
    }
    await write(taken.draft);
  };
  const handleDiscard = () => {
    discard();
    forget();
    setFound(nothingFound);
    setRound((count) => count + 1);
  };

  return (
    <>
      <section className={classes.middle} aria-label={intent?.name ?? say('newIntent')}>
        <IntentHead
          name={draft.name}
          fault={found.isNameMissing && tidyName(draft.name) === '' ? botWords.intentTexts('nameEmpty') : undefined}
          isNew={!intent}
          isDirty={isDirty}
          isSaving={isSaving}
          inputRef={nameInput}
          onName={(name) => change((old) => ({ ...old, name }))}
          onDiscard={handleDiscard}
          onClose={onClose}
          onSave={() => void handleSave()}
        />
        {error ? <IntentFailure error={error} /> : null}
        <Tabs value={tab} onChange={handleTab}>
          <Tabs.List>
            <Tabs.Tab value="phrases" rightSection={<Badge size="xs">{formatNumber(draft.phrases.length)}</Badge>}>
              {say('tabPhrases')}
            </Tabs.Tab>
            <Tabs.Tab value="response" rightSection={<Badge size="xs">{draft.response === null ? 0 : 1}</Badge>}>
              {say('tabResponse')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="phrases">
            <MayChange any={builderPermissions}>
              <PhrasePanel
                key={round}
                draft={draft}
                typed={typed}
                fault={found.phrase}
                entities={{ ...entities, create: (name, value) => createEntity.mutateAsync({ name, value }) }}
                onChange={change}
                onType={type}
                onFault={(phrase) => setFound((old) => ({ ...old, phrase }))}
              />
            </MayChange>
          </Tabs.Panel>
          <Tabs.Panel value="response">
            {wasAnswerSeen ? (
              <MayChange any={builderPermissions}>
                <ResponsePanel key={`${round} ${answerRound}`} draft={draft} onChange={change} onType={(response) => type({ response })} />
              </MayChange>
            ) : null}
          </Tabs.Panel>
        </Tabs>
      </section>
      <section className={classes.right} aria-label={say('parameters')}>
        <MayChange any={builderPermissions}>
          <ParameterPanel draft={draft} bareKey={found.bareParameter} onChange={change} />
        </MayChange>
      </section>
    </>
  );
}
