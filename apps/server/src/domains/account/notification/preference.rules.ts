import { type NoticeKind, type NotificationWays, reaches, ruleOf } from '@parley/contract';
import type { Reader } from './preference.repository.ts';

/** The ways that a user has chosen for a kind. A responsible user who would hear nothing gets the usual ways. */
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

/**
 * Returns the ways in which a reader is notified now. If a browser is the only way and there is none, responsible users are notified by the
 * list.
 */
export function waysNow(kind: NoticeKind | 'test', reader: Reader, tested?: NotificationWays): NotificationWays {
  if (kind === 'test') return tested ?? { inApp: true, sound: true, mail: false, push: true };
  const ways = waysOf(kind, reader);
  const isDumb = ruleOf(kind).always && !ways.inApp && !ways.mail && !reader.hasBrowser;
  return isDumb ? { ...ways, inApp: true } : ways;
}
