import { Anchor } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <main style={{ minBlockSize: '100dvh', display: 'grid', placeItems: 'center' }}>
      <EmptyState
        order={2}
        icon={IconMapOff}
        title={t('shell.notFoundTitle')}
        text={t('shell.notFoundText')}
        action={
          <Anchor component={Link} to="/dashboard" size="sm">
            {t('shell.notFoundLink')}
          </Anchor>
        }
      />
    </main>
  );
}
