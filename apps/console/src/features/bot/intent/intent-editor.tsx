import { Alert, Badge, Button, Tabs, TextInput } from '@mantine/core';
import { builderPermissions, type Intent, tidyName } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { isToldAlready } from '../../../lib/api.ts';
import { describeFailure, readFieldErrors } from '../../../lib/errors.ts';
import { formatNumber } from '../../../lib/format.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { useCan } from '../../account/shared/me.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { intentQuery, pickerEntitiesQuery, useCreateEntity, useSaveIntent } from './intent.queries.ts';
import type { IntentDraft } from './intent-draft.ts';
import { checkDraft, checkParameterName, contentOf, type IntentContent, toBody, toDraft } from './intent-draft.ts';
import { nothingTyped, takeTyped } from './intent-typed.ts';
import classes from './intents.module.css';
import { ParameterPanel } from './parameter-panel.tsx';
import { PhrasePanel, tellDropped } from './phrase-panel.tsx';
import { ResponsePanel } from './response-panel.tsx';
import { useIntentDraft } from './use-intent-draft.ts';

export type IntentEditorProps = {
  botId: string;
  storyId: string;
  intent: Intent | undefined;
  onCreated: (intentId: string) => void;
  onClose: () => void;
};

/** Lists of an intent as lines of words. */
function showContent(field: string, value: unknown): unknown {
  if (field === 'utterances') return (value as IntentContent['utterances']).map(({ utterance }) => utterance);
  if (field === 'responses') return (value as IntentContent['responses']).map(({ response }) => response ?? '').join('');
  if (field === 'entities') return (value as IntentContent['entities']).map(({ name, entityName }) => `${name} (${entityName})`);
  return value;
}

/** One intent: its name, its phrases and answer in the middle, its parameters at the right. */
export function IntentEditor({ intent, botId, storyId, onCreated, onClose }: IntentEditorProps) {
  const say = useWords(botWords.intent);
  const { draft, typed, isDirty, change, type, discard, keep, take } = useIntentDraft(intent);
  const save = useSaveIntent(botId);
  const entities = useQuery(pickerEntitiesQuery(botId));
  const createEntity = useCreateEntity(botId);
  const content = useMemo(() => contentOf(draft), [draft]);
  const loaded = (of: Intent) => ({ values: contentOf(toDraft(of)), version: of.version });
  const read = useRef(intent);
  const versioned = useVersionedForm<IntentContent>({
    typed: content,
    latest: intent && loaded(intent),
    load: async (client) => {
      read.current = await client.fetchQuery({ ...intentQuery(botId, storyId, intent?.id ?? ''), staleTime: 0 });
      return loaded(read.current);
    },
    onTake: (values) => {
      if (read.current) take(read.current, toDraft(values));
      setRound((count) => count + 1);
    },
    fields: { responses: 'response', entities: 'parameters' },
    show: (field, value) => showContent(field, value),
  });
  const [tab, setTab] = useState<string>('phrases');
  const [wasAnswerSeen, setAnswerSeen] = useState(false);
  const [isNameMissing, setNameMissing] = useState(false);
  const [bareParameter, setBareParameter] = useState<number>();
  // Changing this key drops text in the fields: it belongs to the discarded or saved draft.
  const [round, setRound] = useState(0);
  const [answerRound, setAnswerRound] = useState(0);
  const [phraseFault, setPhraseFault] = useState<string>();
  const mayBuild = useCan(builderPermissions);
  const nameInput = useRef<HTMLInputElement>(null);

  const handleTab = (next: string | null) => {
    setTab(next ?? 'phrases');
    if (next === 'response') setAnswerSeen(true);
  };
  const handleSave = async () => {
    const taken = takeTyped(draft, typed);
    const fault = taken.fault ?? checkDraft(taken.draft);
    setPhraseFault(taken.fault?.at === 'phrases' ? taken.fault.message : undefined);
    setNameMissing(fault?.at === 'name');
    setBareParameter(fault?.key);
    if (fault) {
      showToast('error', fault.message);
      if (fault.at === 'name') nameInput.current?.focus();
      if (fault.at === 'phrases' || fault.at === 'response') setTab(fault.at);
      return;
    }
    const nameless = draft.parameters.map((parameter) => checkParameterName(draft, parameter)).find((found) => found);
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
  const write = async (sent: IntentDraft) => {
    const ids = { agentId: botId, storyId, ...(intent ? { id: intent.id } : {}) };
    try {
      const saved = await versioned.save(
        (values, version) => save.mutateAsync({ ...toBody(toDraft(values), ids), ...(version === undefined ? {} : { version }) }),
        contentOf(sent),
      );
      if (!saved) {
        save.reset();
        return;
      }
      const { answer, message } = saved;
      // Saved and yet not: the name was taken (INTENT-055, INTENT-058).
      if (!answer) {
        showToast('error', inEnglish(message) || botWords.intentTexts('duplicate'));
        nameInput.current?.focus();
        return;
      }
      showToast('success', inEnglish(message) || botWords.intentTexts('saved'));
      read.current = answer;
      versioned.settle(loaded(answer));
      keep(answer, sent);
      if (!intent) onCreated(answer.id);
    } catch (error) {
      if (isToldAlready(error)) return;
      const { httpStatus, message } = describeFailure(error);
      // A call that finds no server has a text of its own (INTENT-057); what the server refuses, it says itself (INTENT-056).
      showToast('error', httpStatus ? message : botWords.intentTexts('nameRequired'));
    }
  };
  const handleDiscard = () => {
    discard();
    save.reset();
    setNameMissing(false);
    setBareParameter(undefined);
    setPhraseFault(undefined);
    setRound((count) => count + 1);
  };
  const failure = save.error ? describeFailure(save.error) : undefined;
  const faults = readFieldErrors(save.error);

  return (
    <>
      <section className={classes.middle} aria-label={intent?.name ?? say('newIntent')}>
        <div className={classes.editorHead}>
          <TextInput
            ref={nameInput}
            className={classes.name}
            label={say('intentName')}
            withAsterisk
            readOnly={!mayBuild}
            maxLength={200}
            value={draft.name}
            error={isNameMissing && tidyName(draft.name) === '' ? botWords.intentTexts('nameEmpty') : undefined}
            onChange={(event) => {
              const name = event.currentTarget.value;
              change((old) => ({ ...old, name }));
            }}
          />
          {isDirty ? (
            <Badge className={classes.unsaved} color="yellow">
              {say('unsaved')}
            </Badge>
          ) : null}
          <div className={classes.editorActions}>
            <Button variant="default" onClick={isDirty ? handleDiscard : onClose}>
              {say(isDirty ? 'discard' : 'close')}
            </Button>
            <May any={builderPermissions}>
              <Button loading={save.isPending} onClick={() => void handleSave()}>
                {say(intent ? 'save' : 'create')}
              </Button>
            </May>
          </div>
        </div>
        {failure ? (
          <Alert color="red" role="alert" mb="sm" mx="md">
            {failure.httpStatus ? failure.message : say('notReached')}
            {faults.length > 0 ? (
              <ul className={classes.faults}>
                {faults.map(({ field, message }) => (
                  <li key={`${field} ${message}`}>{message}</li>
                ))}
              </ul>
            ) : null}
          </Alert>
        ) : null}
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
                fault={phraseFault}
                entities={{ ...entities, create: (name, value) => createEntity.mutateAsync({ name, value }) }}
                onChange={change}
                onType={type}
                onFault={setPhraseFault}
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
          <ParameterPanel draft={draft} bareKey={bareParameter} onChange={change} />
        </MayChange>
      </section>
    </>
  );
}
