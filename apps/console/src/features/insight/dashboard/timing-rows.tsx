import { useInfiniteQuery } from '@tanstack/react-query';
import { ChatRows } from '../../chat/shared/figures/chat-rows.tsx';
import { type TimingCell, timingRowsQuery } from './dashboard.queries.ts';
import type { DashboardPeriod } from './dashboard-periods.ts';

/** The chats that a figure of the charts counts. @param of the point that it is of */
export function TimingRows({ period, cell, of }: { period: DashboardPeriod; cell: TimingCell; of: string }) {
  const list = useInfiniteQuery(timingRowsQuery(period, cell));
  return <ChatRows list={list} of={of} />;
}
