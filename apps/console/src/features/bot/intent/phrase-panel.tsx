import { useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import type { PickerEntities } from './entity-picker.tsx';
import { type DraftPhrase, removePhrases } from './intent-draft.ts';
import { isEditing } from './intent-typed.ts';
import classes from './intents.module.css';
import { PhraseField, type PhraseFieldProps } from './phrase-field.tsx';
import { PhraseList } from './phrase-list.tsx';
import { PhraseTools } from './phrase-tools.tsx';

export type PhrasePanelProps = Omit<PhraseFieldProps, 'onAnew' | 'ref'> & { entities: PickerEntities };

/** The training phrases: an input, what can be done with many, and the list. */
export function PhrasePanel({ entities, ...field }: PhrasePanelProps) {
  const say = useWords(botWords.intent);
  const { draft, typed, onChange, onType, onFault } = field;
  const { editedKey } = typed;
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const input = useRef<HTMLTextAreaElement>(null);

  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () => (wanted === '' ? draft.phrases : draft.phrases.filter((phrase) => phrase.text.toLowerCase().includes(wanted))),
    [draft.phrases, wanted],
  );

  const begin = (part: Pick<typeof typed, 'phrase' | 'editedKey'>) => {
    onType(part);
    onFault(undefined);
    input.current?.focus();
  };
  const startAnew = () => begin({ phrase: '', editedKey: undefined });
  const handleDelete = async (phrase: DraftPhrase) => {
    if (!(await confirmDelete('deleteTrainingPhrase', phrase.text))) return;
    onChange((old) => removePhrases(old, new Set([phrase.key])));
    if (phrase.key === editedKey) startAnew();
    showToast('success', botWords.intentTexts('utteranceDeleted'));
  };
  const select = (key: number, isSelected: boolean) => {
    setSelected((old) => {
      const next = new Set(old);
      if (isSelected) next.add(key);
      else next.delete(key);
      return next;
    });
  };

  return (
    <div className={classes.tabBody}>
      <PhraseField {...field} onAnew={startAnew} ref={input} />
      <PhraseTools
        draft={draft}
        shown={shown}
        selected={selected}
        search={search}
        onChange={onChange}
        onSelected={setSelected}
        onSearch={setSearch}
      />
      {draft.phrases.length === 0 ? (
        <EmptyState order={3} title={say('noPhrases')} text={say('noPhrasesText')} />
      ) : shown.length === 0 ? (
        <EmptyState order={3} title={say('noPhraseMatches')} />
      ) : (
        <PhraseList
          draft={draft}
          phrases={shown}
          selected={selected}
          editedKey={isEditing(draft, typed) ? editedKey : undefined}
          entities={entities}
          onChange={onChange}
          onSelect={select}
          onEdit={({ key, text }) => begin({ phrase: text, editedKey: key })}
          onDelete={(phrase) => void handleDelete(phrase)}
        />
      )}
    </div>
  );
}
