import { Button, Code, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../lib/errors.ts';
import { EmptyState } from './empty-state.tsx';

/** What failed, a way to try again, and the id that support asks for. */
export function ErrorState({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  const { t } = useTranslation();
  const failure = describeFailure(error);
  return (
    <div role="alert">
      <EmptyState
        icon={IconPlugConnectedX}
        title={title ?? t('common.couldNotLoad')}
        text={
          <>
            {failure.message}
            {failure.requestId ? (
              <Text component="span" size="xs" display="block" mt={6}>
                <Code>{t('common.requestId', { id: failure.requestId })}</Code>
              </Text>
            ) : null}
          </>
        }
        action={
          onRetry ? (
            <Button variant="default" onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          ) : undefined
        }
      />
    </div>
  );
}
