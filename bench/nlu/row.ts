/** One line of the table: what was measured of ours and of the peer in this run, and what is asked for. */
export type NluRow = { measure: string; ours: string; peer: string; goal: string; stretch: string; verdict: string };

/** The figures that are better: larger or smaller ones. */
export type Direction = 'at least' | 'at most';

/**
 * A line with its verdict: "stretch", "goal", or the distance to the goal in the figure's own unit.
 * @param digits digits after the point, in the figures and in the distance
 */
export function toRow(row: {
  measure: string;
  ours: number;
  peer?: number;
  direction: Direction;
  goal: number;
  stretch: number;
  digits: number;
  unit?: string;
}): NluRow {
  const show = (figure: number | undefined): string =>
    figure === undefined || Number.isNaN(figure) ? '' : `${figure.toFixed(row.digits)}${row.unit ?? ''}`;
  const reaches = (wanted: number): boolean => (row.direction === 'at least' ? row.ours >= wanted : row.ours <= wanted);
  const verdict = reaches(row.stretch)
    ? 'stretch met'
    : reaches(row.goal)
      ? 'goal met'
      : `misses by ${show(Math.abs(row.ours - row.goal))}`;
  return { measure: row.measure, ours: show(row.ours), peer: show(row.peer), goal: show(row.goal), stretch: show(row.stretch), verdict };
}

/** Arguments of a measure group. */
export type NluBench = { dataFolder: string; isQuick: boolean };

export function printRows(rows: readonly NluRow[]): void {
  console.log('| measure | ours | node-nlp 4.27 | goal | stretch | verdict |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { measure, ours, peer, goal, stretch, verdict } of rows)
    console.log(`| ${measure} | ${ours} | ${peer} | ${goal} | ${stretch} | ${verdict} |`);
}
