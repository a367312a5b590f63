import { Anchor } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';

export function NotFoundPage() {
  const say = useWords(shellWords.frame);
  return (
    <main style={{ minBlockSize: '100dvh', display: 'grid', placeItems: 'center' }}>
      <EmptyState
        order={2}
        icon={IconMapOff}
        title={say('notFoundTitle')}
        text={say('notFoundText')}
        action={
          <Anchor component={Link} to="/dashboard" size="sm">
            {say('notFoundLink')}
          </Anchor>
        }
      />
    </main>
  );
}
