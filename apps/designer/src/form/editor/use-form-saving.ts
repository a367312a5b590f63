import { useEffect, useMemo, useState } from 'react';
import { SessionOut } from '../../api.ts';
import { ownStore } from '../../frame/own-store.ts';
import type { FromPage, Page } from '../../frame/page-link.ts';
import type { FormApi, FormDraft, SavedForm } from '../form-api.ts';
import { formWords } from '../words.ts';
import { FormEditor } from './form-editor.ts';
import { FormSaver, type FormSaving } from './form-saver.ts';

const renewMs = 5 * 60_000;
type Options = { api: FormApi; draft: FormDraft; formId: string; screenId: string | null; owner: string | null; page: Page };
export type FormSessionState = {
  editor: FormEditor;
  saver: FormSaver;
  saving: FormSaving;
  /** The draft as the server has it */
  saved: SavedForm;
  readOnly: boolean;
  publish(note: string): Promise<void>;
  takeTheirs(): Promise<void>;
};

/** The form that is edited and the way of its changes to the server; what an earlier visit has left unsent comes back. */
export function useFormSaving({ api, draft, formId, screenId, owner, page }: Options): FormSessionState {
  const [saving, setSaving] = useState<FormSaving>({ kind: 'saved', at: draft.savedAt });
  const [saved, setSaved] = useState<SavedForm>(draft);
  const { editor, saver } = useMemo(() => {
    const editor = new FormEditor(draft.document, { isReadOnly: draft.readOnly, screen: screenId ?? '' });
    const saver: FormSaver = new FormSaver(formId, draft, {
      api,
      store: ownStore(owner),
      now: Date.now,
      onState(state) {
        setSaving(state);
        page.tell({ type: 'dirty', data: { isDirty: saver.isDirty } });
        if (state.kind === 'failed') page.tell({ type: 'error', data: { code: 'save', text: state.text } });
      },
      onSaved(now) {
        setSaved(now);
        page.tell({ type: 'saved', data: { revision: now.version, at: now.savedAt, name: editor.document.name } });
      },
      onSessionOut: () => page.tell({ type: 'sessionOut', data: {} }),
    });
    return { editor, saver };
  }, [draft, formId, screenId, owner, api, page]);

  useEffect(() => editor.onChange((document) => saver.add(document)), [editor, saver]);
  useEffect(() => {
    const recovered = draft.readOnly ? undefined : saver.recover();
    if (recovered) editor.replace(recovered);
    page.tell({ type: 'ready', data: { protocol: 1, readOnly: draft.readOnly, name: editor.document.name } });
    return () => saver.stop();
  }, [editor, saver, draft, page]);
  useLeaving(saver);
  useClosing(page, saver);
  useEffect(() => {
    const timer = setInterval(() => {
      void api.renew().catch((error: unknown) => {
        if (error instanceof SessionOut) page.tell({ type: 'sessionOut', data: {} });
      });
    }, renewMs);
    return () => clearInterval(timer);
  }, [api, page]);

  return {
    editor,
    saver,
    saving,
    saved,
    readOnly: draft.readOnly,
    async publish(note) {
      if (!(await saver.save())) throw new Error(formWords.session('notSaved'));
      const now = await api.publish(note, saver.version);
      saver.moveTo(now.version);
      setSaved(now);
    },
    async takeTheirs() {
      const theirs = await api.form();
      saver.follow(theirs);
      setSaved(theirs);
      editor.replace(theirs.document);
    },
  };
}

/** The browser asks before it throws away what is unsent, and sends it when the line is there again. */
function useLeaving(saver: FormSaver): void {
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
}

/** Does what the page around the frame asks for. */
function useClosing(page: Page, saver: FormSaver): void {
  useEffect(() => {
    const save = async () => {
      const isSaved = await saver.save();
      // A failed save has told of itself.
      if (!isSaved && saver.state.kind !== 'failed')
        page.tell({ type: 'error', data: { code: 'save', text: formWords.session('notSaved') } });
      return isSaved;
    };
    const handle = async (message: FromPage) => {
      if (message.type === 'save') await save();
      if (message.type !== 'close') return;
      if (message.data.save && !(await save())) return;
      if (!message.data.save) saver.discard();
      page.tell({ type: 'close', data: {} });
    };
    return page.listen((message) => void handle(message));
  }, [page, saver]);
}
