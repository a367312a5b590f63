import { UnstyledButton } from '@mantine/core';
import { useWords } from '../../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../../locales/chat-analytics.ts';
import classes from './figures.module.css';

type Props = { count: number; what: string; shown: string; onOpen: () => void };

/** A number that opens the chats which it counts; of none there is nothing to open. */
export function NumberButton({ count, what, shown, onOpen }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  if (count === 0) return <span className="tabular">{shown}</span>;
  return (
    <UnstyledButton className={`${classes.number} tabular`} aria-label={say('open', { what, shown, count })} onClick={onOpen}>
      {shown}
    </UnstyledButton>
  );
}
