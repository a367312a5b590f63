import { Code, Group, Stack, Text } from '@mantine/core';
import { toJson } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import type { Play } from '../../play/play.ts';
import { designerWords } from '../../words.ts';

/** Current values of the stream's variables. */
export function Variables({ play }: { play: Play }) {
  const say = useWords(designerWords.try);
  const frame = play.instance.frames.at(-1);
  const entries = Object.entries(frame?.variables ?? {}).filter(([, value]) => value !== null);
  if (entries.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {say('variables')}
      </Text>
      {entries.map(([name, value]) => (
        <Group key={name} gap={6} wrap="nowrap" align="flex-start">
          <Text size="xs" ff="monospace">
            {name}
          </Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{JSON.stringify(toJson(value))}</Code>
        </Group>
      ))}
    </Stack>
  );
}
