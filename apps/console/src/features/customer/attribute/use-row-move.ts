import type { InputFieldDefinition } from '@parley/contract';
import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { ownDefinitions } from '../shared/attribute.queries.ts';

type Drop = { id: string; side: 'before' | 'after' };
const none: readonly InputFieldDefinition[] = [];
const handleId = (id: string) => `attribute-handle-${id}`;

/** Moves own rows by drag, by Alt with an arrow on the handle, and by the row's menu; each move is said aloud. */
export function useRowMove(definitions: readonly InputFieldDefinition[] = none, onMove: (move: { from: number; to: number }) => void) {
  const say = useWords(customerWords.attribute);
  const [dragged, setDragged] = useState<string>();
  const [drop, setDrop] = useState<Drop>();
  const [spoken, setSpoken] = useState('');
  const refocusId = useRef<string>(undefined);
  const own = definitions.filter((definition) => !definition.isBuiltIn);
  const shownOwn = ownDefinitions(definitions);

  // A row that is put elsewhere in the document loses the focus on its way.
  useLayoutEffect(() => {
    if (refocusId.current && definitions.length > 0) document.getElementById(handleId(refocusId.current))?.focus();
    refocusId.current = undefined;
  }, [definitions]);

  const moveTo = (definition: InputFieldDefinition, shownIndex: number) => {
    const target = shownOwn[shownIndex];
    if (!target || target === definition) return;
    setSpoken(say('moved', { name: definition.fieldLabel, position: shownIndex + 1, count: shownOwn.length }));
    // Hidden rows count, too.
    onMove({ from: own.indexOf(definition), to: own.indexOf(target) });
  };
  const move = (definition: InputFieldDefinition, by: 1 | -1) => moveTo(definition, shownOwn.indexOf(definition) + by);

  const endDrag = () => {
    setDragged(undefined);
    setDrop(undefined);
  };
  const handleDrop = () => {
    const from = shownOwn.findIndex(({ _id }) => _id === dragged);
    const over = shownOwn.findIndex(({ _id }) => _id === drop?.id);
    const definition = shownOwn[from];
    endDrag();
    if (!definition || over < 0 || !drop) return;
    const gap = drop.side === 'before' ? over : over + 1;
    moveTo(definition, gap > from ? gap - 1 : gap);
  };

  const handleProps = (definition: InputFieldDefinition) => ({
    id: handleId(definition._id),
    draggable: true,
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', definition.fieldLabel);
      const row = event.currentTarget.closest('tr');
      if (row) event.dataTransfer.setDragImage(row, 12, 12);
      setDragged(definition._id);
    },
    onDragEnd: endDrag,
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      refocusId.current = definition._id;
      move(definition, event.key === 'ArrowUp' ? -1 : 1);
    },
  });
  const rowProps = (definition: InputFieldDefinition) => {
    if (definition.isBuiltIn) return {};
    return {
      'data-dragged': dragged === definition._id ? 'true' : undefined,
      'data-drop': drop?.id === definition._id && dragged !== definition._id ? drop.side : undefined,
      onDragOver: (event: DragEvent<HTMLTableRowElement>) => {
        if (dragged === undefined) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const side = event.clientY < top + height / 2 ? 'before' : 'after';
        if (drop?.id !== definition._id || drop.side !== side) setDrop({ id: definition._id, side });
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        handleDrop();
      },
    };
  };

  return { shownOwn, move, moveTo, rowProps, handleProps, spoken };
}
