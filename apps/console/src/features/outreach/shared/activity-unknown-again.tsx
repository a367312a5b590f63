import type { RunPart } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { activityQuery } from './campaign.queries.ts';
import { UnknownAgain } from './unknown-again.tsx';

/** Sends what is of unknown outcome of an iteration again, for whoever may start it. */
export function ActivityUnknownAgain({ activityId, run, count }: { activityId: string; run: RunPart; count: number }) {
  const { data: activity } = useQuery({ ...activityQuery(activityId), refetchInterval: false, enabled: count > 0 });
  return activity?.may.includes('sendAgain') ? <UnknownAgain of={{ kind: 'activity', id: activityId, run }} count={count} /> : null;
}
