import { ErrorState } from '../../components/error-state.tsx';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';

export function ScreenError({ error, reset }: { error: unknown; reset: () => void }) {
  const say = useWords(shellWords.frame);
  return (
    <main style={{ minBlockSize: '60dvh', display: 'grid', placeItems: 'center' }}>
      <ErrorState error={error} title={say('screenFailed')} onRetry={reset} />
    </main>
  );
}
