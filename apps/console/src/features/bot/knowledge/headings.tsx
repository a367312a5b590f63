import classes from './knowledge.module.css';

/** Where in its document a passage stands. */
export function Headings({ headings }: { headings: readonly string[] }) {
  return headings.length === 0 ? null : <p className={classes.headings}>{headings.join(' › ')}</p>;
}
