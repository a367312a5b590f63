import type { ChatAlarm } from '@parley/contract';
import { type Delivery, defineEvent, type Topic } from '#platform/events/events.ts';
import type { Actor } from '../../../context.ts';

/** Topic of users who look over all chats of the enterprise, and of those who look over the chats of a department. */
const monitorsTopic = (enterpriseId: string, scope = 'all'): Topic => `monitors:${enterpriseId}:${scope}`;
const ofNone = 'none';

/** Topics by which a holder of CHAT.VIEW_MONITOR hears of alarms within their data scope. */
export function monitorTopics({
  enterpriseId,
  dataScope,
  departments,
}: Pick<Actor, 'enterpriseId' | 'dataScope' | 'departments'>): Topic[] {
  if (dataScope === 'enterprise') return [monitorsTopic(enterpriseId)];
  return dataScope === 'department' ? [...departments, ofNone].map((scope) => monitorsTopic(enterpriseId, scope)) : [];
}

/** An alarm begins to ring, or has ended. */
export const alarmChanged = defineEvent({
  name: 'monitor.alarm',
  deliver: (data: { alarm: ChatAlarm; isOn: boolean }, enterpriseId): Delivery[] => [
    {
      topics: [monitorsTopic(enterpriseId), monitorsTopic(enterpriseId, data.alarm.departmentId || ofNone)],
      message: { type: 'chatAlarm', data },
    },
  ],
});
