import { useTyped } from './use-typed.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

/** Typed values beside the saved ones (`useTyped`). Leaving the screen with a difference asks first. */
export function useDraft<D extends object>(initial: D | (() => D), isChanged?: (draft: D, saved: D) => boolean) {
  const typed = useTyped(initial, isChanged);
  const release = useUnsavedGuard(() => typed.isDirty);
  return { ...typed, release };
}
