import { useCallback } from 'react';
import { useEditor } from '../editor/use-editor.ts';
import { useApi } from '../frame/api-context.ts';
import type { Played } from '../shell-context.ts';

const none: Played = { inside: new Map(), forms: new Map(), hours: { calendars: {}, own: null } };

const asked: ReadonlySet<string> = new Set(['logic.stream', 'input.form']);

/** Reads the streams and forms inside of the one that is edited, and the hours. @param onSave sends what is unsaved: the server tells of the draft as it has it */
export function useInside(onSave: () => Promise<boolean>): () => Promise<Played> {
  const api = useApi();
  const editor = useEditor();
  return useCallback(async () => {
    const { document } = editor;
    const { calendarsOf } = await import('./hours-asked.ts');
    if (!document.nodes.some(({ type }) => asked.has(type)) && calendarsOf(document).length === 0) return none;
    await onSave();
    const { streams, forms, hours } = await api.inside();
    return {
      inside: new Map(streams.map(({ id, name, document }) => [id, { ...document, name }])),
      forms: new Map(forms.map(({ id, document }) => [id, document])),
      hours,
    };
  }, [api, editor, onSave]);
}
