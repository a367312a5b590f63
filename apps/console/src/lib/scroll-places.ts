import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
import { onOwner } from './own-store.ts';

const storageKey = 'scroll-places';
const keyOf = ({ state, href }: ParsedLocation): string => (state as { __TSR_key?: string }).__TSR_key ?? href;

function read(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/**
 * Keeps the scroll position of each screen: a new one begins at its top, one reached by going back stands where it was left. Only the
 * screen itself is moved. The router's own restoration also moves every box inside it, found by its place among its siblings. A thread or a
 * list would then stand where another one stood, and show entries that its reader has not chosen to see.
 * @param find the element that scrolls
 */
export function keepScrollPlaces(router: Pick<AnyRouter, 'subscribe' | 'state'>, find: () => Element | null): () => void {
  const places = read();
  const note = (location: ParsedLocation) => {
    const box = find();
    if (box) places.set(keyOf(location), box.scrollTop);
  };
  const save = () => {
    note(router.state.resolvedLocation ?? router.state.location);
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...places]));
    } catch {}
  };
  const stops = [
    router.subscribe('onBeforeLoad', ({ fromLocation }) => fromLocation && note(fromLocation)),
    router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      const box = find();
      if (!box || (fromLocation && keyOf(fromLocation) === keyOf(toLocation))) return;
      const place = places.get(keyOf(toLocation));
      if (place !== undefined) box.scrollTop = place;
      // An address of a part of the screen is scrolled to by the router.
      else if (fromLocation?.pathname !== toLocation.pathname && toLocation.hash === '') box.scrollTop = 0;
    }),
    onOwner(() => places.clear()),
  ];
  addEventListener('pagehide', save);
  return () => {
    for (const stop of stops) stop();
    removeEventListener('pagehide', save);
  };
}
