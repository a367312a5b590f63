import { Button, Text } from '@mantine/core';
import type { UploadErrorRow } from '@parley/contract';
import { IconAlertCircle, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { type DataColumn, DataTable, type DataTableProps } from '../../../components/data-table.tsx';
import { sayFault } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';
import type { EditedLine } from './csv-import.queries.ts';
import { ErrorRowEditor } from './error-row-editor.tsx';
import type { LineEdit } from './use-line-edits.ts';

type ShownRow = { row: UploadErrorRow; serial: number; edit: LineEdit | undefined; isSaving: boolean };

export type ErrorTableProps = Pick<DataTableProps<ShownRow>, 'error' | 'isFetching' | 'onRetry' | 'isFiltered' | 'onClearFilters'> & {
  rows: readonly UploadErrorRow[] | undefined;
  headers: readonly string[];
  from: number;
  edits: Readonly<Record<number, LineEdit>>;
  savingLines: readonly number[];
  canEdit: boolean;
  empty: ReactNode;
  onOpen: (row: UploadErrorRow, headers: readonly string[]) => void;
  onChange: (lineNumber: number, column: number, text: string) => void;
  onResubmit: (lines: EditedLine[]) => void;
  onDiscard: (lineNumbers: readonly number[]) => void;
};

/** The refused rows; what is typed stands in the rows, as columns that change would draw their fields anew and lose the caret. */
export function ErrorTable({ rows, headers, from, edits, savingLines, canEdit, ...on }: ErrorTableProps) {
  const say = useWords(customerWords.csvImport);
  const { onOpen, onChange, onResubmit, onDiscard, ...table } = on;
  const shown = useMemo(
    () =>
      rows?.map((row, index) => ({
        row,
        serial: from + index + 1,
        edit: edits[row.lineNumber],
        isSaving: savingLines.includes(row.lineNumber),
      })),
    [rows, from, edits, savingLines],
  );
  const columns = useMemo<DataColumn<ShownRow>[]>(
    () => [
      {
        id: 'serial',
        header: say('serial'),
        width: 90,
        cell: ({ row, serial }) => (
          <>
            {serial}
            <Text size="xs" c="dimmed" className={classes.nowrap}>
              {say('line', { number: row.lineNumber })}
            </Text>
          </>
        ),
      },
      {
        id: 'row',
        header: say('errorRow'),
        cell: ({ row, edit, isSaving }) =>
          edit ? (
            <ErrorRowEditor
              row={row}
              headers={headers}
              cells={edit.cells}
              isSaving={isSaving}
              onChange={onChange}
              onResubmit={(line) => onResubmit([line])}
              onDiscard={(lineNumber) => onDiscard([lineNumber])}
            />
          ) : (
            <div className={classes.rowLine}>
              <pre className={classes.lineText}>{row.lineStr}</pre>
              {canEdit ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  flex="none"
                  leftSection={<IconPencil size={13} aria-hidden />}
                  aria-label={say('editLine', { number: row.lineNumber })}
                  onClick={() => onOpen(row, headers)}
                >
                  {say('edit')}
                </Button>
              ) : null}
            </div>
          ),
      },
      {
        id: 'errors',
        header: say('errors'),
        width: '34%',
        cell: ({ row, edit }) => (
          <ul className={classes.messages}>
            {(edit?.errors ?? row.errors).map((fault) => (
              <li key={fault.message}>
                <IconAlertCircle size={14} aria-hidden />
                <span>{sayFault(fault)}</span>
              </li>
            ))}
          </ul>
        ),
      },
    ],
    [say, headers, canEdit, onOpen, onChange, onResubmit, onDiscard],
  );
  return (
    <div className={classes.errorRows}>
      <DataTable
        label={say('errorTitle')}
        columns={columns}
        rows={shown}
        getRowId={({ row }) => String(row.lineNumber)}
        getRowName={({ row }) => say('line', { number: row.lineNumber })}
        {...table}
      />
    </div>
  );
}
