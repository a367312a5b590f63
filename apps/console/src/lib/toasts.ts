import { notifications, notificationsStore } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { commonWords } from '../locales/common.ts';

/** One toast at a time: a newer one takes the place of the older. Errors and warnings stay longer than good news. */
export type ToastKind = 'info' | 'success' | 'error' | 'warning' | 'event';

const durationMs: Record<ToastKind, number> = { info: 5_000, success: 5_000, error: 8_000, warning: 8_000, event: 6_000 };
const withButtonMs = 12_000;
const colors: Record<ToastKind, string> = { info: 'blue', success: 'green', error: 'red', warning: 'yellow', event: 'blue' };

/** The same words within this time are one piece of news: a refused act is told by its reply and by its event. */
const sameNewsMs = 1_000;
let shownAt = Number.NEGATIVE_INFINITY;

const stands = (kind: ToastKind, message: ReactNode): boolean =>
  notificationsStore.getState().notifications.some((shown) => shown.message === message && shown.color === colors[kind]);

/**
 * @param message words, or words with a button: these stay longer, as a button has to be reached
 * @param passing of news that end by themselves: how long they stay, and the id by which they are hidden
 */
export function showToast(kind: ToastKind, message: ReactNode, passing?: { id: string; stayMs: number }): void {
  const at = performance.now();
  if (at - shownAt < sameNewsMs && stands(kind, message)) return;
  shownAt = at;
  notifications.clean();
  notifications.show({
    ...(passing ? { id: passing.id } : {}),
    message,
    color: colors[kind],
    autoClose: passing?.stayMs ?? (typeof message === 'string' ? durationMs[kind] : withButtonMs),
    withBorder: true,
    role: kind === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': commonWords.ui('close') },
    'data-toast': kind,
  } as Parameters<typeof notifications.show>[0]);
}

export const clearToasts = (): void => notifications.clean();
export const hideToast = (id: string): void => void notifications.hide(id);
