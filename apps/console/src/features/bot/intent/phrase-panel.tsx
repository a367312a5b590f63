import { Button, Checkbox, Group, Text, Textarea, TextInput } from '@mantine/core';
import { IconSparkles, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import type { PickerEntities } from './entity-picker.tsx';
import { openGenerate } from './generate-form.tsx';
import { addPhrases, checkPhrase, type DraftPhrase, type IntentDraft, removePhrases, replacePhrase } from './intent-draft.ts';
import { isEditing as isEditingPhrase, linesOf, type Typed } from './intent-typed.ts';
import classes from './intents.module.css';
import { PhraseList } from './phrase-list.tsx';

export type PhrasePanelProps = {
  draft: IntentDraft;
  typed: Typed;
  /** The fault of the typed phrase. */
  fault: string | undefined;
  entities: PickerEntities;
  onChange: (edit: (draft: IntentDraft) => IntentDraft) => void;
  onType: (part: Pick<Typed, 'phrase'> | Pick<Typed, 'phrase' | 'editedKey'>) => void;
  onFault: (fault: string | undefined) => void;
};

/** Says which marks a phrase lost with its words. */
export function tellDropped(dropped: readonly string[]): void {
  if (dropped.length > 0) showToast('warning', botWords.intent('dropped', { words: dropped.map((words) => `“${words}”`).join(', ') }));
}

/** The training phrases: an input, what can be done with many, and the list. */
export function PhrasePanel({ draft, typed, fault, entities, onChange, onType, onFault }: PhrasePanelProps) {
  const say = useWords(botWords.intent);
  const { phrase: text, editedKey } = typed;
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const input = useRef<HTMLTextAreaElement>(null);

  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () => (wanted === '' ? draft.phrases : draft.phrases.filter((phrase) => phrase.text.toLowerCase().includes(wanted))),
    [draft.phrases, wanted],
  );
  const chosen = draft.phrases.filter(({ key }) => selected.has(key));
  const lines = linesOf(text);
  const isEditing = isEditingPhrase(draft, typed);

  const startAnew = () => {
    onType({ phrase: '', editedKey: undefined });
    onFault(undefined);
    input.current?.focus();
  };
  const handleAdd = () => {
    const found = checkPhrase(draft, text, isEditing ? editedKey : undefined);
    onFault(found);
    if (found) {
      showToast('error', found);
      return;
    }
    if (isEditing && editedKey !== undefined) {
      const { draft: next, dropped } = replacePhrase(draft, editedKey, text);
      onChange(() => next);
      tellDropped(dropped);
    } else onChange((old) => addPhrases(old, [text]).draft);
    startAnew();
  };
  const addMany = (texts: readonly string[], nothing: string) => {
    const { draft: next, addedCount, duplicateCount } = addPhrases(draft, texts);
    if (addedCount === 0) showToast('error', nothing);
    else {
      onChange(() => next);
      showToast(
        'success',
        duplicateCount > 0 ? say('addedSome', { added: addedCount, duplicates: duplicateCount }) : say('added', { count: addedCount }),
      );
    }
    return addedCount;
  };
  const handleAddLines = () => {
    if (addMany(lines, botWords.intentTexts('phraseDuplicate')) > 0) startAnew();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    handleAdd();
  };
  const handleEdit = (phrase: DraftPhrase) => {
    onType({ phrase: phrase.text, editedKey: phrase.key });
    onFault(undefined);
    input.current?.focus();
  };
  const handleDelete = async (phrase: DraftPhrase) => {
    if (!(await confirmDelete('deleteTrainingPhrase', phrase.text))) return;
    onChange((old) => removePhrases(old, new Set([phrase.key])));
    if (phrase.key === editedKey) startAnew();
    showToast('success', botWords.intentTexts('utteranceDeleted'));
  };
  const handleDeleteSelected = async () => {
    if (!(await confirmDelete('deleteUtterances', say('selected', { count: chosen.length })))) return;
    onChange((old) => removePhrases(old, selected));
    setSelected(new Set());
    showToast('success', botWords.intentTexts('utterancesDeleted'));
  };
  const handleGenerate = async () => {
    if (chosen.length === 0) {
      showToast('error', botWords.intentTexts('selectPhrase'));
      return;
    }
    const paraphrases = await openGenerate(chosen.map((phrase) => phrase.text));
    if (paraphrases) addMany(paraphrases, say('generatedNone'));
  };
  const select = (key: number, isSelected: boolean) => {
    setSelected((old) => {
      const next = new Set(old);
      if (isSelected) next.add(key);
      else next.delete(key);
      return next;
    });
  };
  const shownSelected = shown.filter(({ key }) => selected.has(key)).length;

  return (
    <div className={classes.tabBody}>
      <Textarea
        ref={input}
        label={say('phrase')}
        description={say('phraseHint')}
        placeholder={say('phrasePlaceholder')}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={fault}
        onChange={(event) => {
          onType({ phrase: event.currentTarget.value });
          onFault(undefined);
        }}
        onKeyDown={handleKey}
      />
      <Group gap="xs" mt={8} justify="flex-end">
        {isEditing ? (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={startAnew}>
            {say('cancelEdit')}
          </Button>
        ) : lines.length > 1 ? (
          <Button size="compact-sm" variant="light" onClick={handleAddLines}>
            {say('addLines', { count: lines.length })}
          </Button>
        ) : null}
        <Button size="compact-sm" onClick={handleAdd}>
          {say(isEditing ? 'replace' : 'add')}
        </Button>
      </Group>
      <div className={classes.phraseTools}>
        <Checkbox
          aria-label={say('selectAll')}
          disabled={shown.length === 0}
          checked={shown.length > 0 && shownSelected === shown.length}
          indeterminate={shownSelected > 0 && shownSelected < shown.length}
          onChange={(event) => setSelected(event.currentTarget.checked ? new Set(shown.map(({ key }) => key)) : new Set())}
        />
        <TextInput
          type="search"
          size="xs"
          className={classes.phraseSearch}
          aria-label={say('searchPhrases')}
          placeholder={say('searchPhrases')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed" className="tabular" role="status">
          {chosen.length > 0 ? say('selected', { count: chosen.length }) : say('phraseCount', { count: shown.length })}
        </Text>
        {chosen.length > 0 ? (
          <Button
            size="compact-xs"
            variant="light"
            color="red"
            leftSection={<IconTrash size={13} />}
            onClick={() => void handleDeleteSelected()}
          >
            {say('deleteSelected')}
          </Button>
        ) : null}
        <Button size="compact-xs" variant="light" leftSection={<IconSparkles size={13} />} onClick={() => void handleGenerate()}>
          {say('generate')}
        </Button>
      </div>
      {draft.phrases.length === 0 ? (
        <EmptyState order={3} title={say('noPhrases')} text={say('noPhrasesText')} />
      ) : shown.length === 0 ? (
        <EmptyState order={3} title={say('noPhraseMatches')} />
      ) : (
        <PhraseList
          draft={draft}
          phrases={shown}
          selected={selected}
          editedKey={isEditing ? editedKey : undefined}
          entities={entities}
          onChange={onChange}
          onSelect={select}
          onEdit={handleEdit}
          onDelete={(phrase) => void handleDelete(phrase)}
        />
      )}
    </div>
  );
}
