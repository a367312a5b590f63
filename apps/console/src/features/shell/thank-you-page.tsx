import { Title } from '@mantine/core';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';

export function ThankYouPage() {
  const say = useWords(shellWords.frame);
  return (
    <main style={{ minBlockSize: '100dvh', display: 'grid', placeItems: 'center' }}>
      <Title order={1}>{say('thankYou')}</Title>
    </main>
  );
}
