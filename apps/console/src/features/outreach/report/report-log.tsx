import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { activityQuery } from '../shared/campaign.queries.ts';
import { LogTimeline } from '../shared/log-timeline.tsx';

/** Events of an iteration, with person and reason. */
export function ReportLog({ activityId }: { activityId: string }) {
  const { data, error, refetch } = useQuery({ ...activityQuery(activityId), refetchInterval: false });
  if (data) return <LogTimeline entries={data.entries} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} radius="md" />;
}
