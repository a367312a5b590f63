import type { ChatAlarm } from '@parley/contract';
import type { MonitorSay } from '../../../locales/chat-monitor.ts';
import { describeSpan } from './elapsed.tsx';

/** An alarm in words, by its limit: the figure may be another one by now. */
export function describeAlarm({ kind, departmentName, limit }: ChatAlarm, say: MonitorSay): string {
  const department = departmentName || say('none');
  if (kind === 'queue') return say('alarm_queue', { department, count: limit });
  if (kind === 'nobody') return say('alarm_nobody', { department });
  return say(`alarm_${kind}`, { department, time: describeSpan(limit * 1000, say) });
}
