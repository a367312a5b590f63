import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './entity.module.css';
import { addEntries, tidyEntries, type ValueType } from './entity-draft.ts';

const scrollsAbove = 3; // ENTITY-019

export type EntryPopupProps = {
  value: string;
  type: ValueType;
  entries: readonly string[];
  /** Text in the field for a new entry; closing the popup adds it. */
  typed: string;
  onType: (text: string) => void;
  onChange: (entries: string[]) => void;
  onClose: () => void;
};

/** The synonyms or patterns of one value: to list, edit, add and remove (ENTITY-018). */
export function EntryPopup({ value, type, entries, typed, onType, onChange, onClose }: EntryPopupProps) {
  const say = useWords(botWords.entity);
  const input = useRef<HTMLInputElement>(null);
  const isPattern = type === 'pattern';

  const handleAdd = () => {
    const next = addEntries(entries, typed, type);
    if (!next) {
      showToast('error', botWords.entityTexts('emptySynonym'));
      return;
    }
    onChange(next);
    onType('');
    input.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // The form below would be sent.
    event.preventDefault();
    handleAdd();
  };
  const handleEdit = (index: number, next: string) => onChange(entries.map((entry, at) => (at === index ? next : entry)));
  /** Drops emptied and duplicate entries; a comma in a synonym makes two of it. */
  const handleLeave = () => {
    const tidied = tidyEntries(entries, type);
    if (tidied.join('\n') !== entries.join('\n')) onChange(tidied);
  };

  return (
    <div>
      <Text fw={600} size="sm" mb={8} className={classes.popupTitle}>
        {say(isPattern ? 'popupPatterns' : 'popupSynonyms', { value })}
      </Text>
      {entries.length === 0 ? (
        <Text size="xs" c="dimmed" mb={8}>
          {say('noEntries')}
        </Text>
      ) : (
        <ul className={classes.entries} data-scrolls={entries.length > scrollsAbove || undefined}>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry keeps its field while its words change
            <li key={index}>
              <TextInput
                size="xs"
                flex={1}
                className={isPattern ? classes.pattern : undefined}
                aria-label={say('entry', { number: index + 1 })}
                maxLength={500}
                value={entry}
                onChange={(event) => handleEdit(index, event.currentTarget.value)}
                onBlur={handleLeave}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') event.preventDefault();
                }}
              />
              <ActionIcon
                size="sm"
                miw={24}
                mih={24}
                aria-label={say('removeEntry', { entry })}
                onClick={() => onChange(entries.filter((_, at) => at !== index))}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        ref={input}
        size="xs"
        className={isPattern ? classes.pattern : undefined}
        label={say(isPattern ? 'newPattern' : 'newSynonym')}
        description={say(isPattern ? 'patternHint' : 'synonymHint')}
        data-autofocus
        spellCheck={false}
        maxLength={500}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {say('close')}
        </Button>
        <Button size="compact-sm" onClick={handleAdd}>
          {say('add')}
        </Button>
      </Group>
    </div>
  );
}
