import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { commonWords } from '../locales/common.ts';
import { openDialog } from './dialogs.ts';
import { getToken } from './session.ts';

/** Tells whether what was typed may be lost. */
export const confirmDiscard = () =>
  openDialog({
    type: 'confirm',
    title: commonWords.ui('discardTitle'),
    text: commonWords.ui('discardText'),
    confirm: commonWords.ui('discardLeave'),
    cancel: commonWords.ui('discardStay'),
  });

type GuardOptions = {
  /** A form in steps, whose step stands in the address: another step is not its end. */
  staysOnPath?: boolean;
};

/** Search parameters of a preview that lies over a form. */
const aside = ['preview', 'channel', 'at'];

/** Tells whether two places differ by their preview alone: the form below stays as it is. */
function differsAside(before: object, after: object): boolean {
  if (!('preview' in before || 'preview' in after)) return false;
  const below = (search: object) =>
    JSON.stringify(
      Object.entries(search)
        .filter(([key]) => !aside.includes(key))
        .sort(),
    );
  return below(before) === below(after);
}

/**
 * Asks before a screen with unsaved changes is left.
 * @returns what lets go: to be called before one's own way out after a save
 */
export function useUnsavedGuard(isDirty: () => boolean, { staysOnPath = false }: GuardOptions = {}): () => void {
  const isReleased = useRef(false);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname && (staysOnPath || differsAside(current.search, next.search))) return false;
      // A session that has ended takes its screens along, saved or not.
      if (isReleased.current || !isDirty() || !getToken()) return false;
      return !(await confirmDiscard());
    },
    enableBeforeUnload: () => !isReleased.current && isDirty(),
  });
  return () => {
    isReleased.current = true;
  };
}
