import type { TileCell, TileFigure } from '@parley/contract';
import { DonutChart, LineChart, MultiBarChart } from '../../../../components/chart.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { formatNumber } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import { showValue } from '../../../chat/shared/figures/show-figure.ts';
import { nameOfPart } from '../../shared/figure-words.ts';
import classes from '../board.module.css';
import { PartsTable } from './parts-table.tsx';
import type { TileProps } from './tile.types.ts';

const colors = ['brand.6', 'orange.6', 'grape.6', 'lime.7', 'red.6', 'cyan.7', 'gray.6', 'teal.6'];
const height = { screen: 220, wall: 300 } as const;

/** Durations are drawn in seconds, shares in percent. */
function drawn(unit: TileFigure['unit'], value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  if (unit === 'ms') return Math.round(value / 1000);
  return unit === 'share' ? Math.round(value * 1000) / 10 : Math.round(value * 100) / 100;
}

/** A figure by its parts: as a drawing with its numbers below, or as a table alone. */
export function PartsTile({ tile, title, note, figure, isWall, onOpen, opensFormer }: TileProps) {
  const say = useWords(boardWords.figure);
  const sayView = useWords(boardWords.view);
  const { now, before, unit } = figure;
  if (!now) return null;
  const { by, chart } = tile;
  const named = now.cells.map((cell) => ({ ...cell, name: nameOfPart(say, by, cell) }));
  const formerOf = (cell: TileCell, place: number) =>
    by === 'day' ? before?.cells[place] : before?.cells.find(({ key }) => key === cell.key);
  const inUnit = unit === 'ms' ? sayView('seconds') : unit === 'share' ? sayView('percent') : '';
  const props = {
    title,
    note: [note, inUnit].filter(Boolean).join(' · '),
    labelHeader: say(`by_${by}`),
    height: isWall ? height.wall : height.screen,
    ...(onOpen
      ? {
          onOpen: (label: string, series: string) => {
            const place = named.findIndex(({ name }) => name === label);
            const cell = series === 'before' ? now.cells[place] && formerOf(now.cells[place], place) : now.cells[place];
            if (cell && cell.count > 0 && (series !== 'before' || opensFormer)) onOpen({ part: cell.key, former: series === 'before' });
          },
        }
      : {}),
  };
  const points = named.map(({ name, value }, place) => ({
    label: name,
    now: drawn(unit, value),
    ...(before ? { before: drawn(unit, formerOf(now.cells[place] as TileCell, place)?.value) } : {}),
  }));
  const series = [
    { key: 'now', label: title, color: 'brand.6', dash: '' },
    ...(before ? [{ key: 'before', label: sayView('before'), color: 'orange.6', dash: '4 4' }] : []),
  ];
  const table = (isAlone: boolean) => <PartsTable {...{ title, by, figure, isAlone, onOpen, opensFormer }} />;
  if (named.length === 0)
    return (
      <>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.note}>{note}</p>
        <EmptyState order={3} title={sayView('noRecord')} />
      </>
    );
  if (chart === 'table')
    return (
      <>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.note}>{note}</p>
        {table(true)}
      </>
    );
  return (
    <>
      {chart === 'line' ? (
        <LineChart {...props} points={points} series={series} />
      ) : chart === 'bars' ? (
        <MultiBarChart {...props} points={points} series={series.map(({ dash: _dash, ...one }) => one)} />
      ) : (
        <DonutChart
          {...props}
          valueHeader={title}
          centre={formatNumber(now.whole.count)}
          slices={named.map(({ name, value }, place) => ({
            label: name,
            value: value ?? 0,
            color: colors[place % colors.length] ?? 'gray.6',
          }))}
        />
      )}
      {isWall ? <p className={classes.note}>{sayView('wholeOf', { value: showValue(unit, now.whole.value) })}</p> : table(false)}
    </>
  );
}
