import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Gives a handler one identity for as long as its component stands, and runs the newest version of it: memoized parts below are not
 * drawn anew for it. Not for calls while a component draws.
 */
export function useStable<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const newest = useRef(run);
  useLayoutEffect(() => {
    newest.current = run;
  });
  return useCallback((...args: A) => newest.current(...args), []);
}
