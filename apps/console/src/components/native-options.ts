/**
 * Options for selects with long lists: the list scrolls by itself. Mantine's own scroll area stands inside the list, and axe reports it as
 * a region that the keyboard cannot reach.
 */
export const nativeOptions = {
  withScrollArea: false,
  styles: { options: { maxBlockSize: 240, overflowY: 'auto' } },
} as const;
