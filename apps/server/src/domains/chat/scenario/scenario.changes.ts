import { noDepartment, type ScenarioChange } from '@parley/contract';
import type { Change } from '@parley/routing/replay';

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const shiftOf = ({ weekdays, from, to }: { weekdays: number[]; from: string; to: string }) => ({
  weekdays,
  fromMinute: minuteOf(from),
  toMinute: minuteOf(to),
});
const secondMs = 1000;

/** A change as the replay knows it. */
export function toChanges(change: ScenarioChange): Change {
  const departmentId = change.departmentId === noDepartment ? '' : change.departmentId;
  switch (change.kind) {
    case 'agents':
      return { departmentId, kind: 'agents', count: change.count, limit: change.limit, ...shiftOf(change) };
    case 'limit':
      return { departmentId, kind: 'limit', limit: change.limit };
    case 'mode':
      return { departmentId, kind: 'mode', isInTurn: change.mode === 'roundRobin' };
    case 'accept':
      return { departmentId, kind: 'accept', ms: change.seconds * secondMs };
    case 'wait':
      return { departmentId, kind: 'wait', ms: change.seconds * secondMs };
    case 'hours':
      return { departmentId, kind: 'hours', ...shiftOf(change) };
    case 'volume':
      return { departmentId, kind: 'volume', percent: change.percent, fromHour: change.fromHour, toHour: change.toHour };
  }
}
