import { ActionIcon, Menu, ScrollArea, Text, TextInput } from '@mantine/core';
import { functionNames } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconBraces, IconMathFunction } from '@tabler/icons-react';
import { useState } from 'react';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';

/** A list of names, and of functions where they help, that are put where the cursor stands. */
export function InsertMenu({ onInsert, hasFunctions = false }: { onInsert: (words: string) => void; hasFunctions?: boolean }) {
  const say = useWords(designerWords.field);
  const { names } = useForm();
  const [search, setSearch] = useState('');
  const fits = (name: string) => name.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <Menu width={250} position="bottom-end" onClose={() => setSearch('')} trapFocus={false}>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={say('insert')} title={say('insert')}>
          <IconBraces size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <TextInput
          size="xs"
          m={4}
          aria-label={say('findName')}
          placeholder={say('findName')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ScrollArea.Autosize mah={280}>
          {names
            .filter(({ name }) => fits(name))
            .map(({ name, type }) => (
              <Menu.Item
                key={name}
                onClick={() => onInsert(name)}
                rightSection={
                  <Text size="xs" c="dimmed">
                    {type}
                  </Text>
                }
              >
                <Text size="sm" ff="monospace">
                  {name}
                </Text>
              </Menu.Item>
            ))}
          {hasFunctions && <Menu.Label>{say('functions')}</Menu.Label>}
          {hasFunctions &&
            functionNames
              .filter((name) => fits(name))
              .map((name) => (
                <Menu.Item key={`${name}()`} onClick={() => onInsert(`${name}()`)} leftSection={<IconMathFunction size={14} />}>
                  <Text size="sm" ff="monospace">
                    {name}()
                  </Text>
                </Menu.Item>
              ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Puts words where the cursor of a field stands. */
export function insertAt(field: HTMLInputElement | HTMLTextAreaElement | null, value: string, words: string): string {
  const start = field?.selectionStart ?? value.length;
  const end = field?.selectionEnd ?? value.length;
  queueMicrotask(() => {
    field?.focus();
    field?.setSelectionRange(start + words.length, start + words.length);
  });
  return value.slice(0, start) + words + value.slice(end);
}
