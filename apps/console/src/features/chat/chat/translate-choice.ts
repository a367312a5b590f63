import { type AssistLanguage, assistLanguages, nameFormat } from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { getOwnStore, onOwner, readChoice } from '../../../lib/own-store.ts';

/** Name of the person's choice: customers' messages are translated. */
const name = 'assist-translate';
const listeners = new Set<() => void>();

const read = (): boolean => readChoice<boolean>(getOwnStore(), name, false);

export function setTranslating(isOn: boolean): void {
  getOwnStore()?.write(name, isOn ? 'true' : null);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onOwner(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** Tells the strip and each message alike whether the reader wants translations. */
export const useTranslating = (): boolean => useSyncExternalStore(subscribe, read);

/** The language of the console, as far as messages are translated into it. */
export const readingLanguage = (language: string): AssistLanguage =>
  assistLanguages.find((known) => known === language.slice(0, 2).toLowerCase()) ?? 'en';

/** The name of a language in the language of the console. */
export const languageName = (code: AssistLanguage, reader: AssistLanguage): string =>
  nameFormat(reader, { type: 'language' }).of(code) ?? code;
