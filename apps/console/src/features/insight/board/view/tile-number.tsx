import { UnstyledButton } from '@mantine/core';
import type { FigureUnit } from '@parley/contract';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import classes from '../board.module.css';

const isOfChats = (unit: FigureUnit) => !['messages', 'conversations', 'people'].includes(unit);

type Props = { unit: FigureUnit; count: number; what: string; shown: string; onOpen: (() => void) | undefined };

/** A number that opens the chats which it counts, or the report of the bot whose messages they are; of none, and on a wall, there is nothing to open. */
export function TileNumber({ unit, count, what, shown, onOpen }: Props) {
  const say = useWords(boardWords.view);
  if (count === 0 || !onOpen) return <span className="tabular">{shown}</span>;
  return (
    <UnstyledButton
      className={`${classes.number} tabular`}
      aria-label={isOfChats(unit) ? say('open', { what, shown, count }) : say('openReport', { what, shown })}
      onClick={onOpen}
    >
      {shown}
    </UnstyledButton>
  );
}
