import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function ThankYouPage() {
  const { t } = useTranslation();
  return (
    <main style={{ minBlockSize: '100dvh', display: 'grid', placeItems: 'center' }}>
      <Title order={1}>{t('shell.thankYou')}</Title>
    </main>
  );
}
