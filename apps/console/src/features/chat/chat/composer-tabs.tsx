import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './composer-tabs.module.css';

export type ComposerMode = 'reply' | 'note';
type Props = { mode: ComposerMode; onMode: (mode: ComposerMode) => void };

/** Two fields with one place: the reply, which the customer reads, and the note, which never leaves. */
export function ComposerTabs({ mode, onMode }: Props) {
  const t = useWords(chatWords.conversation);
  return (
    <fieldset className={classes.tabs} aria-label={t('composerModes')}>
      {(['reply', 'note'] as const).map((one) => (
        <button key={one} type="button" className={classes.tab} data-mode={one} aria-pressed={one === mode} onClick={() => onMode(one)}>
          {t(one === 'reply' ? 'modeReply' : 'modeNote')}
        </button>
      ))}
    </fieldset>
  );
}
