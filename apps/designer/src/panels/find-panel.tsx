import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useDeferredValue, useMemo, useState } from 'react';
import { findNodes } from '../editor/find.ts';
import { useDocument } from '../editor/use-editor.ts';
import { usesOf } from '../editor/uses.ts';
import { nameOf } from '../nodes/summary.ts';
import { useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import classes from './panel.module.css';
import { Panel } from './panel.tsx';

/** Finds nodes by their words, names and variables; of a variable, where it is used. */
export function FindPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(designerWords.find);
  const document = useDocument();
  const { goTo } = useShell();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const found = useMemo(() => findNodes(document, search), [document, search]);
  const variable = document.variables.find(({ name }) => name === search.trim());
  const uses = variable ? usesOf(document, variable.name) : [];
  const row = (id: string, title: string, where: string) => (
    <li key={id}>
      <UnstyledButton className={classes.finding} onClick={() => goTo(id)}>
        <span>
          <Text size="sm" fw={550}>
            {title}
          </Text>
          {where !== '' && where !== title && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {where}
            </Text>
          )}
        </span>
      </UnstyledButton>
    </li>
  );
  return (
    <Panel title={say('title')} onClose={onClose}>
      <TextInput
        data-autofocus
        aria-label={say('title')}
        placeholder={say('placeholder')}
        value={typed}
        autoFocus
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) goTo(found[0].id);
        }}
      />
      <Text size="xs" c="dimmed" role="status">
        {search.trim() === '' ? say('hint') : say('count', { count: found.length })}
      </Text>
      {variable && (
        <>
          <Text size="sm" fw={600}>
            {say('usedIn', { name: variable.name })}
          </Text>
          <Stack gap={0} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
            {uses.map((id) => row(id, nameOf(document, id), ''))}
          </Stack>
        </>
      )}
      <Stack gap={0} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {found.map(({ id, title, where }) => row(id, title, where))}
      </Stack>
    </Panel>
  );
}
