import { Button, Group } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './composer.module.css';
import { draftSync, useLostDraft } from './draft-sync.ts';

/** Words that another screen of the same user wrote in this chat: they are offered, never thrown away. */
export function LostDraft({ chatId }: { chatId: string }) {
  const t = useWords(chatWords.conversation);
  const lost = useLostDraft(chatId);
  if (lost === '') return null;
  return (
    <section className={classes.lost} aria-label={t('draftLost')}>
      <p className={classes.lostTitle} role="status">
        {t('draftLost')}
      </p>
      <blockquote className={classes.lostText} dir="auto">
        {lost}
      </blockquote>
      <Group gap="xs">
        <Button size="compact-sm" variant="light" onClick={() => draftSync.swapLost(chatId)}>
          {t('draftTake')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => draftSync.dropLost(chatId)}>
          {t('discard')}
        </Button>
      </Group>
    </section>
  );
}
