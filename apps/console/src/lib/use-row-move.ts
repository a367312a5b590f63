import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

export type MovableRow = { id: string; name: string };
type Drop = { id: string; side: 'before' | 'after' };
const handleId = (id: string) => `row-handle-${id}`;

export type RowMoveOptions = {
  /** Rows that can be moved, in their order. */
  rows: readonly MovableRow[];
  /** Words that say aloud where a row is now. */
  sayMoved: (place: { name: string; position: number; count: number }) => string;
  /** @param index place among the rows, from 0 */
  onMove: (id: string, index: number) => void;
};

/** Moves rows of a table by drag, by Alt with an arrow on the handle, and by the row's menu; each move is said aloud. */
export function useRowMove({ rows, sayMoved, onMove }: RowMoveOptions) {
  const [dragged, setDragged] = useState<string>();
  const [drop, setDrop] = useState<Drop>();
  const [spoken, setSpoken] = useState('');
  const refocusId = useRef<string>(undefined);
  const order = rows.map(({ id }) => id).join(' ');
  const indexOf = (id: string | undefined) => rows.findIndex((row) => row.id === id);

  // A row that is put elsewhere in the document loses the focus on its way.
  useLayoutEffect(() => {
    if (refocusId.current && order !== '') document.getElementById(handleId(refocusId.current))?.focus();
    refocusId.current = undefined;
  }, [order]);

  const moveTo = (id: string, index: number) => {
    const row = rows[indexOf(id)];
    const target = rows[index];
    if (!row || !target || target === row) return;
    setSpoken(sayMoved({ name: row.name, position: index + 1, count: rows.length }));
    onMove(id, index);
  };
  const move = (id: string, by: 1 | -1) => moveTo(id, indexOf(id) + by);

  const endDrag = () => {
    setDragged(undefined);
    setDrop(undefined);
  };
  const handleDrop = () => {
    const from = indexOf(dragged);
    const over = indexOf(drop?.id);
    endDrag();
    if (dragged === undefined || from < 0 || over < 0 || !drop) return;
    const gap = drop.side === 'before' ? over : over + 1;
    moveTo(dragged, gap > from ? gap - 1 : gap);
  };

  const handleProps = ({ id, name }: MovableRow) => ({
    id: handleId(id),
    draggable: true,
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', name);
      const row = event.currentTarget.closest('tr');
      if (row) event.dataTransfer.setDragImage(row, 12, 12);
      setDragged(id);
    },
    onDragEnd: endDrag,
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      refocusId.current = id;
      move(id, event.key === 'ArrowUp' ? -1 : 1);
    },
  });
  const rowProps = (id: string) => ({
    'data-dragged': dragged === id ? 'true' : undefined,
    'data-drop': drop?.id === id && dragged !== id ? drop.side : undefined,
    onDragOver: (event: DragEvent<HTMLTableRowElement>) => {
      if (dragged === undefined) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const side = event.clientY < top + height / 2 ? 'before' : 'after';
      if (drop?.id !== id || drop.side !== side) setDrop({ id, side });
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      handleDrop();
    },
  });

  return { move, moveTo, rowProps, handleProps, spoken };
}
