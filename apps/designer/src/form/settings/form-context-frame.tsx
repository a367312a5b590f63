import { emptyDocument, type KnownType } from '@parley/journey';
import { type ReactNode, useMemo } from 'react';
import { FormContext, type FormContextValue } from '../../fields/form-context.ts';
import { useFormState } from '../editor/use-form-editor.ts';
import { namesAt } from './known-names.ts';

type Props = {
  customer: Readonly<Record<string, KnownType>>;
  language: string;
  onLanguage: (language: string) => void;
  children: ReactNode;
};

/** Gives the designer's fields what they know of the form: its languages, and the names that stand above what is chosen. */
export function FormContextFrame({ customer, language, onLanguage, children }: Props) {
  const { document, chosen, isReadOnly } = useFormState();
  const value = useMemo((): FormContextValue => {
    const { types, list } = namesAt(document, chosen, customer);
    return {
      document: { ...emptyDocument(document.id, document.name, language), languages: document.languages },
      isReadOnly,
      language,
      setLanguage: onLanguage,
      typeOf: (name) => types.get(name),
      names: list,
      placeholders: [],
      addVariable: () => undefined,
    };
  }, [document, chosen, customer, isReadOnly, language, onLanguage]);
  return <FormContext value={value}>{children}</FormContext>;
}
