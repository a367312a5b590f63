import type { FormEvent, ReactNode } from 'react';
import classes from './filter-bar.module.css';

/** The search and the filters of a list in a row, which wraps. With `onSubmit` they take effect together. */
export function FilterBar({ children, onSubmit }: { children: ReactNode; onSubmit?: () => void }) {
  if (!onSubmit) return <div className={classes.bar}>{children}</div>;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={classes.bar} onSubmit={handleSubmit}>
      {children}
    </form>
  );
}
