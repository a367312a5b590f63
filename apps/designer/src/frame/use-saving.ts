import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Draft } from '../api.ts';
import { Editor } from '../editor/editor.ts';
import { Saver, type Saving } from '../editor/saver.ts';
import { useApi } from './api-context.ts';
import { ownStore } from './own-store.ts';
import type { Page } from './page-link.ts';

type SavingOptions = {
  draft: Draft;
  journeyId: string;
  owner: string | null;
  page: Page;
  canEdit: boolean;
  /** Asks for the lease again: a save was refused since somebody else has it */
  look: RefObject<() => Promise<void>>;
};

/** The document that is edited, and the way of its changes to the server; what an earlier visit has left unsent comes back. */
export function useSaving({ draft, journeyId, owner, page, canEdit, look }: SavingOptions) {
  const api = useApi();
  const [saving, setSaving] = useState<Saving>({ kind: 'saved', at: draft.savedAt });
  const { editor, saver } = useMemo(() => {
    const editor = new Editor(draft.document, { isReadOnly: true });
    const saver: Saver = new Saver(journeyId, draft.revision, draft.savedAt, {
      api,
      store: ownStore(owner),
      now: Date.now,
      onState(state) {
        setSaving(state);
        page.tell({ type: 'dirty', data: { isDirty: saver.isDirty } });
        if (state.kind === 'failed') page.tell({ type: 'error', data: { code: 'save', text: state.text } });
      },
      onSaved: (revision, at) => page.tell({ type: 'saved', data: { revision, at, name: editor.document.name } }),
      onSessionOut: () => page.tell({ type: 'sessionOut', data: {} }),
      onHeld: () => void look.current(),
    });
    return { editor, saver };
  }, [draft, journeyId, owner, api, page, look]);

  useEffect(() => editor.onChange((operations) => saver.add(operations)), [editor, saver]);

  useEffect(() => {
    const recovered = canEdit ? saver.recover(draft.document) : undefined;
    if (recovered) editor.replace(recovered);
    page.tell({ type: 'ready', data: { protocol: 1, readOnly: draft.readOnly, name: editor.document.name } });
    return () => saver.stop();
  }, [editor, saver, draft, canEdit, page]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (saver.isDirty) event.preventDefault();
    };
    const back = () => void saver.save();
    globalThis.addEventListener('beforeunload', ask);
    globalThis.addEventListener('online', back);
    return () => {
      globalThis.removeEventListener('beforeunload', ask);
      globalThis.removeEventListener('online', back);
    };
  }, [saver]);

  return { editor, saver, saving };
}
