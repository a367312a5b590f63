import type { Node, Variable } from '@parley/journey';
import { type ReactNode, useMemo, useState } from 'react';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { FormContext, type FormContextValue } from '../fields/form-context.ts';
import { knownNames, namesToInsert } from '../fields/names.ts';
import { usePlaceholders } from '../fields/placeholders.ts';
import { useShell } from '../shell-context.ts';

/** Gives fields what they know of the stream. @param node whose form it is, if it is a node's */
export function FormFrame({ node, children }: { node?: Node; children: ReactNode }) {
  const editor = useEditor();
  const { customer } = useShell();
  const document = useEditorState((state) => state.document);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const placeholders = usePlaceholders(node);
  const [wanted, setLanguage] = useState('');
  const language = document.languages.includes(wanted) ? wanted : (document.languages[0] ?? 'en');
  const value = useMemo((): FormContextValue => {
    const known = knownNames(document, customer);
    return {
      document,
      isReadOnly,
      language,
      setLanguage,
      typeOf: (name) => known.get(name),
      names: namesToInsert(document, customer),
      placeholders,
      addVariable(name, type) {
        const variable: Variable = { name, type, default: '', isSensitive: false, saveTo: null };
        editor.change([{ kind: 'setVariables', variables: [...editor.document.variables, variable] }]);
      },
    };
  }, [document, isReadOnly, language, customer, placeholders, editor]);
  return <FormContext value={value}>{children}</FormContext>;
}
