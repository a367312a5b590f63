import { Button, Text } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import { failureText } from './artifact.queries.ts';

/** Attachments or their folders could not be listed: in the specification's words, with a way to try again. */
export function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const say = useWords(fileWords.artifact);
  return (
    <div role="alert">
      <Text>{failureText(error)}</Text>
      <Button variant="default" size="xs" mt="xs" onClick={onRetry}>
        {say('retry')}
      </Button>
    </div>
  );
}
