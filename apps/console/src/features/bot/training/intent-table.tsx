import type { TrainingReport } from '@parley/contract';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import type { Sort } from '../../../components/table-parts.tsx';
import { formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { IntentLink } from '../shared/intent-link.tsx';

type Row = TrainingReport['intents'][number];
const perPage = 10;
const byColumn: Record<string, (one: Row, other: Row) => number> = {
  name: (one, other) => one.name.localeCompare(other.name),
  phrases: (one, other) => one.phraseCount - other.phraseCount,
  precision: (one, other) => one.precision - other.precision,
  recall: (one, other) => one.recall - other.recall,
};

/** Each intent with how well it is recognised; the weakest first. */
export function IntentTable({ botId, rows }: { botId: string; rows: readonly Row[] }) {
  const say = useWords(botWords.training);
  const [sort, setSort] = useState<Sort>({ by: 'recall', direction: 'asc' });
  const [page, setPage] = useState({ from: 0, perPage });
  const sorted = useMemo(() => {
    const compare = byColumn[sort.by] ?? (() => 0);
    return rows.toSorted((one, other) => (sort.direction === 'asc' ? compare(one, other) : compare(other, one)));
  }, [rows, sort]);
  const columns = useMemo<DataColumn<Row>[]>(
    () => [
      { id: 'name', header: say('intent'), isSortable: true, cell: ({ name }) => <IntentLink botId={botId} name={name} /> },
      { id: 'phrases', header: say('phrases'), isSortable: true, align: 'end', cell: ({ phraseCount }) => phraseCount },
      { id: 'precision', header: say('precision'), isSortable: true, align: 'end', cell: ({ precision }) => formatShare(precision) },
      { id: 'recall', header: say('recall'), isSortable: true, align: 'end', cell: ({ recall }) => formatShare(recall) },
    ],
    [say, botId],
  );
  return (
    <DataTable
      label={say('perIntent')}
      columns={columns}
      rows={sorted.slice(page.from, page.from + page.perPage)}
      getRowId={({ name }) => name}
      sort={sort}
      onSort={(next) => {
        setSort(next);
        setPage({ ...page, from: 0 });
      }}
      {...(rows.length > perPage ? { page: { ...page, total: rows.length, onChange: setPage } } : {})}
    />
  );
}
