import { VisuallyHidden } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './unread-count.module.css';

/** Number of unread messages: digits on screen, words for a screen reader; nothing if there are none. */
export function UnreadCount({ count }: { count: number }) {
  const say = useWords(chatWords.conversation);
  if (count === 0) return null;
  return (
    <span className={classes.unread}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{say('unread', { count })}</VisuallyHidden>
    </span>
  );
}
