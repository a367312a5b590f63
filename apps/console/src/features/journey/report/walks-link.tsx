import { screens } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import { useMayOpen } from '../../account/shared/me.ts';
import classes from './report.module.css';
import type { Walks } from './walks.ts';

/** A figure that opens its walks in the monitor, for whoever may see them. @property what names them */
export function WalksLink({ count, what, walks }: { count: number; what: string; walks: Walks }) {
  const say = useWords(streamReportWords.report);
  const mayOpen = useMayOpen(screens.journeyMonitor);
  if (!mayOpen || count === 0) return <span className="tabular">{formatNumber(count)}</span>;
  return (
    <Link to="/journey/monitor" search={walks} className={`${classes.link} tabular`} aria-label={say('open', { what, count })}>
      {formatNumber(count)}
    </Link>
  );
}
