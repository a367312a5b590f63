import type { Document, KnownType, VariableType } from '@parley/journey';
import { createContext, use } from 'react';
import type { Placeholder } from './placeholders.ts';

/** Context of the fields: the stream that they belong to. */
export type FormContextValue = {
  document: Document;
  isReadOnly: boolean;
  /** The language whose words are shown */
  language: string;
  setLanguage(language: string): void;
  /** Type of a name in an expression; undefined: there is no such name */
  typeOf(name: string): KnownType | undefined;
  /** Every name that an expression may begin with, for insertion */
  names: readonly { name: string; type: string }[];
  /** Placeholders of the form's node */
  placeholders: readonly Placeholder[];
  addVariable(name: string, type: VariableType): void;
};

export const FormContext = createContext<FormContextValue | null>(null);
export function useForm(): FormContextValue {
  const value = use(FormContext);
  if (!value) throw new Error('There is no form around this.');
  return value;
}
