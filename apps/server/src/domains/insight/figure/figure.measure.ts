import { type FigureMeasure, type FigureUnit, isOfTurns } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Figure } from '#platform/measures/aggregate.ts';
import { readBotNames, turnMeasureOf } from '../../bot/door.ts';
import {
  betterOf as betterOfChats,
  type FigureNames,
  readFigureNames as readNamesOfChats,
  rowsOfFigure,
  unitOf as unitOfChats,
} from '../../chat/door.ts';

/** Names of all that figures are narrowed to; those that are gone have none. */
export type BoardNames = FigureNames & { bots: ReadonlyMap<string, string> };

export const unitOf = (measure: FigureMeasure): FigureUnit =>
  isOfTurns(measure) ? (turnMeasureOf(measure).unit as FigureUnit) : unitOfChats(measure);
export const betterOf = (measure: FigureMeasure) => (isOfTurns(measure) ? turnMeasureOf(measure).better : betterOfChats(measure));

/** Rows that a value is of: of a mean of conversations, these. */
export function rowsOf(measure: FigureMeasure, figures: ReadonlyMap<string, Figure>): number {
  if (!isOfTurns(measure)) return rowsOfFigure(measure, figures);
  const { kind } = turnMeasureOf(measure);
  return figures.get('ratio' in kind ? kind.ratio[1] : measure)?.count ?? 0;
}

export const readNames = async (tx: Read, enterpriseId: string): Promise<BoardNames> => ({
  ...(await readNamesOfChats(tx, enterpriseId)),
  bots: await readBotNames(tx, enterpriseId),
});
