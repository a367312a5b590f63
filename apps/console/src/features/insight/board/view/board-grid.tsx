import { Alert } from '@mantine/core';
import type { Board, BoardFigures, BoardTile } from '@parley/contract';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import classes from '../board.module.css';
import type { OpenTile } from '../board.search.ts';
import { BoardTileView } from './board-tile.tsx';
import { opensFormer } from './report-link.ts';

type Props = {
  board: Board;
  /** undefined: they are on their way */
  figures: BoardFigures | undefined;
  isWall: boolean;
  /** undefined: nothing opens, as on a wall */
  onOpen: ((tile: BoardTile, of: Parameters<OpenTile>[0]) => void) | undefined;
};

/** The tiles of a board in their order, each as wide as it says. */
export function BoardGrid({ board, figures, isWall, onOpen }: Props) {
  const say = useWords(boardWords.view);
  const figureOf = (tile: BoardTile) => figures?.tiles.find(({ key }) => key === tile.key);
  const canOpenFormer = (tile: BoardTile) => {
    const figure = figureOf(tile);
    return figures !== undefined && figure !== undefined && opensFormer(tile, figure, figures);
  };
  return (
    <div className={classes.board} data-wall={isWall || undefined}>
      {figures && figures.scope !== 'enterprise' && !isWall ? (
        <Alert variant="light" mb="md">
          {say(`scope_${figures.scope}`)}
        </Alert>
      ) : null}
      <div className={classes.grid}>
        {board.tiles.map((tile) => (
          <BoardTileView
            key={tile.key}
            tile={tile}
            figure={figureOf(tile)}
            isWall={isWall}
            onOpen={onOpen && ((of) => onOpen(tile, of))}
            opensFormer={canOpenFormer(tile)}
          />
        ))}
      </div>
    </div>
  );
}
