import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';

export function ScreenError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation();
  return (
    <main style={{ minBlockSize: '60dvh', display: 'grid', placeItems: 'center' }}>
      <ErrorState error={error} title={t('shell.screenFailed')} onRetry={reset} />
    </main>
  );
}
