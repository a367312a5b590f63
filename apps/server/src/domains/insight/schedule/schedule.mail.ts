import { type BoardFigures, type BoardRange, type BoardTile, showInstant, type TileFigure, type WhiteLabel } from '@parley/contract';
import { csvHead, csvLines } from '#platform/files/csv-table.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { toLocal } from '#platform/zone/local-time.ts';
import { type MailTable, renderMail } from '../../account/door.ts';
import { showFigure } from '../figure/figure.show.ts';
import { picturesOf } from './schedule.pictures.ts';
import { filterOf, formerOf, nameOfPart, titleOf } from './schedule.tile.ts';

/** Longer files are left out of a mail; the board has all of it. */
const longestFile = 5_000_000;
/** Parts of a tile that a mail shows; its file has all. */
const partsShown = 20;

const ranges: Record<BoardRange, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7: 'Last 7 days',
  last30: 'Last 30 days',
  last90: 'Last 90 days',
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  lastMonth: 'Last month',
};
const states: Record<Exclude<TileFigure['state'], 'shown'>, string> = {
  permission: 'You may not see these figures.',
  scope: 'These chats are not yours to see.',
  slow: 'This took too long.',
};

export type Report = {
  boardId: string;
  boardName: string;
  tiles: readonly BoardTile[];
  figures: BoardFigures;
  dueAt: Date;
  isLate: boolean;
  isAsked: boolean;
};

/** The table of a tile: its whole, or its parts, with those of the days before. */
function tableOf(tile: BoardTile, figure: TileFigure): MailTable {
  const { now, before, unit, state } = figure;
  const head = { title: titleOf(tile), note: [ranges[tile.range], filterOf(figure)].filter(Boolean).join(' · ') };
  if (state !== 'shown') return { ...head, head: [], rows: [], empty: states[state] };
  const shown = (side: TileFigure['now'], value: number | null | undefined) => (side ? [showFigure(unit, value ?? null)] : []);
  const all = ['All', ...shown(now, now?.whole.value), ...shown(before, before?.whole.value)];
  const parts = (now?.cells ?? []).slice(0, partsShown).map((cell, place) => {
    return [nameOfPart(tile, cell), showFigure(unit, cell.value), ...shown(before, formerOf(tile, before, cell, place)?.value)];
  });
  const left = (now?.cells.length ?? 0) - parts.length + figure.more;
  return {
    ...head,
    head: ['', 'Figure', ...(before ? ['Before'] : [])],
    rows: [all, ...parts],
    ...(left > 0 ? { foot: `${left} more are on the board.` } : {}),
  };
}

/** Each figure of the mail as a line of a file, with its raw value. */
export function fileOf({ tiles, figures }: Report): string {
  const columns = ['Tile', 'Measure', 'Unit', 'Filter', 'From', 'To', 'Part', 'Chats', 'Value'].map((header) => ({ header }));
  const lines = tiles.flatMap((tile) => {
    const figure = figures.tiles.find(({ key }) => key === tile.key);
    return [figure?.now, figure?.before].flatMap((side) => {
      if (!figure || !side) return [];
      const common = [titleOf(tile), tile.measure, figure.unit, filterOf(figure), side.fromDate, side.toDate];
      const cells = [{ ...side.whole, name: 'All' }, ...side.cells.map((cell) => ({ ...cell, name: nameOfPart(tile, cell) }))];
      return cells.map(({ name, count, value }) => [...common, name, String(count), value === null ? '' : String(value)]);
    });
  });
  return csvHead(columns) + (lines.length > 0 ? csvLines(lines) : '');
}

/** Tells whether any tile has counted a chat. */
export const hasRows = ({ tiles }: BoardFigures): boolean => tiles.some(({ now }) => (now?.whole.count ?? 0) > 0);

/** @property leaveUrl undefined: they are no recipient of the schedule */
type Links = { origin: string; leaveUrl: string | undefined };

/** A board as a mail to one user, whose figures they are. */
export async function renderReport(
  to: { email: string; name: string },
  brand: WhiteLabel,
  { origin, leaveUrl }: Links,
  report: Report,
): Promise<Mail> {
  const { boardId, boardName, tiles, figures, dueAt, isLate, isAsked } = report;
  const { zone } = figures;
  const time = toLocal(dueAt, zone).slice(11);
  const late = isLate ? [`late: due ${time}`] : [];
  const pictures = await picturesOf(report);
  const tables = tiles.flatMap((tile) => {
    const figure = figures.tiles.find(({ key }) => key === tile.key);
    const chart = pictures.find((one) => one.tile === tile.key)?.chart;
    return figure ? [{ ...tableOf(tile, figure), ...(chart ? { chart } : {}) }] : [];
  });
  const file = fileOf(report);
  const mail = renderMail(to.email, brand, {
    subject: [`${boardName}, ${showInstant(dueAt, 'day', zone)}`, ...late].join(' – '),
    greeting: `Hello ${to.name},`,
    paragraphs: [
      `these are the figures of ${boardName} as of ${showInstant(dueAt, 'timestamp', zone)}, ${zone}, as far as you may see them.`,
      ...(isLate ? [`This mail is late: due ${time}.`] : []),
      ...(isAsked ? ['You have sent it to yourself.'] : []),
    ],
    tables,
    action: { label: 'Open the board', url: `${origin}/boards/${boardId}` },
    notes: [
      ...(leaveUrl ? [{ label: 'Get no more of these mails', url: leaveUrl }] : []),
      { label: 'All mails of boards that you get', url: `${origin}/boards/schedules` },
    ],
  });
  const name = `${boardName.replace(/[^\p{L}\p{N}]+/gu, '_')}_${toLocal(dueAt, zone).slice(0, 10)}.csv`;
  const drawn = pictures.length > 0 ? { pictures: pictures.map(({ picture }) => picture) } : {};
  const leaving = leaveUrl ? { unsubscribeUrl: leaveUrl } : {};
  return {
    ...mail,
    ...drawn,
    ...leaving,
    ...(file.length <= longestFile ? { attachments: [{ name, type: 'text/csv; charset=utf-8', text: file }] } : {}),
  };
}
