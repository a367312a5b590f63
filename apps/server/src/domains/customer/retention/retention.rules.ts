import type { RetentionDays } from '@parley/contract';

export const retentionSettings = ['chats', 'media', 'logs'] as const satisfies readonly (keyof RetentionDays)[];

export const isShorter = (wanted: number | null, standing: number | null): boolean =>
  wanted !== null && (standing === null || wanted < standing);

/** Splits a change of retention into the part that applies at once and a part that waits: deleted data does not come back. */
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
