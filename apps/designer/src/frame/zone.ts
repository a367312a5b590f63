let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Chooses the zone in which times are shown: the user's, which the page names; one that nobody knows leaves the browser's. */
export function setUserZone(given: string | null): void {
  try {
    if (given) zone = new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    // A RangeError: no such zone.
  }
}

export const getUserZone = (): string => zone;
