import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dashboardKeys } from './dashboard.queries.ts';

/** The chat counts changed: whoever tells it on the window has the figures fetched again. */
export function useDashboardRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: dashboardKeys.all });
    addEventListener('updateChatCount', refresh);
    return () => removeEventListener('updateChatCount', refresh);
  }, [client]);
}
