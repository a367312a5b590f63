/**
 * For choices that may be long: the list of options scrolls by itself. The kit's own scroll area stands inside the list, where axe takes
 * it for a region that the keyboard cannot reach.
 */
export const nativeOptions = {
  withScrollArea: false,
  styles: { options: { maxBlockSize: 240, overflowY: 'auto' } },
} as const;
