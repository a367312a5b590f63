import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { FormFinding } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useCallback, useEffect, useState } from 'react';
import { actOf } from '../designer-keys.ts';
import { useAnnouncer } from '../stage/use-announcer.ts';
import classes from './designer.module.css';
import { CheckDialog } from './dialogs/check-dialog.tsx';
import { FormConflictDialog } from './dialogs/conflict-dialog.tsx';
import { PublishDialog } from './dialogs/publish-dialog.tsx';
import { VersionsDialog } from './dialogs/versions-dialog.tsx';
import { useFormState } from './editor/use-form-editor.ts';
import type { FormSessionState } from './editor/use-form-saving.ts';
import { useFindingWords } from './finding-words.ts';
import { FormBar, type Tab } from './form-bar.tsx';
import { FormOutline } from './outline/form-outline.tsx';
import { Preview, SettingsPanel } from './parts.ts';
import { useCustomerTypes, useFormFindings } from './use-form-findings.ts';
import { formWords } from './words.ts';

/** The designer of one form: the outline at the left, the form as people meet it, and the settings of what is chosen. */
export function FormDesigner({ session }: { session: FormSessionState }) {
  const { editor, saving, saved, saver } = session;
  const say = useWords(formWords.bar);
  const { document, isReadOnly } = useFormState();
  const customer = useCustomerTypes();
  const findings = useFormFindings(document, customer, saved.version);
  const wordsOf = useFindingWords();
  const { said, announce } = useAnnouncer();
  const isNarrow = useMediaQuery('(max-width: 1000px)', globalThis.innerWidth <= 1000, { getInitialValueInEffect: false }) ?? false;
  const [tab, setTab] = useState<Tab>('outline');
  const [open, setOpen] = useState<'check' | 'publish' | 'versions' | null>(null);
  const [wanted, setWanted] = useState('');
  const [visit, setVisit] = useState(0);
  const language = document.languages.includes(wanted) ? wanted : (document.languages[0] ?? 'en');
  const close = useCallback(() => setOpen(null), []);

  const { name } = document;
  useEffect(() => {
    globalThis.document.title = name;
  }, [name]);
  useUndoKeys(editor, (key) => announce(say(key)));

  const follow = ({ screen, field }: FormFinding) => {
    editor.choose({ screen, field });
    setVisit((last) => last + 1);
    setTab('settings');
    close();
  };
  const errors = findings.filter(({ level }) => level === 'error').length;
  const shows = (one: Tab) => !isNarrow || tab === one;
  return (
    <div className={classes.designer}>
      <FormBar
        saving={saving}
        saved={saved}
        counts={{ errors, warnings: findings.length - errors }}
        tab={isNarrow ? tab : null}
        onTab={setTab}
        onCheck={() => setOpen('check')}
        onPublish={() => setOpen('publish')}
        onVersions={() => setOpen('versions')}
        onSaveAgain={() => void saver.save()}
      />
      <div className={classes.work}>
        {shows('outline') && (
          <div className={classes.start}>
            <FormOutline language={language} findings={findings} announce={announce} onOpen={() => setTab('settings')} />
          </div>
        )}
        {shows('preview') && (
          <section className={classes.centre} aria-label={say('tab_preview')}>
            <Preview language={language} onLanguage={setWanted} findings={findings} onFinding={follow} />
          </section>
        )}
        {shows('settings') && (
          <aside className={classes.end} aria-label={say('tab_settings')}>
            <SettingsPanel
              customer={customer}
              language={language}
              onLanguage={setWanted}
              findings={findings}
              wordsOf={wordsOf}
              visit={visit}
            />
          </aside>
        )}
      </div>
      <VisuallyHidden role="log" aria-live="polite">
        {said}
      </VisuallyHidden>
      <CheckDialog isOpen={open === 'check'} findings={findings} onFinding={follow} onClose={close} />
      {!isReadOnly && (
        <PublishDialog
          isOpen={open === 'publish'}
          findings={findings}
          onPublish={async (note) => {
            await session.publish(note);
            announce(say('isPublished'));
          }}
          onFinding={follow}
          onClose={close}
        />
      )}
      <VersionsDialog isOpen={open === 'versions'} published={saved.published} announce={announce} onClose={close} />
      {saving.kind === 'conflict' && <FormConflictDialog saving={saving} announce={announce} onTakeTheirs={session.takeTheirs} />}
    </div>
  );
}

/** True where the browser's own undo is meant: in fields that are no part of the form, such as those of its preview. */
const isOutside = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target.closest('[role="dialog"]') !== null || (target.matches('input, textarea') && target.closest('[data-settings]') === null));

/** Undo and redo by keys, in settings too: typing there is a step of the form. */
function useUndoKeys(editor: FormSessionState['editor'], onDone: (key: 'undone' | 'redone') => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const act = actOf(event);
      if ((act !== 'undo' && act !== 'redo') || isOutside(event.target)) return;
      event.preventDefault();
      if (act === 'undo' ? editor.undo() : editor.redo()) onDone(act === 'undo' ? 'undone' : 'redone');
    };
    globalThis.addEventListener('keydown', handle);
    return () => globalThis.removeEventListener('keydown', handle);
  });
}
