import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef, useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import type { PickerEntities } from './entity-picker.tsx';
import { type DraftPhrase, type IntentDraft, type Mark, markEntity } from './intent-draft.ts';
import classes from './intents.module.css';
import { PhraseRow } from './phrase-row.tsx';
import type { WordRange } from './phrase-segments.ts';

/** The intent's phrases with their selection, and the entities that the picker offers. */
export type PhraseListProps = {
  draft: IntentDraft;
  phrases: readonly DraftPhrase[];
  selected: ReadonlySet<number>;
  editedKey: number | undefined;
  entities: PickerEntities;
  onChange: (edit: (draft: IntentDraft) => IntentDraft) => void;
  onSelect: (key: number, isSelected: boolean) => void;
  onEdit: (phrase: DraftPhrase) => void;
  onDelete: (phrase: DraftPhrase) => void;
};

/** The picker that is open: for which phrase, and for which of its words. */
type Picking = { key: number; range: WordRange | undefined };

/** The phrases, of which only those in sight are drawn: ten thousand scroll like ten. */
export function PhraseList(props: PhraseListProps) {
  const { draft, phrases, selected, editedKey, entities, onChange } = props;
  const say = useWords(botWords.intent);
  const box = useRef<HTMLDivElement>(null);
  const [picking, setPicking] = useState<Picking>();
  const virtualizer = useVirtualizer({
    count: phrases.length,
    getScrollElement: () => box.current,
    estimateSize: () => 44,
    getItemKey: useCallback((index: number) => phrases[index]?.key ?? index, [phrases]),
    overscan: 8,
  });

  const handlePick = (mark: Omit<Mark, 'start' | 'end'>) => {
    if (!picking?.range) return;
    const { key, range } = picking;
    onChange((old) => markEntity(old, key, { ...mark, ...range }));
    setPicking(undefined);
  };

  return (
    <div ref={box} className={classes.phrases}>
      <ul aria-label={say('phrases')} style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => {
          const phrase = phrases[row.index];
          if (!phrase) return null;
          const isPicking = picking?.key === phrase.key;
          return (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-setsize={phrases.length}
              aria-posinset={row.index + 1}
              className={classes.phraseSlot}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <PhraseRow
                phrase={phrase}
                draft={draft}
                isSelected={selected.has(phrase.key)}
                isEdited={phrase.key === editedKey}
                entities={entities}
                isPicking={isPicking}
                range={isPicking ? picking.range : undefined}
                onRange={(range) => setPicking({ key: phrase.key, range })}
                onPick={handlePick}
                onClosePicker={() => setPicking(undefined)}
                onChange={onChange}
                onSelect={(isSelected) => props.onSelect(phrase.key, isSelected)}
                onEdit={() => props.onEdit(phrase)}
                onDelete={() => props.onDelete(phrase)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
