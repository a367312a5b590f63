import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { IconSparkles, IconTrash } from '@tabler/icons-react';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { openGenerate } from './generate-form.tsx';
import { type DraftPhrase, type IntentDraft, removePhrases } from './intent-draft.ts';
import classes from './intents.module.css';
import { type ChangeIntent, useAddPhrases } from './use-add-phrases.ts';

type PhraseToolsProps = {
  draft: IntentDraft;
  /** Phrases that match the search. */
  shown: readonly DraftPhrase[];
  selected: ReadonlySet<number>;
  search: string;
  onChange: ChangeIntent;
  onSelected: (selected: ReadonlySet<number>) => void;
  onSearch: (text: string) => void;
};

/** Search among the phrases, and what is done with those that are ticked. */
export function PhraseTools({ draft, shown, selected, search, onChange, onSelected, onSearch }: PhraseToolsProps) {
  const say = useWords(botWords.intent);
  const addMany = useAddPhrases(draft, onChange);
  const chosen = draft.phrases.filter(({ key }) => selected.has(key));
  const shownSelected = shown.filter(({ key }) => selected.has(key)).length;

  const handleDelete = async () => {
    if (!(await confirmDelete('deleteUtterances', say('selected', { count: chosen.length })))) return;
    onChange((old) => removePhrases(old, selected));
    onSelected(new Set());
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

  return (
    <div className={classes.phraseTools}>
      <Checkbox
        aria-label={say('selectAll')}
        disabled={shown.length === 0}
        checked={shown.length > 0 && shownSelected === shown.length}
        indeterminate={shownSelected > 0 && shownSelected < shown.length}
        onChange={(event) => onSelected(event.currentTarget.checked ? new Set(shown.map(({ key }) => key)) : new Set())}
      />
      <TextInput
        type="search"
        size="xs"
        className={classes.phraseSearch}
        aria-label={say('searchPhrases')}
        placeholder={say('searchPhrases')}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" className="tabular" role="status">
        {chosen.length > 0 ? say('selected', { count: chosen.length }) : say('phraseCount', { count: shown.length })}
      </Text>
      {chosen.length > 0 ? (
        <Button size="compact-xs" variant="light" color="red" leftSection={<IconTrash size={13} />} onClick={() => void handleDelete()}>
          {say('deleteSelected')}
        </Button>
      ) : null}
      <Button size="compact-xs" variant="light" leftSection={<IconSparkles size={13} />} onClick={() => void handleGenerate()}>
        {say('generate')}
      </Button>
    </div>
  );
}
