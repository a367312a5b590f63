import type { BoardTile, TileFigure } from '@parley/contract';
import type { OpenTile } from '../board.search.ts';

export type TileProps = {
  tile: BoardTile;
  title: string;
  /** Its days, and what it is narrowed to */
  note: string;
  figure: TileFigure;
  isWall: boolean;
  /** undefined: nothing opens, as on a wall */
  onOpen: OpenTile | undefined;
  /** The number of the days before opens too */
  opensFormer: boolean;
};
