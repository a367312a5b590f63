import { useCallback } from 'react';
import { useEditor } from '../editor/use-editor.ts';
import { useApi } from '../frame/api-context.ts';
import type { Played } from '../shell-context.ts';

const none: Played = { inside: new Map(), hours: { calendars: {}, own: null } };

/** Reads the streams inside of the one that is edited, and the hours. @param onSave sends what is unsaved: the server tells of the draft as it has it */
export function useInside(onSave: () => Promise<boolean>): () => Promise<Played> {
  const api = useApi();
  const editor = useEditor();
  return useCallback(async () => {
    const { document } = editor;
    const { calendarsOf } = await import('./hours-asked.ts');
    if (!document.nodes.some(({ type }) => type === 'logic.stream') && calendarsOf(document).length === 0) return none;
    await onSave();
    const { streams, hours } = await api.inside();
    return { inside: new Map(streams.map(({ id, name, document }) => [id, { ...document, name }])), hours };
  }, [api, editor, onSave]);
}
