import { useBlocker } from '@tanstack/react-router';
import { openDialog } from '../../../lib/dialogs.ts';
import { getToken } from '../../../lib/session.ts';
import { commonWords } from '../../../locales/common.ts';

/** Asks before work that is not submitted is left; another page or filter of the same screen keeps it. */
export function useImportGuard(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // A session that has ended takes its screens along, saved or not.
      if (!isDirty || current.pathname === next.pathname || !getToken()) return false;
      return !(await openDialog({
        type: 'confirm',
        title: commonWords.ui('discardTitle'),
        text: commonWords.ui('discardText'),
        confirm: commonWords.ui('discardLeave'),
        cancel: commonWords.ui('discardStay'),
      }));
    },
    enableBeforeUnload: () => isDirty,
  });
}
