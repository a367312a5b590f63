import classes from './dashboard.module.css';
import { TimingOverview } from './timing-overview.tsx';
import { useDashboardRefresh } from './use-dashboard-refresh.ts';

/** The charts alone, for a screen on the wall. */
export function GraphPage() {
  useDashboardRefresh();
  return (
    <main className={classes.wall}>
      <TimingOverview />
    </main>
  );
}
