import { Button, Popover, Textarea } from '@mantine/core';
import { noteLimit } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { mentionableQuery } from '../shared/chat.queries.ts';
import type { ComposerHandle } from './composer.tsx';
import { insertMention, type MentionStart, mentionAt } from './mention-text.ts';
import classes from './note-composer.module.css';
import { useNote } from './use-note.ts';

/** Number of characters before the limit from which the count is shown. */
const nearLimit = 1000;

type Props = { chatId: string; onLeave: () => void; ref: Ref<Pick<ComposerHandle, 'focus'>> };

/** The field of a note on its own ground. '@' lists who may see the chat; what is written here never leaves. */
export function NoteComposer({ chatId, onLeave, ref }: Props) {
  const t = useWords(chatWords.conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  const note = useNote(chatId);
  const [start, setStart] = useState<MentionStart>();
  const { data: people = [] } = useQuery({ ...mentionableQuery(chatId, start?.name ?? ''), enabled: start !== undefined });
  const [active, setActive] = useState(0);
  const listId = useId();
  const isListing = start !== undefined && people.length > 0;
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
  const picked = people[Math.min(active, people.length - 1)];
  const optionId = (uId: string) => `${listId}-${uId}`;

  const look = () => {
    const next = field.current ? mentionAt(field.current.value, field.current.selectionStart) : undefined;
    if (next?.at !== start?.at || next?.name !== start?.name) setActive(0);
    setStart(next);
  };
  const choose = (person: { uId: string; name: string } | undefined) => {
    const element = field.current;
    if (!person || !element || !start) return;
    const next = insertMention(element.value, element.selectionStart, start, person.name);
    // The next key may come before the next frame, however busy the browser is: words and cursor stand before it.
    flushSync(() => {
      note.mention(next.text, person);
      setStart(undefined);
    });
    element.focus();
    element.setSelectionRange(next.caret, next.caret);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (isListing && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key)) {
      event.preventDefault();
      if (event.key === 'Escape') setStart(undefined);
      else if (event.key === 'ArrowDown') setActive((active + 1) % people.length);
      else if (event.key === 'ArrowUp') setActive((active + people.length - 1) % people.length);
      else choose(picked);
    } else if (event.key === 'Escape') {
      field.current?.blur();
      onLeave();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void note.send();
    }
  };
  const count = note.left < 0 ? t('noteTooLong', { count: -note.left, maximum: noteLimit }) : t('charactersLeft', { count: note.left });

  return (
    <form
      className={classes.note}
      onSubmit={(event) => {
        event.preventDefault();
        void note.send();
      }}
    >
      <Popover opened={isListing} position="top-start" width={260} withRoles={false} shadow="md">
        <Popover.Target>
          <div>
            <Textarea
              ref={field}
              variant="unstyled"
              dir="auto"
              autosize
              minRows={1}
              maxRows={8}
              value={note.text}
              role="combobox"
              aria-label={t('noteField')}
              aria-autocomplete="list"
              aria-expanded={isListing}
              aria-controls={isListing ? listId : undefined}
              aria-activedescendant={isListing && picked ? optionId(picked.uId) : undefined}
              placeholder={t('noteField')}
              description={note.left <= nearLimit ? count : undefined}
              inputWrapperOrder={['input', 'description', 'error']}
              error={note.problem || note.left < 0}
              classNames={{ input: classes.input, error: classes.problem }}
              onChange={(event) => {
                note.change(event.currentTarget.value);
                look();
              }}
              onSelect={look}
              onBlur={() => setStart(undefined)}
              onKeyDown={handleKeyDown}
            />
          </div>
        </Popover.Target>
        <Popover.Dropdown p={4}>
          <div id={listId} role="listbox" aria-label={t('mentionList')}>
            {people.map((person) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
              <div
                key={person.uId}
                id={optionId(person.uId)}
                role="option"
                aria-selected={person === picked}
                className={classes.option}
                onMouseDown={(event) => {
                  event.preventDefault();
                  choose(person);
                }}
              >
                {person.name}
              </div>
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      <div className={classes.tools}>
        <span className={classes.hint}>{t('noteHintLine')}</span>
        <Button size="compact-sm" type="submit" color="yellow" autoContrast disabled={!note.canSend} loading={note.isBusy}>
          {t('noteSave')}
        </Button>
      </div>
    </form>
  );
}
