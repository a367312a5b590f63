import { ActionIcon, Checkbox, Popover } from '@mantine/core';
import { IconHighlight, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { EntityPicker, type PickerEntities } from './entity-picker.tsx';
import { type DraftPhrase, type IntentDraft, type Mark, parameterOf, unmark } from './intent-draft.ts';
import classes from './intents.module.css';
import { markStyle, parameterColor } from './parameter-color.ts';
import { readSelection, toSegments, type WordRange } from './phrase-segments.ts';

export type PhraseRowProps = {
  phrase: DraftPhrase;
  draft: IntentDraft;
  isSelected: boolean;
  isEdited: boolean;
  entities: PickerEntities;
  isPicking: boolean;
  range: WordRange | undefined;
  onRange: (range: WordRange | undefined) => void;
  onPick: (mark: Omit<Mark, 'start' | 'end'>) => void;
  onClosePicker: () => void;
  onChange: (edit: (draft: IntentDraft) => IntentDraft) => void;
  onSelect: (isSelected: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** One phrase with its marks. Selecting words of it opens the picker, and so does a button (INTENT-010). */
export function PhraseRow(props: PhraseRowProps) {
  const { phrase, draft, isPicking, range } = props;
  const say = useWords(botWords.intent);
  const words = useRef<HTMLSpanElement>(null);
  const segments = toSegments(phrase.text, phrase.refs);
  const { text } = phrase;

  const readRange = () => (words.current ? readSelection(words.current, document.getSelection()) : undefined);
  const handleSelectionEnd = () => {
    const found = readRange();
    if (found) props.onRange(found);
  };

  return (
    <div className={classes.phrase} data-edited={props.isEdited || undefined}>
      <Checkbox
        size="xs"
        mt={3}
        aria-label={say('select', { text })}
        checked={props.isSelected}
        onChange={(event) => props.onSelect(event.currentTarget.checked)}
      />
      <div className={classes.phraseWords}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a selection made here has the button beside it for the keyboard */}
        <span ref={words} className={classes.phraseText} onMouseUp={handleSelectionEnd} onTouchEnd={handleSelectionEnd}>
          {segments.map(({ start, text: part, ref }) =>
            ref ? (
              <mark key={start} style={markStyle(parameterColor(draft.parameters, parameterOf(draft, ref)))}>
                {part}
              </mark>
            ) : (
              <span key={start}>{part}</span>
            ),
          )}
        </span>
        {props.isEdited ? <span className={classes.editedNote}>{say('editing')}</span> : null}
        {phrase.refs.length > 0 ? (
          <span className={classes.marks}>
            {phrase.refs.map((ref) => {
              const parameter = parameterOf(draft, ref);
              const name = parameter?.name ?? ref.entityId;
              const marked = text.slice(ref.entityStartPos, ref.entityEndPos + 1);
              return (
                <span
                  key={`${ref.entityStartPos} ${ref.entityId}`}
                  className={classes.markChip}
                  style={markStyle(parameterColor(draft.parameters, parameter))}
                >
                  {marked} → {name}
                  <button
                    type="button"
                    className={classes.markRemove}
                    aria-label={say('unmark', { name, words: marked })}
                    onClick={() => props.onChange((old) => unmark(old, phrase.key, ref))}
                  >
                    <IconX size={12} aria-hidden />
                  </button>
                </span>
              );
            })}
          </span>
        ) : null}
      </div>
      <div className={classes.phraseActions}>
        <Popover
          opened={isPicking}
          onChange={(isOpen) => {
            if (!isOpen) props.onClosePicker();
          }}
          position="bottom-end"
          width={300}
          trapFocus
          returnFocus
          shadow="lg"
          withinPortal
        >
          <Popover.Target>
            <ActionIcon
              size="sm"
              aria-label={say('mark', { text })}
              title={say('markShort')}
              // Pressing would take the selection away that it is about.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => (isPicking ? props.onClosePicker() : props.onRange(readRange()))}
            >
              <IconHighlight size={15} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p="sm">
            {isPicking ? (
              <EntityPicker
                text={text}
                range={range}
                parameters={draft.parameters}
                entities={props.entities}
                onRange={props.onRange}
                onPick={props.onPick}
              />
            ) : null}
          </Popover.Dropdown>
        </Popover>
        <ActionIcon size="sm" aria-label={say('edit', { text })} onClick={props.onEdit}>
          <IconPencil size={15} />
        </ActionIcon>
        <ActionIcon size="sm" aria-label={say('delete', { text })} onClick={props.onDelete}>
          <IconTrash size={15} />
        </ActionIcon>
      </div>
    </div>
  );
}
