import type { JourneyItem } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../account/shared/me.ts';
import classes from './workspace.module.css';

/** How many are inside now; leads to them for whoever may see them. */
export function RunningLink({ journey: { id, running } }: { journey: Pick<JourneyItem, 'id' | 'running'> }) {
  const maySee = useCan(['JOURNEYS.VIEW_JOURNEYMONITOR']);
  const count = running.toLocaleString();
  if (!maySee || running === 0) return <span className="tabular">{count}</span>;
  return (
    <Link to="/journey/monitor" search={{ journeyId: id }} className={`${classes.link} tabular`}>
      {count}
    </Link>
  );
}
