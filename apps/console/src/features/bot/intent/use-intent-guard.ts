import { useBlocker } from '@tanstack/react-router';
import { getToken } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { confirmDiscard } from '../../../lib/use-unsaved-guard.ts';
import { botWords } from '../../../locales/bot.ts';
import { hasUnsavedIntent } from '../shared/unsaved.ts';
import { IntentSearch } from './intent.search.ts';

/** Refuses what would close an unsaved intent on this screen, and asks before another screen is opened. */
export function useIntentGuard(): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // A session that has ended takes its screens along, saved or not.
      if (!hasUnsavedIntent() || !getToken()) return false;
      if (next.pathname !== current.pathname) return !(await confirmDiscard());
      const before = IntentSearch.parse(current.search);
      const after = IntentSearch.parse(next.search);
      if (before.intent === after.intent && before.story === after.story) return false;
      showToast('error', botWords.intentTexts('unsaved'));
      return true;
    },
    enableBeforeUnload: hasUnsavedIntent,
  });
}
