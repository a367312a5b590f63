import { defineWords, type SayOf } from '../lib/words.ts';
import en from './en/chat-monitor.json';

/** Words of the supervisors' monitor, which are loaded with it. */
export const chatMonitorWords = defineWords('chat-monitor', en);

export type MonitorSay = SayOf<typeof chatMonitorWords.monitor>;
