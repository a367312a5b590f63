import { useState } from 'react';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export type ChangeDraft<D> = (part: Partial<D> | ((draft: D) => Partial<D>)) => void;

/** Whether two things that are saved as JSON are saved as different ones. */
export const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/**
 * Holds the typed values of a form beside the saved ones. Leaving the screen with a difference asks first.
 * @param initial the saved values when the form is first drawn
 * @param isChanged for a draft with more than the saved values: whether it would be saved differently
 */
export function useDraft<D extends object>(initial: D | (() => D), isChanged: (draft: D, saved: D) => boolean = differs) {
  const [saved, setSaved] = useState(initial);
  const [draft, setDraft] = useState(saved);
  const isDirty = isChanged(draft, saved);
  const release = useUnsavedGuard(() => isDirty);
  /** A part, or one made of the draft as it is by then: what it waits for may end long after it was begun. */
  const change: ChangeDraft<D> = (part) => setDraft((old) => ({ ...old, ...(typeof part === 'function' ? part(old) : part) }));
  /** Replaces both with the server's current values; if more may have been typed meanwhile, `markSaved` keeps that. */
  const settle = (next: D) => {
    setSaved(next);
    setDraft(next);
  };
  return { draft, saved, isDirty, change, settle, markSaved: setSaved, release };
}
