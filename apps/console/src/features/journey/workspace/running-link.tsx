import type { JourneyItem } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../lib/format.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from '../shared/stream.module.css';

/** Number of running walks; a link to them for users who may see them. */
export function RunningLink({ journey: { id, running } }: { journey: Pick<JourneyItem, 'id' | 'running'> }) {
  const maySee = useCan(['JOURNEYS.VIEW_JOURNEYMONITOR']);
  const count = formatNumber(running);
  if (!maySee || running === 0) return <span className="tabular">{count}</span>;
  return (
    <Link to="/journey/monitor" search={{ journeyId: id }} className={`${classes.link} tabular`}>
      {count}
    </Link>
  );
}
