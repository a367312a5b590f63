import { createContext, use, useSyncExternalStore } from 'react';
import type { FormEditor, FormEditorState } from './form-editor.ts';

export const FormEditorContext = createContext<FormEditor | null>(null);

export function useFormEditor(): FormEditor {
  const editor = use(FormEditorContext);
  if (!editor) throw new Error('There is no editor around this.');
  return editor;
}

export const useFormState = (): FormEditorState => {
  const editor = useFormEditor();
  return useSyncExternalStore(editor.subscribe, editor.getState);
};
