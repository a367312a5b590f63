import { useAddressState } from '../../../lib/use-address-state.ts';
import classes from './dashboard.module.css';
import { DashboardSearch } from './dashboard.search.ts';
import { TimingOverview } from './timing-overview.tsx';
import { useDashboardRefresh } from './use-dashboard-refresh.ts';

/** The charts alone, for a screen on the wall. */
export function GraphPage() {
  const { search, change } = useAddressState(DashboardSearch);
  useDashboardRefresh();
  return (
    <main className={classes.wall}>
      <TimingOverview
        isOpenHours={search.hours === 'open'}
        onOpenHours={(isOpen) => change({ hours: isOpen ? 'open' : undefined }, { isReplacing: true })}
      />
    </main>
  );
}
