import { UnstyledButton } from '@mantine/core';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import classes from '../board.module.css';

type Props = { count: number; what: string; shown: string; onOpen: (() => void) | undefined };

/** A number that opens the chats which it counts; of none, and on a wall, there is nothing to open. */
export function TileNumber({ count, what, shown, onOpen }: Props) {
  const say = useWords(boardWords.view);
  if (count === 0 || !onOpen) return <span className="tabular">{shown}</span>;
  return (
    <UnstyledButton className={`${classes.number} tabular`} aria-label={say('open', { what, shown, count })} onClick={onOpen}>
      {shown}
    </UnstyledButton>
  );
}
