import type { FormDocument, FormFinding } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useCallback } from 'react';
import { formWords } from './words.ts';

/** A finding in the reader's language; the details of an expression's fault are English. */
export function useFindingWords(): (finding: FormFinding) => string {
  const say = useWords(formWords.finding);
  return useCallback(({ code, slots }) => say(code, slots), [say]);
}

/** The place of a finding: the question, the screen, or the form itself. */
export function placeWords({ screens, name }: FormDocument, { screen, field }: FormFinding): string {
  const at = screens.findIndex(({ id }) => id === screen);
  const found = screens[at];
  const asked = found?.fields.find(({ id }) => id === field);
  if (asked) return Object.values(asked.label)[0] || asked.name;
  return found ? Object.values(found.title)[0] || formWords.outline('screen', { place: at + 1 }) : name;
}
