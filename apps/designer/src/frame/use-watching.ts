import { type RefObject, useEffect } from 'react';
import type { Draft } from '../api.ts';
import type { Editor } from '../editor/editor.ts';
import type { Saver } from '../editor/saver.ts';
import { useApi } from './api-context.ts';

/** The page tells of each change; this is for what it did not hear of. */
const watchMs = 60_000;

type WatchingOptions = {
  isWatching: boolean;
  draft: Draft;
  editor: Editor;
  saver: Saver;
  /** Reads a revision that the page tells of */
  follow: RefObject<(revision: number) => void>;
  onUnpublishedBy: (names: string[]) => void;
};

/** A watching user sees the changes that the editing one saves. */
export function useWatching({ isWatching, draft, editor, saver, follow, onUnpublishedBy }: WatchingOptions): void {
  const api = useApi();
  useEffect(() => {
    const readAgain = async () => {
      const now = await api.draft().catch(() => undefined);
      if (!now || saver.isDirty) return;
      onUnpublishedBy(now.unpublishedBy);
      saver.follow(now.revision);
      if (now.revision !== draft.revision || isWatching) editor.replace(now.document);
    };
    if (!isWatching) return;
    // Saves that follow each other while one is read are read once more, not once each.
    let isReading = false;
    let wanted = 0;
    follow.current = (revision) => {
      wanted = Math.max(wanted, revision);
      if (isReading) return;
      isReading = true;
      const read = wanted;
      void readAgain().finally(() => {
        isReading = false;
        if (wanted > read) follow.current(wanted);
      });
    };
    const timer = setInterval(() => void readAgain(), watchMs);
    return () => {
      clearInterval(timer);
      follow.current = () => undefined;
      // A user who takes over continues from the last saved state.
      void readAgain();
    };
  }, [isWatching, api, saver, editor, draft, follow, onUnpublishedBy]);
}
