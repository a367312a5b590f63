import { useBlocker } from '@tanstack/react-router';
import { openDialog } from '../../../lib/dialogs.ts';
import { t } from '../../../lib/i18n.ts';
import { getToken } from '../../../lib/session.ts';

/** Asks before work that is not submitted is left; another page or filter of the same screen keeps it. */
export function useImportGuard(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // A session that has ended takes its screens along, saved or not.
      if (!isDirty || current.pathname === next.pathname || !getToken()) return false;
      return !(await openDialog({
        type: 'confirm',
        title: t('common.discardTitle'),
        text: t('common.discardText'),
        confirm: t('common.discardLeave'),
        cancel: t('common.discardStay'),
      }));
    },
    enableBeforeUnload: () => isDirty,
  });
}
