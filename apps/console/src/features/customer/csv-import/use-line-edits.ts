import type { UploadErrorRow } from '@parley/contract';
import { useCallback, useMemo, useState } from 'react';
import type { EditedLine } from './csv-import.queries.ts';

export type LineEdit = {
  cells: string[];
  original: string[];
  /** Errors of the last resubmission; before it, those of the list. */
  errors?: UploadErrorRow['errors'];
};

/** A row that is shorter than the header, or could not be cut, has empty cells to fill. */
export const toCells = (row: UploadErrorRow, headers: readonly string[]) =>
  Array.from({ length: Math.max(headers.length, row.cells.length) }, (_, column) => row.cells[column] ?? '');

const isEdited = ({ cells, original }: LineEdit) => cells.some((cell, column) => cell !== original[column]);

/** Rows that are open for editing, by line. They stay open while one pages or filters. */
export function useLineEdits() {
  const [edits, setEdits] = useState<Readonly<Record<number, LineEdit>>>({});

  const open = useCallback((row: UploadErrorRow, headers: readonly string[]) => {
    const cells = toCells(row, headers);
    setEdits((old) => ({ ...old, [row.lineNumber]: { cells, original: cells } }));
  }, []);
  const change = useCallback(
    (lineNumber: number, column: number, text: string) =>
      setEdits((old) => {
        const edit = old[lineNumber];
        return edit ? { ...old, [lineNumber]: { ...edit, cells: edit.cells.with(column, text) } } : old;
      }),
    [],
  );
  const close = useCallback(
    (lineNumbers: readonly number[]) =>
      setEdits((old) => Object.fromEntries(Object.entries(old).filter(([line]) => !lineNumbers.includes(Number(line))))),
    [],
  );
  /** Sent lines that are not among the rejected have left the list; the rejected keep their cells and get their new errors. */
  const settle = useCallback((sent: readonly EditedLine[], rejected: readonly UploadErrorRow[]) => {
    const errorsOf = new Map(rejected.map((row) => [row.lineNumber, row.errors]));
    setEdits((old) => {
      const next = { ...old };
      for (const { lineNumber } of sent) {
        const edit = next[lineNumber];
        const errors = errorsOf.get(lineNumber);
        if (!edit) continue;
        if (errors) next[lineNumber] = { ...edit, errors };
        else delete next[lineNumber];
      }
      return next;
    });
  }, []);

  const edited = useMemo<EditedLine[]>(
    () =>
      Object.entries(edits)
        .filter(([, edit]) => isEdited(edit))
        .map(([line, { cells }]) => ({ lineNumber: Number(line), cells })),
    [edits],
  );
  return { edits, edited, open, change, close, settle };
}
