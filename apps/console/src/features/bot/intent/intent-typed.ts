import { botWords } from '../../../locales/bot.ts';
import { addPhrases, checkPhrase, type DraftFault, type IntentDraft, replacePhrase } from './intent-draft.ts';

/** Text in the editor's fields that is not added to the draft yet. */
export type Typed = {
  phrase: string;
  /** The phrase whose words are to be replaced; none: it becomes one of its own. */
  editedKey: number | undefined;
  /** Markdown of the open response editor; null while nothing was typed there. */
  response: string | null;
};
export const nothingTyped: Typed = { phrase: '', editedKey: undefined, response: null };

export const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

export const isEditing = (draft: IntentDraft, { editedKey }: Typed): boolean =>
  editedKey !== undefined && draft.phrases.some(({ key }) => key === editedKey);

/** Tells whether leaving would lose words. */
export function hasTyped(draft: IntentDraft, typed: Typed): boolean {
  if ((typed.response ?? draft.response ?? '') !== (draft.response ?? '')) return true;
  if (!isEditing(draft, typed)) return typed.phrase.trim() !== '';
  return draft.phrases.some(({ key, text }) => key === typed.editedKey && text !== typed.phrase.trim());
}

/** The draft with what is typed, the words of marks that no longer fit, and what cannot be taken. */
export type TypedIntent = { draft: IntentDraft; dropped: string[]; fault: DraftFault | undefined };

/** Takes what is typed as its own button would, several lines as several phrases. */
export function takeTyped(draft: IntentDraft, typed: Typed): TypedIntent {
  if (!hasTyped(draft, typed)) return { draft, dropped: [], fault: undefined };
  const taken = takePhrase(draft, typed);
  if (taken.fault || typed.response === null) return taken;
  if (typed.response === '' && draft.response !== null)
    return { ...taken, fault: { at: 'response', message: botWords.intentTexts('responseEmpty') } };
  return { ...taken, draft: { ...taken.draft, response: typed.response === '' ? null : typed.response } };
}

function takePhrase(draft: IntentDraft, typed: Typed): TypedIntent {
  const isOther = isEditing(draft, typed);
  const lines = linesOf(typed.phrase);
  if (!isOther && lines.length === 0) return { draft, dropped: [], fault: undefined };
  if (isOther || lines.length === 1) {
    const message = checkPhrase(draft, typed.phrase, isOther ? typed.editedKey : undefined);
    if (message) return { draft, dropped: [], fault: { at: 'phrases', message } };
  }
  if (isOther && typed.editedKey !== undefined) return { ...replacePhrase(draft, typed.editedKey, typed.phrase), fault: undefined };
  const { draft: next, addedCount } = addPhrases(draft, lines);
  const fault: DraftFault | undefined = addedCount === 0 ? { at: 'phrases', message: botWords.intentTexts('phraseDuplicate') } : undefined;
  return { draft: next, dropped: [], fault };
}
