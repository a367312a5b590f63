import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { type ReactNode, useEffect, useState } from 'react';
import { designerWords } from '../words.ts';

export type Choice = { id: string; label: string; group: string; icon?: ReactNode };

/** A list that is searched by typing: the arrows choose, Enter takes. */
export function ChooseList({ label, choices, onChoose }: { label: string; choices: readonly Choice[]; onChoose: (id: string) => void }) {
  const say = useWords(designerWords.palette);
  // Always open: keys choose only in a list that is.
  const combobox = useCombobox({ opened: true });
  const [search, setSearch] = useState('');
  const asked = search.trim().toLowerCase();
  const found = choices.filter(({ label: words, group }) => words.toLowerCase().includes(asked) || group.toLowerCase().includes(asked));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first one is chosen anew with each search
  useEffect(() => {
    combobox.selectFirstOption();
  }, [search]);
  const groups = [...new Set(found.map(({ group }) => group))];
  const option = (choice: Choice) => (
    <Combobox.Option key={choice.id} value={choice.id}>
      <span style={{ display: 'flex', alignItems: 'center', gap: 9 }}>
        {choice.icon}
        {choice.label}
      </span>
    </Combobox.Option>
  );
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose}>
      <Combobox.EventsTarget>
        <TextInput
          aria-label={label}
          placeholder={say('search')}
          value={search}
          autoFocus
          data-autofocus
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options mah={360} mt="xs" style={{ overflowY: 'auto' }} aria-label={label}>
        {groups.map((group) => (
          <Combobox.Group key={group} label={group}>
            {found.filter((one) => one.group === group).map(option)}
          </Combobox.Group>
        ))}
        {found.length === 0 && <Combobox.Empty>{say('nothing')}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}
