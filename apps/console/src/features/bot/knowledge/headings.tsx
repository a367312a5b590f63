import classes from './knowledge.module.css';

/** The headings above a passage in its document. */
export function Headings({ headings }: { headings: readonly string[] }) {
  return headings.length === 0 ? null : <p className={classes.headings}>{headings.join(' › ')}</p>;
}
