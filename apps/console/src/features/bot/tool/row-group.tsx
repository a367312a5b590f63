import { ActionIcon, Alert, Button, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import classes from './tool.module.css';

export type RowGroupProps<Row> = {
  legend: string;
  hint?: string;
  error?: string | undefined;
  add: string;
  isFull: boolean;
  rows: readonly Row[];
  remove: (at: number) => string;
  render: (row: Row, at: number) => ReactNode;
  onAdd: () => void;
  onRemove: (at: number) => void;
};

/** Rows of a form that become more and fewer; a new one has the focus. */
export function RowGroup<Row>({ legend, hint, error, add, isFull, rows, remove, render, onAdd, onRemove }: RowGroupProps<Row>) {
  const place = useRef<HTMLFieldSetElement>(null);
  const handleAdd = () => {
    onAdd();
    // The new row stands once it is drawn.
    requestAnimationFrame(() => place.current?.querySelector<HTMLInputElement>('[data-row]:last-of-type input')?.focus());
  };
  return (
    <fieldset ref={place} className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      {hint ? (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      ) : null}
      {error ? (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      ) : null}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is what it stands as, and its fields hold no state
        <div key={at} className={classes.row} data-row>
          <div className={classes.grid}>{render(row, at)}</div>
          <ActionIcon aria-label={remove(at)} onClick={() => onRemove(at)}>
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button size="xs" variant="default" leftSection={<IconPlus size={15} />} disabled={isFull} onClick={handleAdd}>
          {add}
        </Button>
      </div>
    </fieldset>
  );
}
