import type { MonitorQueue } from '@parley/contract';
import type { MonitorSay } from '../../../locales/chat-monitor.ts';

/** The department's name; chats of no department have words of their own. */
export const nameOfQueue = ({ name }: Pick<MonitorQueue, 'name'>, say: MonitorSay): string => name || say('none');
