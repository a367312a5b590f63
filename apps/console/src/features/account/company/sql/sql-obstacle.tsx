import { Alert, Code, Text } from '@mantine/core';
import type { SqlAccess } from '@parley/contract';
import { useWords } from '../../../../lib/words.ts';
import { sqlWords } from '../../../../locales/sql.ts';

/** Says what the installation lacks, and what its operator runs. */
export function SqlObstacle({ obstacle, remedy }: { obstacle: NonNullable<SqlAccess['obstacle']>; remedy: string }) {
  const say = useWords(sqlWords.panel);
  const words = { address: say('obstacle_address'), roles: say('obstacle_roles'), views: say('obstacle_views') };
  return (
    <Alert color="yellow" role="status" my="md">
      <Text size="sm" mb="xs">
        {words[obstacle]}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {remedy}
      </Code>
    </Alert>
  );
}
