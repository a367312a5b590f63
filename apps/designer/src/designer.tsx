import { VisuallyHidden } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Place } from './api.ts';
import { countFindings } from './canvas/flow.ts';
import { freeSpot, noteSize } from './canvas/geometry.ts';
import classes from './designer.module.css';
import { DesignerBar } from './designer-bar.tsx';
import { Questions } from './dialogs/questions.tsx';
import { newId } from './editor/edits.ts';
import type { Saving } from './editor/saver.ts';
import { useEditor, useEditorState } from './editor/use-editor.ts';
import type { LeaseState } from './frame/lease.ts';
import { Palette } from './palette/palette.tsx';
import { Beside } from './panels/beside.tsx';
import { fetchParts, whenIdle } from './parts.ts';
import { type Shell, ShellContext } from './shell-context.ts';
import { Stage } from './stage/stage.tsx';
import { useAnnouncer } from './stage/use-announcer.ts';
import { useCamera } from './stage/use-camera.ts';
import { useCanvasEdits } from './stage/use-canvas-edits.ts';
import { useInside } from './stage/use-inside.ts';
import { useKeys } from './stage/use-keys.ts';
import { useMarks } from './stage/use-marks.ts';
import { useNodeActs } from './stage/use-node-acts.ts';
import { usePanels } from './stage/use-panels.ts';
import { useQuestions } from './stage/use-questions.ts';
import { useTrial } from './stage/use-trial.ts';
import { useEnterprise } from './use-enterprise.ts';
import { useFindings } from './use-findings.ts';

export type DesignerProps = {
  saving: Saving;
  lease: LeaseState | null;
  /** True if the person may edit streams at all; somebody who watches may take over */
  canEdit: boolean;
  unpublishedBy: readonly string[];
  place: Place;
  /** The node to begin at, and a later one that the page asks for */
  wantedNode: { id: string } | null;
  onTakeOver: () => void;
  /** @returns whether everything has arrived */
  onSave: () => Promise<boolean>;
};
const isNarrow = () => globalThis.innerWidth < 1100;

/** The designer of one stream: places its bar, palette, stage and panels, and joins what they do. */
export function Designer({ saving, lease, canEdit, unpublishedBy, place, wantedNode, onTakeOver, onSave }: DesignerProps) {
  const editor = useEditor();
  const document = useEditorState((state) => state.document);
  const opened = useEditorState((state) => state.opened);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const { customer, channels } = useEnterprise();
  const findings = useFindings(document, customer, channels, saving);
  const counts = useMemo(() => countFindings(findings), [findings]);
  const [view, setView] = useState<'canvas' | 'outline'>('canvas');
  const [hasPalette, setPalette] = useState(() => !isNarrow());
  const { panel, setPanel, run, setRun, comparison, setComparison } = usePanels();
  const asked = useQuestions();
  const { askAdd, askConnect } = asked;
  const { said, announce } = useAnnouncer();
  const camera = useCamera(announce);
  const { stage, centre, goTo, focusNode, middle } = camera;
  const acts = useNodeActs(camera, announce);
  const readInside = useInside(onSave);
  const trial = useTrial(panel === 'try', centre, readInside, place);

  const { name } = document;
  useEffect(() => {
    globalThis.document.title = name;
  }, [name]);

  useEffect(() => whenIdle(() => void fetchParts()), []);

  useEffect(() => {
    if (wantedNode) goTo(wantedNode.id, true);
  }, [wantedNode, goTo]);

  useKeys({
    announce,
    focusNode,
    setPanel,
    remove: acts.remove,
    put: acts.put,
    onAdd: () => askAdd(),
    onConnect: askConnect,
    onKeys: asked.showKeys,
  });
  const marks = useMarks({ comparison, panel, play: trial.play, run });

  const shell = useMemo(
    (): Shell => ({ findings, customer, announce, goTo, setPanel, askAdd, askConnect, readInside }),
    [findings, customer, announce, goTo, setPanel, askAdd, askConnect, readInside],
  );
  const settled = useDeferredValue(document);
  const drawn = comparison?.union ?? settled;
  const isEditable = !isReadOnly && comparison === null;
  const errors = findings.filter(({ level }) => level === 'error').length;
  const isOnlyChosen = panel === 'try' || comparison !== null;
  const canvasActs = useCanvasEdits({ camera, acts, wantedNode, isOnlyChosen, announce, askAdd });
  const addNote = () => {
    const note = { id: newId(), text: '', at: freeSpot(editor.document, middle(), noteSize.usual[1]) };
    editor.change([{ kind: 'setNotes', notes: [...editor.document.notes, note] }]);
  };

  return (
    <ShellContext value={shell}>
      <div className={classes.designer}>
        <DesignerBar
          view={view}
          panel={opened === null ? panel : null}
          saving={saving}
          lease={lease}
          canEdit={canEdit}
          unpublishedBy={unpublishedBy}
          counts={{ errors, warnings: findings.length - errors }}
          hasPalette={hasPalette}
          onView={setView}
          onPanel={setPanel}
          onPalette={() => setPalette(!hasPalette)}
          onAdd={() => askAdd()}
          onNote={addNote}
          onArrange={() => void acts.arrangeNodes()}
          onKeys={asked.showKeys}
          onTakeOver={onTakeOver}
          onSaveAgain={() => void onSave()}
        />
        <div className={classes.work}>
          {view === 'canvas' && hasPalette && isEditable && (
            <div className={classes.palette}>
              <Palette onAdd={(type) => acts.add(type)} />
            </div>
          )}
          <Stage
            ref={stage}
            view={view}
            drawn={drawn}
            counts={counts}
            marks={marks}
            isEditable={isEditable}
            acts={acts}
            canvasActs={canvasActs}
            onAdd={() => askAdd()}
          />
          {(opened !== null || panel !== null) && (
            <Beside
              opened={opened}
              panel={panel}
              trial={trial}
              run={run}
              comparison={comparison}
              onRun={setRun}
              onCompare={setComparison}
              onShow={(id) => centre(id, drawn)}
              onClose={() => setPanel(null)}
            />
          )}
        </div>
        <VisuallyHidden role="log" aria-live="polite">
          {said}
        </VisuallyHidden>
      </div>
      <Questions asked={asked} acts={acts} announce={announce} />
    </ShellContext>
  );
}
