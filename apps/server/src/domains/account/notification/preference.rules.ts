import { type NoticeKind, type NotificationWays, reaches, ruleOf } from '@parley/contract';
import type { Reader } from './preference.repository.ts';

/** What somebody has chosen for a kind; who is responsible for it and would hear nothing gets what is usual. */
export function waysOf(kind: NoticeKind, chosen: { [W in keyof NotificationWays]: boolean | null } | undefined): NotificationWays {
  const { ways, always, isPushOnly } = ruleOf(kind);
  if (!chosen || chosen.inApp === null) return ways;
  if (isPushOnly) return { ...ways, push: chosen.push === true };
  const own: NotificationWays = {
    inApp: chosen.inApp,
    sound: chosen.sound === true,
    mail: chosen.mail === true,
    push: chosen.push === true,
  };
  return always && !reaches(own) ? ways : own;
}

/** By which ways a reader is told now. Where a browser is the only way and there is none, the list tells who is responsible. */
export function waysNow(kind: NoticeKind | 'test', reader: Reader, tested?: NotificationWays): NotificationWays {
  if (kind === 'test') return tested ?? { inApp: true, sound: true, mail: false, push: true };
  const ways = waysOf(kind, reader);
  const isDumb = ruleOf(kind).always && !ways.inApp && !ways.mail && !reader.hasBrowser;
  return isDumb ? { ...ways, inApp: true } : ways;
}
