import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import type { UploadErrorRow } from '@parley/contract';
import { useEffect, useId, useRef } from 'react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';

export type ErrorRowEditorProps = {
  row: UploadErrorRow;
  headers: readonly string[];
  cells: readonly string[];
  isSaving: boolean;
  onChange: (lineNumber: number, column: number, text: string) => void;
  onResubmit: (line: { lineNumber: number; cells: string[] }) => void;
  onDiscard: (lineNumber: number) => void;
};

/** One refused row, a labelled field for each of its headers. */
export function ErrorRowEditor({ row, headers, cells, isSaving, onChange, onResubmit, onDiscard }: ErrorRowEditorProps) {
  const say = useWords(customerWords.csvImport);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { lineNumber } = row;
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  return (
    <form
      ref={form}
      className={classes.editor}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        onResubmit({ lineNumber, cells: [...cells] });
      }}
    >
      <div>
        <Text size="xs" c="dimmed" id={id}>
          {say('editingLine', { number: lineNumber })}
        </Text>
        <pre className={classes.lineText}>{row.lineStr}</pre>
      </div>
      {row.cells.length === 0 ? <Text size="sm">{say('notCut')}</Text> : null}
      <div className={classes.cells}>
        {cells.map((cell, column) => {
          // A line field would drop the line breaks of a quoted cell.
          const Field = (row.cells[column] ?? '').includes('\n') ? Textarea : TextInput;
          return (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are told apart by their place
              key={column}
              size="xs"
              label={headers[column] || say('unnamedColumn', { number: column + 1 })}
              value={cell}
              onChange={(event) => onChange(lineNumber, column, event.currentTarget.value)}
            />
          );
        })}
      </div>
      <Group gap="xs" justify="flex-end">
        <Button
          size="xs"
          variant="default"
          disabled={isSaving}
          aria-label={say('discardLine', { number: lineNumber })}
          onClick={() => onDiscard(lineNumber)}
        >
          {say('discard')}
        </Button>
        <Button size="xs" type="submit" loading={isSaving} aria-label={say('resubmitLine', { number: lineNumber })}>
          {say('resubmit')}
        </Button>
      </Group>
    </form>
  );
}
