import { showExported } from '@parley/contract';
import { csvHead, csvLines } from '#platform/files/csv-table.ts';
import type { Ctx } from '../../../context.ts';
import { findLanguage } from '../user/user.names.ts';
import type { AnyList, ExportColumn, OpenedList } from './export.definition.ts';
import { answers, type ExportLanguage, headIn } from './export.words.ts';

type Shown = { zone: string; language: ExportLanguage };

function headOf<Row>(column: ExportColumn<Row>, { zone, language }: Shown): string {
  const word = 'name' in column ? column.name : headIn(column.head, language);
  const unit = 'at' in column ? zone : 'unit' in column ? column.unit : undefined;
  return unit ? `${word} (${unit})` : word;
}

function cellOf<Row>(column: ExportColumn<Row>, row: Row, { zone, language }: Shown): string {
  if ('at' in column) {
    const at = column.at(row);
    return at ? showExported(new Date(at), zone) : '';
  }
  const value = column.value(row);
  return typeof value === 'boolean' ? answers[language][value ? 1 : 0] : String(value ?? '');
}

/** One page of a file, with the number of rows in it. */
export type Piece = { text: string; rows: number };

/** A list as CSV in the reader's language and the enterprise's zone, one page in memory at a time. */
export async function* piecesOf(ctx: Ctx, opened: AnyList): AsyncGenerator<Piece> {
  const list = opened as unknown as OpenedList<object>;
  const zone = list.zone ?? (await ctx.read((tx) => ctx.readTimeZone(tx)));
  const language = list.isForPrograms ? 'en' : await ctx.read((tx) => findLanguage(tx, ctx.enterpriseId, ctx.actor.userId));
  const shown = { zone, language };
  yield { text: csvHead(list.columns.map((column) => ({ header: headOf(column, shown) }))), rows: 0 };
  for (let last: object | undefined; ; ) {
    const rows = await list.readPage(last);
    if (rows.length === 0) return;
    yield { text: csvLines(rows.map((row) => list.columns.map((column) => cellOf(column, row, shown)))), rows: rows.length };
    last = rows.at(-1);
  }
}
