import { createContext, use, useRef, useSyncExternalStore } from 'react';
import type { Editor, EditorState } from './editor.ts';

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('There is no editor around this.');
  return editor;
}

/** A part of the editor's state; what uses it draws again only when that part is another one. */
export function useEditorState<T>(pick: (state: EditorState) => T): T {
  const editor = useEditor();
  const held = useRef<{ state: EditorState; pick: typeof pick; value: T }>(undefined);
  return useSyncExternalStore(editor.subscribe, () => {
    const state = editor.getState();
    if (held.current?.state !== state || held.current.pick !== pick) held.current = { state, pick, value: pick(state) };
    return held.current.value;
  });
}

export const useDocument = () => useEditorState((state) => state.document);
export const useIsReadOnly = () => useEditorState((state) => state.isReadOnly);
