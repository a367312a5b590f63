import { useRef, useState } from 'react';
import { differs } from './differs.ts';

export type ChangeDraft<D> = (part: Partial<D> | ((draft: D) => Partial<D>)) => void;

/**
 * Holds the typed values of a form beside the saved ones.
 * @param initial the saved values when the form is first drawn
 * @param isChanged for a draft with more than the saved values: whether it would be saved differently
 */
export function useTyped<D extends object>(initial: D | (() => D), isChanged: (draft: D, saved: D) => boolean = differs) {
  const [saved, setSaved] = useState(initial);
  const [draft, setDraft] = useState(saved);
  // A handler that began before the last change reads what is typed by then.
  const latest = useRef(draft);
  const put = (next: D) => {
    latest.current = next;
    setDraft(next);
  };
  /** A part, or one made of the draft as it is by then: what it waits for may end long after it was begun. */
  const change: ChangeDraft<D> = (part) => put({ ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) });
  /** Replaces both with the server's current values; if more may have been typed meanwhile, `markSaved` keeps that. */
  const settle = (next: D) => {
    setSaved(next);
    put(next);
  };
  return { draft, saved, isDirty: isChanged(draft, saved), getDraft: () => latest.current, change, settle, markSaved: setSaved };
}

export type Typed<D extends object> = ReturnType<typeof useTyped<D>>;
