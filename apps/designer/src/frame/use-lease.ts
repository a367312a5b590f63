import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Editor } from '../editor/editor.ts';
import type { Saver } from '../editor/saver.ts';
import { useApi } from './api-context.ts';
import { LeaseKeeper, type LeaseState } from './lease.ts';
import type { Page } from './page-link.ts';

type LeaseOptions = { editor: Editor; saver: Saver; page: Page; canEdit: boolean; look: RefObject<() => Promise<void>> };

/** Holds the lease while the designer is open: without it the document is only read. */
export function useLease({ editor, saver, page, canEdit, look }: LeaseOptions) {
  const api = useApi();
  const [lease, setLease] = useState<LeaseState | null>(null);
  const keeper = useMemo(
    () =>
      new LeaseKeeper({
        api,
        onLease(state) {
          setLease(state);
          editor.setReadOnly(!state.isMine);
          // Saves changes that were blocked while somebody else held the lease.
          if (state.isMine && saver.isDirty) void saver.save();
        },
        onSessionOut: () => page.tell({ type: 'sessionOut', data: {} }),
        onError: (error) => page.tell({ type: 'error', data: { code: 'lease', text: error instanceof Error ? error.message : '' } }),
      }),
    [api, editor, saver, page],
  );
  useEffect(() => {
    if (!canEdit) return;
    look.current = () => keeper.look();
    void keeper.begin();
    return () => void keeper.end();
  }, [keeper, canEdit, look]);
  return { lease, keeper };
}
