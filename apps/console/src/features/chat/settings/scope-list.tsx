import { Select, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBuilding, IconSearch, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { chatSettingsWords } from '../../../locales/chat-settings.ts';
import classes from './settings.module.css';

type Scope = { id: string; name: string };
export type ScopeListProps = {
  /** Departments */
  scopes: readonly Scope[];
  /** '': the enterprise */
  chosen: string;
  onChoose: (deptId: string) => void;
};

/** So many departments are found by looking. */
const searchedFrom = 9;

/** The enterprise and its departments; a list to choose from on a phone. */
export function ScopeList({ scopes, chosen, onChoose }: ScopeListProps) {
  const say = useWords(chatSettingsWords.page);
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const [typed, setTyped] = useState('');
  const enterprise = { id: '', name: say('enterprise') };
  if (isNarrow)
    return (
      <Select
        label={say('scope')}
        searchable={scopes.length >= searchedFrom}
        allowDeselect={false}
        data={[enterprise, ...scopes].map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={(id) => onChoose(id ?? '')}
      />
    );
  const wanted = typed.trim().toLocaleLowerCase();
  const found = scopes.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return (
    <nav className={classes.scopes} aria-label={say('scopes')}>
      {scopes.length >= searchedFrom ? (
        <TextInput
          type="search"
          aria-label={say('find')}
          placeholder={say('find')}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <ul className={classes.scopeItems}>
        {[...(wanted === '' ? [enterprise] : []), ...found].map(({ id, name }) => (
          <li key={id}>
            <UnstyledButton className={classes.scope} aria-current={id === chosen ? 'page' : undefined} onClick={() => onChoose(id)}>
              {id === '' ? <IconBuilding size={16} stroke={1.7} aria-hidden /> : <IconUsersGroup size={16} stroke={1.7} aria-hidden />}
              <span>{name}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {found.length === 0 && wanted !== '' ? (
        <Text size="xs" c="dimmed" role="status">
          {say('noneFound')}
        </Text>
      ) : null}
    </nav>
  );
}
