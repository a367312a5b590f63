import { Checkbox, Menu, Progress, rem, Table } from '@mantine/core';
import { type ColumnDef, columnVisibilityFeature, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type ComponentPropsWithoutRef, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDelayed } from '../lib/use-delayed.ts';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import classes from './data-table.module.css';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { NothingMatches } from './nothing-matches.tsx';
import { type TablePage, TablePager } from './table-pager.tsx';
import { ColumnsMenu, LoadingRows, SelectionBar, type Sort, SortButton } from './table-parts.tsx';

export type DataColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  align?: 'start' | 'end';
  /** Width in a wide frame; in a narrow one each column is as wide as its words. */
  width?: number | string;
  /** False keeps the column out of the columns menu. */
  isHideable?: boolean;
  isHidden?: boolean;
  /** Stays in sight at the end while the others scroll under it; for actions. */
  isPinned?: boolean;
  /** Its cells never break: a narrow screen scrolls the table sideways instead. For instants and numbers. */
  isOneLine?: boolean;
};

export type DataTableProps<Row> = {
  /** Names the table for assistive technology. */
  label: string;
  columns: DataColumn<Row>[];
  rows: readonly Row[] | undefined;
  getRowId: (row: Row) => string;
  getRowName?: (row: Row) => string;
  /** Further attributes of a row's element, such as those for dragging it. */
  getRowProps?: (row: Row) => ComponentPropsWithoutRef<'tr'> & Record<`data-${string}`, string | undefined>;
  error?: unknown;
  isFetching?: boolean;
  onRetry?: () => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** If `actions` is left out, the screen itself shows the actions for the selected rows. */
  selection?: { ids: readonly string[]; onChange: (ids: string[]) => void; actions?: (ids: string[]) => ReactNode };
  page?: TablePage;
  empty?: ReactNode;
  isFiltered?: boolean;
  onClearFilters?: () => void;
  withColumnsMenu?: boolean;
};

const reachable = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not([disabled])';
const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature });
const noRows: never[] = [];

/** Rows with their five states: loading, empty, nothing matches, failed, and data. Fetches nothing itself. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    getRowId,
    getRowName = getRowId,
    error,
    isFetching = false,
    onRetry,
    sort,
    onSort,
    selection,
    page,
    empty,
  } = props;
  const say = useWords(commonWords.ui);
  const isLoading = rows === undefined && !error;
  const isSkeletonDue = useDelayed(isLoading);
  const [columnVisibility, setColumnVisibility] = useState<Record<string, boolean>>(() =>
    Object.fromEntries(columns.filter((column) => column.isHidden).map((column) => [column.id, false])),
  );
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(() => columns.map(({ id, header }) => ({ id, header })), [columns]);
  const rowSelection = useMemo(() => Object.fromEntries((selection?.ids ?? []).map((id) => [id, true as const])), [selection?.ids]);
  const table = useTable({
    features,
    columns: definitions,
    data: (rows ?? noRows) as Row[],
    getRowId,
    state: { rowSelection, columnVisibility },
    onColumnVisibilityChange: setColumnVisibility,
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(rowSelection) : change;
      selection?.onChange(Object.keys(next).filter((id) => next[id]));
    },
    enableRowSelection: Boolean(selection),
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const columnCount = table.getVisibleLeafColumns().length + (selection ? 1 : 0);
  const hasRows = (rows?.length ?? 0) > 0;
  const body = useRef<HTMLTableSectionElement>(null);
  const [isPlain, setIsPlain] = useState(false);
  // Rows bring what the keyboard can reach, or they do not: looked at in what is drawn, since cells decide it by their values.
  useLayoutEffect(() => setIsPlain(body.current?.querySelector(reachable) === null));

  const nothing = props.isFiltered ? <NothingMatches onClear={props.onClearFilters} /> : (empty ?? <EmptyState title={say('noRecord')} />);
  const message = error && !hasRows ? <ErrorState error={error} onRetry={onRetry} /> : rows && !hasRows ? nothing : undefined;

  return (
    <div className={classes.frame}>
      {props.withColumnsMenu ? (
        <ColumnsMenu>
          {table
            .getAllLeafColumns()
            .filter((column) => byId.get(column.id)?.isHideable !== false)
            .map((column) => (
              <Menu.CheckboxItem
                key={column.id}
                checked={column.getIsVisible()}
                onChange={(isVisible) => column.toggleVisibility(isVisible)}
              >
                {byId.get(column.id)?.header}
              </Menu.CheckboxItem>
            ))}
        </ColumnsMenu>
      ) : null}
      <div className={classes.progress}>
        {isFetching && hasRows ? <Progress size={2} value={100} animated aria-label={say('loading')} /> : null}
      </div>
      {/* The columns themselves have to be reached to be scrolled, where nothing in the rows is. */}
      <Table.ScrollContainer className={classes.scroll} minWidth={320} type="native" {...(isPlain ? { tabIndex: 0 } : {})}>
        <Table className={classes.table} aria-label={label} aria-busy={isLoading || isFetching}>
          <Table.Thead>
            {table.getHeaderGroups().map((group) => (
              <Table.Tr key={group.id}>
                {selection ? (
                  <Table.Th className={classes.check}>
                    <Checkbox
                      aria-label={say('selectAllRows')}
                      checked={hasRows && table.getIsAllRowsSelected()}
                      indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </Table.Th>
                ) : null}
                {group.headers.map((header) => {
                  const column = byId.get(header.column.id);
                  const direction = sort?.by === header.column.id ? sort.direction : undefined;
                  return (
                    <Table.Th
                      key={header.id}
                      style={column?.width === undefined ? undefined : { '--column-width': rem(column.width) }}
                      data-align={column?.align}
                      data-pinned={column?.isPinned}
                      aria-sort={
                        column?.isSortable ? (direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none') : undefined
                      }
                    >
                      {column?.isSortable && onSort ? (
                        <SortButton direction={direction} onSort={(next) => onSort({ by: header.column.id, direction: next })}>
                          <table.FlexRender header={header} />
                        </SortButton>
                      ) : (
                        <table.FlexRender header={header} />
                      )}
                    </Table.Th>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Thead>
          <Table.Tbody ref={body}>
            {isLoading ? <LoadingRows columnCount={columnCount} isDue={isSkeletonDue} /> : null}
            {message ? (
              <Table.Tr className={classes.message}>
                <Table.Td colSpan={columnCount}>
                  <div className={classes.words} data-instead-of-rows>
                    {message}
                  </div>
                </Table.Td>
              </Table.Tr>
            ) : null}
            {table.getRowModel().rows.map((row) => (
              <Table.Tr key={row.id} data-selected={row.getIsSelected() || undefined} {...props.getRowProps?.(row.original)}>
                {selection ? (
                  <Table.Td className={classes.check}>
                    <Checkbox
                      aria-label={say('selectRow', { name: getRowName(row.original) })}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </Table.Td>
                ) : null}
                {row.getVisibleCells().map((cell) => (
                  <Table.Td
                    key={cell.id}
                    data-align={byId.get(cell.column.id)?.align}
                    data-pinned={byId.get(cell.column.id)?.isPinned}
                    data-one-line={byId.get(cell.column.id)?.isOneLine}
                  >
                    {/* A cell drawn as a component would be another one at each drawing: an open menu would close whenever a live list is drawn. */}
                    {byId.get(cell.column.id)?.cell(row.original)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {page && hasRows ? <TablePager {...page} rowCount={rows?.length ?? 0} /> : null}
      {selection?.actions && selection.ids.length > 0 ? (
        <SelectionBar count={selection.ids.length} onClear={() => selection.onChange([])}>
          {selection.actions([...selection.ids])}
        </SelectionBar>
      ) : null}
    </div>
  );
}
