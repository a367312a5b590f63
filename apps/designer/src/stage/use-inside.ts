import { useCallback } from 'react';
import { useEditor } from '../editor/use-editor.ts';
import { useApi } from '../frame/api-context.ts';
import type { Inside } from '../shell-context.ts';

const none: Inside = new Map();

/** Reads the streams inside of the one that is edited. @param onSave sends what is unsaved: the server tells of the draft as it has it */
export function useInside(onSave: () => Promise<boolean>): () => Promise<Inside> {
  const api = useApi();
  const editor = useEditor();
  return useCallback(async () => {
    if (!editor.document.nodes.some(({ type }) => type === 'logic.stream')) return none;
    await onSave();
    return new Map((await api.inside()).map(({ id, name, document }) => [id, { ...document, name }]));
  }, [api, editor, onSave]);
}
