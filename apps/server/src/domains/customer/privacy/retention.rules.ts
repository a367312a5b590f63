import type { RetentionDays } from '@parley/contract';

export const retentionSettings = ['chats', 'media', 'logs'] as const satisfies readonly (keyof RetentionDays)[];

export const isShorter = (wanted: number | null, standing: number | null): boolean =>
  wanted !== null && (standing === null || wanted < standing);

/** What of a wish holds at once, and whether the rest of it has to wait: data that is gone does not come back. */
export function splitWish(standing: RetentionDays, wanted: RetentionDays): { now: RetentionDays; waits: boolean } {
  const now = { ...wanted };
  let waits = false;
  for (const setting of retentionSettings) {
    if (!isShorter(wanted[setting], standing[setting])) continue;
    now[setting] = standing[setting];
    waits = true;
  }
  return { now, waits };
}
