import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './folded-list.module.css';

export type FoldedListProps<Item> = {
  label: string;
  items: readonly Item[];
  /** Number of items shown before the user asks for all. */
  first?: number;
  getKey: (item: Item) => string;
  render: (item: Item) => ReactNode;
  /** Said by the button while the rest is folded, and while it is not. */
  showAll: string;
  showLess: string;
};

/** A list that shows its head, and the rest when asked. */
export function FoldedList<Item>({ label, items, first = 10, getKey, render, showAll, showLess }: FoldedListProps<Item>) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? items : items.slice(0, first);
  return (
    <div>
      <ul className={classes.list} aria-label={label}>
        {shown.map((item) => (
          <li key={getKey(item)}>{render(item)}</li>
        ))}
      </ul>
      {items.length > first ? (
        <Button mt="xs" size="compact-sm" variant="subtle" color="gray" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? showLess : showAll}
        </Button>
      ) : null}
    </div>
  );
}
