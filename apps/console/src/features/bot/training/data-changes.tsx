import { List, Stack, Text } from '@mantine/core';
import type { DataRestore } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';

const mostNamed = 8;
const nouns = ['intents', 'entities', 'tools'] as const;
const changes = ['added', 'changed', 'removed'] as const;

export const hasChanges = ({ hasOtherSettings, ...changed }: DataRestore): boolean =>
  hasOtherSettings || nouns.some((noun) => changes.some((change) => changed[noun][change].length > 0));

/** Previews what restoring a version's data would remove from the editor and add to it. */
export function DataChanges({ restore }: { restore: DataRestore }) {
  const say = useWords(botWords.training);
  const listed = nouns.flatMap((noun) => changes.map((change) => ({ noun, change, names: restore[noun][change] })));
  const name = (names: readonly string[]) => {
    const shown = names.slice(0, mostNamed).join(', ');
    return names.length > mostNamed ? say('andMore', { names: shown, count: names.length - mostNamed }) : shown;
  };
  return (
    <Stack gap="xs">
      <Text size="sm">{say('restoreDataText')}</Text>
      <List size="sm" spacing={4}>
        {listed.map(({ noun, change, names }) =>
          names.length > 0 ? (
            <List.Item key={`${noun} ${change}`}>
              <b>
                {say(`restore_${noun}_${change}`)}: {names.length}
              </b>
              <br />
              {name(names)}
            </List.Item>
          ) : null,
        )}
        {restore.hasOtherSettings ? <List.Item>{say('restoreSettings')}</List.Item> : null}
      </List>
    </Stack>
  );
}
