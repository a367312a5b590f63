import { Button } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './composer.module.css';

/** A variable that had no value: its writer fills the gap before the reply leaves. */
export function GapNotice({ gap, onGo }: { gap: string; onGo: () => void }) {
  const t = useWords(chatWords.conversation);
  return (
    <p className={classes.gap} role="status">
      {t('gapFill', { gap, interpolation: { escapeValue: false } })}
      <Button size="compact-sm" variant="subtle" onClick={onGo}>
        {t('gapGo')}
      </Button>
    </p>
  );
}
