import { Button, Code, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { describeFailure } from '../lib/errors.ts';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import { EmptyState } from './empty-state.tsx';

/** Shows the failure, a way to try again, and the id that support asks for. */
export function ErrorState({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  const say = useWords(commonWords.ui);
  const failure = describeFailure(error);
  return (
    <div role="alert">
      <EmptyState
        icon={IconPlugConnectedX}
        title={title ?? say('couldNotLoad')}
        text={
          <>
            {failure.message}
            {failure.requestId ? (
              <Text component="span" size="xs" display="block" mt={6}>
                <Code>{say('requestId', { id: failure.requestId })}</Code>
              </Text>
            ) : null}
          </>
        }
        action={
          onRetry ? (
            <Button variant="default" onClick={onRetry}>
              {say('tryAgain')}
            </Button>
          ) : undefined
        }
      />
    </div>
  );
}
