import { Button, Modal, Text } from '@mantine/core';
import type { BoardFigures } from '@parley/contract';
import type { ReactNode } from 'react';
import { formatTime } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import classes from '../board.module.css';

type Props = { name: string; figures: BoardFigures | undefined; hasFailed: boolean; onExit: () => void; children: ReactNode };

/** A board over the whole screen, in large type, for people who stand in a room. */
export function BoardWall({ name, figures, hasFailed, onExit, children }: Props) {
  const say = useWords(boardWords.view);
  return (
    <Modal
      opened
      fullScreen
      withCloseButton={false}
      onClose={onExit}
      title={name}
      classNames={{ header: classes.wallTitle, body: classes.wall, content: classes.wallGround }}
    >
      <header className={classes.wallHead}>
        <h1>{name}</h1>
        {figures ? (
          <Text size="lg" c="dimmed" role="status">
            {say(hasFailed ? 'stale' : 'asOf', { time: formatTime(figures.asOf) })}
          </Text>
        ) : null}
        <Button variant="default" onClick={onExit}>
          {say('exitWall')}
        </Button>
      </header>
      {children}
    </Modal>
  );
}
