import { ActionIcon, Popover, Select, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './entity.module.css';
import { type DraftValue, entriesOf, needsEntry, takesEntries, tidyEntries, type ValueType } from './entity-draft.ts';
import { EntryPopup } from './entry-popup.tsx';

export type ValueRowProps = {
  row: DraftValue;
  /** Row number, from 1. */
  number: number;
  isOnly: boolean;
  /** The fault that the server reported for this row. */
  fault: string | undefined;
  onChange: (part: Partial<DraftValue>) => void;
  onRemove: () => void;
};

/** One value, its type, and what the type needs (ENTITY-015, ENTITY-020). */
export function ValueRow({ row, number, isOnly, fault, onChange, onRemove }: ValueRowProps) {
  const say = useWords(botWords.entity);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { type } = row;
  const names = {
    '': ['entries', 'entriesOf'],
    synonyms: ['synonyms', 'synonymsOf'],
    pattern: ['patterns', 'patternsOf'],
  } as const;
  const [shortName, fullName] = names[type];

  const handleOpen = () => {
    if (takesEntries(row)) setOpen(true);
    else showToast('error', botWords.entityTexts('giveValueFirst'));
  };
  const changeEntries = (entries: string[]) => onChange(type === 'synonyms' ? { synonyms: entries } : { pattern: entries });
  /** Whichever way the popup closes, what is typed there belongs to the entries. */
  const handleClose = () => {
    setOpen(false);
    setTyped('');
    if (type === '') return;
    const tidied = tidyEntries([...entriesOf(row), typed], type);
    if (tidied.join('\n') !== entriesOf(row).join('\n')) changeEntries(tidied);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    handleOpen();
  };

  return (
    <div className={classes.row}>
      <TextInput
        label={say('value')}
        aria-label={say('valueOf', { number })}
        withAsterisk
        maxLength={500}
        value={row.value}
        error={fault}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <Select
        label={say('type')}
        aria-label={say('typeOf', { number })}
        withAsterisk
        placeholder={say('chooseType')}
        data={[
          { value: 'synonyms', label: say('typeSynonyms') },
          { value: 'pattern', label: say('typePattern') },
        ]}
        value={type === '' ? null : type}
        onChange={(next) => next && onChange({ type: next as ValueType })}
      />
      {/* Roles by hand: a text field may not be told to be expanded. */}
      <Popover
        withRoles={false}
        opened={isOpen}
        onChange={(isNowOpen) => (isNowOpen ? setOpen(true) : handleClose())}
        position="bottom-start"
        width={320}
        trapFocus
        returnFocus
        shadow="lg"
        withinPortal
      >
        <Popover.Target>
          <TextInput
            className={type === 'pattern' ? classes.pattern : undefined}
            label={say(shortName)}
            aria-label={say(fullName, { number })}
            withAsterisk
            readOnly
            aria-haspopup="dialog"
            value={entriesOf(row).join(type === 'pattern' ? '  |  ' : ', ')}
            error={isOpen ? undefined : needsEntry(row)}
            onClick={handleOpen}
            onKeyDown={handleKey}
          />
        </Popover.Target>
        <Popover.Dropdown p="sm" role="dialog" aria-label={say(fullName, { number })}>
          {isOpen && type !== '' ? (
            <EntryPopup
              value={row.value}
              type={type}
              entries={entriesOf(row)}
              typed={typed}
              onType={setTyped}
              onChange={changeEntries}
              onClose={handleClose}
            />
          ) : null}
        </Popover.Dropdown>
      </Popover>
      <ActionIcon className={classes.rowDelete} aria-label={say('deleteRow', { number })} disabled={isOnly} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}
