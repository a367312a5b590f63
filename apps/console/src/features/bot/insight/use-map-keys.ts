import { type KeyboardEvent, useCallback } from 'react';

/** Every stop of the map carries this attribute: stories and intents, in the order they stand. */
export const mapStop = { 'data-map-stop': '' } as const;

const toIndex = (key: string, at: number, last: number): number | undefined => {
  if (key === 'ArrowDown') return Math.min(last, at + 1);
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
};

/** Arrow keys, Home and End move through the map; left and right fold the story that holds the focus, or go back to it from an intent. */
export function useMapKeys(onFold: (storyId: string, isFolded: boolean) => void) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const map = event.currentTarget;
      const stops = [...map.querySelectorAll<HTMLElement>('[data-map-stop]')];
      const at = stops.indexOf(event.target as HTMLElement);
      if (at < 0) return;
      const story = (event.target as HTMLElement).closest<HTMLElement>('[data-story]');
      const storyId = story?.dataset.story;
      const head = story?.querySelector<HTMLElement>('[data-map-stop]');
      if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && storyId) {
        event.preventDefault();
        if (event.target === head) onFold(storyId, event.key === 'ArrowLeft');
        else if (event.key === 'ArrowLeft') head?.focus();
        return;
      }
      const next = toIndex(event.key, at, stops.length - 1);
      if (next === undefined) return;
      event.preventDefault();
      stops[next]?.focus();
    },
    [onFold],
  );
}
