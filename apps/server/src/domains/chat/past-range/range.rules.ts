import { type CalendarHours, type ChatConfig, type ChatSettingKey, chatSettingKeys, chatSettings } from '@parley/contract';
import { openAt } from '@parley/hours';
import type { Rules, Span } from '@parley/routing/replay';
import { resolve } from '../settings/settings.rules.ts';
import type { SettingsSave } from './range.repository.ts';

/** Settings of these groups decide who gets a chat and when. */
const deciding = new Set(['routing', 'limits', 'weights', 'hours']);
const decidingKeys: readonly ChatSettingKey[] = chatSettingKeys.filter((key) => deciding.has(chatSettings[key].section));

/** The settings of a department as they stood at a moment. @param key '': of the enterprise */
export function configAt(saves: readonly SettingsSave[], key: string, at: Date): ChatConfig {
  const lastOf = (deptId: string | null) => saves.findLast((save) => save.deptId === deptId && save.savedAt <= at);
  const [enterprise, department] = [lastOf(null), key === '' ? undefined : lastOf(key)];
  const saved = (save: SettingsSave | undefined) => (save ? { settingsNo: 0, own: save.own } : null);
  return resolve({ enterprise: saved(enterprise), department: saved(department) }).chat;
}

/** Tells whether a setting that decides who gets a chat was changed within the range. */
export function isChangedWithin(saves: readonly SettingsSave[], key: string, from: Date, until: Date): boolean {
  const before = configAt(saves, key, from);
  return saves.some(({ deptId, savedAt }) => {
    if ((deptId !== null && deptId !== key) || savedAt <= from || savedAt >= until) return false;
    const after = configAt(saves, key, savedAt);
    return decidingKeys.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  });
}

/** The limit for an agent that a department has of its own, in chats. */
export const ownLimitAt = (saves: readonly SettingsSave[], key: string, at: Date): number | undefined =>
  saves.findLast((save) => save.deptId === key && save.savedAt <= at)?.own.maxOpenChats;

const secondMs = 1000;
const minuteMs = 60 * secondMs;

export function rulesOf(config: ChatConfig, open: readonly Span[] | null, fallbacks: readonly string[]): Omit<Rules, 'slowness'> {
  return {
    isInTurn: config.routingMode === 'roundRobin',
    isOffered: config.acceptMode === 'offer',
    acceptWithinMs: config.acceptWithinSeconds * secondMs,
    missedAfterMs: config.missedAfterSeconds * secondMs,
    wrapUpMs: config.wrapUpSeconds * secondMs,
    overflowMs: config.overflowSeconds * secondMs,
    fallbacks,
    mostOfDepartment: config.departmentMaxChats * 100,
    open,
    stopBeforeClosingMs: config.stopBeforeClosingMinutes * minuteMs,
    isMissedWhileClosed: config.outsideHours === 'message',
  };
}

/** Departments that it falls back to, one after the other, each once. */
export function fallbacksOf(key: string, next: ReadonlyMap<string, string | null>): string[] {
  const chain: string[] = [];
  for (let id = next.get(key); id && next.has(id) && id !== key && !chain.includes(id); id = next.get(id)) chain.push(id);
  return chain;
}

/** The times in which a calendar is open, from one moment to another. */
export function openSpans(hours: CalendarHours, from: number, until: number): Span[] {
  const spans: Span[] = [];
  for (let at = from; at < until; ) {
    const { open, nextChange } = openAt(hours, at);
    const end = nextChange ?? until;
    if (open) spans.push([at, end]);
    at = end;
  }
  return spans;
}
