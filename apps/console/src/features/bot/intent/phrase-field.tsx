import { Button, Group, Textarea } from '@mantine/core';
import type { KeyboardEvent, RefObject } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { addPhrases, checkPhrase, type IntentDraft, replacePhrase } from './intent-draft.ts';
import { isEditing as isEditingPhrase, linesOf, type Typed } from './intent-typed.ts';
import { type ChangeIntent, useAddPhrases } from './use-add-phrases.ts';

export type PhraseFieldProps = {
  draft: IntentDraft;
  typed: Typed;
  /** The fault of the typed phrase. */
  fault: string | undefined;
  onChange: ChangeIntent;
  onType: (part: Pick<Typed, 'phrase'> | Pick<Typed, 'phrase' | 'editedKey'>) => void;
  onFault: (fault: string | undefined) => void;
  /** Empties the field, for the next phrase. */
  onAnew: () => void;
  ref: RefObject<HTMLTextAreaElement | null>;
};

/** Says which marks a phrase lost with its words. */
export function tellDropped(dropped: readonly string[]): void {
  if (dropped.length > 0) showToast('warning', botWords.intent('dropped', { words: dropped.map((words) => `“${words}”`).join(', ') }));
}

/** The phrase that is typed: a new one, several in lines, or one in the place of another. */
export function PhraseField({ draft, typed, fault, onChange, onType, onFault, onAnew, ref }: PhraseFieldProps) {
  const say = useWords(botWords.intent);
  const { phrase: text, editedKey } = typed;
  const lines = linesOf(text);
  const isEditing = isEditingPhrase(draft, typed);
  const addMany = useAddPhrases(draft, onChange);

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
    onAnew();
  };
  const handleAddLines = () => {
    if (addMany(lines, botWords.intentTexts('phraseDuplicate')) > 0) onAnew();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    handleAdd();
  };

  return (
    <>
      <Textarea
        ref={ref}
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
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onAnew}>
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
    </>
  );
}
