import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { addPhrases, type IntentDraft } from './intent-draft.ts';

export type ChangeIntent = (edit: (draft: IntentDraft) => IntentDraft) => void;

/** Adds many phrases at once, and tells how many there were. @returns the number of those that are new */
export function useAddPhrases(draft: IntentDraft, onChange: ChangeIntent) {
  const say = useWords(botWords.intent);
  /** @param nothing said when no phrase is new */
  return (texts: readonly string[], nothing: string): number => {
    const { draft: next, addedCount, duplicateCount } = addPhrases(draft, texts);
    if (addedCount === 0) showToast('error', nothing);
    else {
      onChange(() => next);
      showToast(
        'success',
        duplicateCount > 0 ? say('addedSome', { added: addedCount, duplicates: duplicateCount }) : say('added', { count: addedCount }),
      );
    }
    return addedCount;
  };
}
