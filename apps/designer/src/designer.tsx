import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Place } from './api.ts';
import { Canvas } from './canvas/canvas.tsx';
import { countFindings } from './canvas/flow.ts';
import { freeSpot, noteSize } from './canvas/geometry.ts';
import classes from './designer.module.css';
import { DesignerBar } from './designer-bar.tsx';
import { join, newId } from './editor/edits.ts';
import { nodeOf } from './editor/index-of.ts';
import type { Saving } from './editor/saver.ts';
import { useEditor, useEditorState } from './editor/use-editor.ts';
import type { LeaseState } from './frame/lease.ts';
import { offeredTypes } from './nodes/catalogue.ts';
import { nameOf } from './nodes/summary.ts';
import { Palette } from './palette/palette.tsx';
import { Beside } from './panels/beside.tsx';
import type { Comparison } from './panels/comparison.ts';
import type { Run } from './panels/tests-panel.tsx';
import { AddDialog, ConnectDialog, fetchParts, KeysDialog, Outline, whenIdle } from './parts.ts';
import { type PanelName, type Shell, ShellContext } from './shell-context.ts';
import { ChosenBar } from './stage/chosen-bar.tsx';
import { useAnnouncer } from './stage/use-announcer.ts';
import { useCamera } from './stage/use-camera.ts';
import { useCanvasActs } from './stage/use-canvas-acts.ts';
import { useInside } from './stage/use-inside.ts';
import { useKeys } from './stage/use-keys.ts';
import { useMarks } from './stage/use-marks.ts';
import { useNodeActs, type Wish } from './stage/use-node-acts.ts';
import { useTrial } from './stage/use-trial.ts';
import { useEnterprise } from './use-enterprise.ts';
import { useFindings } from './use-findings.ts';
import { designerWords } from './words.ts';

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
/** Not drawn again while a key is pressed in a form: what is typed comes first. */
const StillCanvas = memo(Canvas);
const isNarrow = () => globalThis.innerWidth < 1100;

/** The designer of one stream. */
export function Designer({ saving, lease, canEdit, unpublishedBy, place, wantedNode, onTakeOver, onSave }: DesignerProps) {
  const say = useWords(designerWords.designer);
  const editor = useEditor();
  const document = useEditorState((state) => state.document);
  const selected = useEditorState((state) => state.selected);
  const opened = useEditorState((state) => state.opened);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const { customer, channels } = useEnterprise();
  const findings = useFindings(document, customer, channels, saving);
  const counts = useMemo(() => countFindings(findings), [findings]);
  const [view, setView] = useState<'canvas' | 'outline'>('canvas');
  const [panel, setPanelName] = useState<PanelName | null>(null);
  const [hasPalette, setPalette] = useState(() => !isNarrow());
  const [wish, setWish] = useState<Wish | null>(null);
  const [connecting, setConnecting] = useState<string | null>(null);
  const [hasKeys, setKeys] = useState(false);
  const [run, setRun] = useState<Run | null>(null);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const { said, announce } = useAnnouncer();
  const camera = useCamera(announce);
  const { stage, flow, centre, goTo, focusNode, middle } = camera;
  const acts = useNodeActs(camera, announce);
  const readInside = useInside(onSave);
  const trial = useTrial(panel === 'try', centre, readInside, place);

  const { name } = document;
  useEffect(() => {
    globalThis.document.title = name;
  }, [name]);

  const setPanel = useCallback(
    (next: PanelName | null) => {
      editor.open(null);
      setPanelName(next);
      if (next !== 'compare') setComparison(null);
    },
    [editor],
  );

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
    onAdd: () => setWish({}),
    onConnect: setConnecting,
    onKeys: () => setKeys(true),
  });
  const marks = useMarks({ comparison, panel, play: trial.play, run });

  const askAdd = useCallback((next: Wish = {}) => setWish(next), []);
  const shell = useMemo(
    (): Shell => ({ findings, customer, announce, goTo, setPanel, askAdd, askConnect: setConnecting, readInside }),
    [findings, customer, announce, goTo, setPanel, askAdd, readInside],
  );
  const settled = useDeferredValue(document);
  const drawn = comparison?.union ?? settled;
  const isEditable = !isReadOnly && comparison === null;
  const errors = findings.filter(({ level }) => level === 'error').length;
  const connectingNode = connecting === null ? undefined : nodeOf(document, connecting);
  const canvasActs = useCanvasActs({
    onReady: (instance) => {
      flow.current = instance;
      if (wantedNode) centre(wantedNode.id);
    },
    onSelect: (ids) => editor.select(ids),
    onOpen: (id) => (id === null ? editor.open(null) : panel === 'try' || comparison ? editor.select([id]) : editor.open(id)),
    onMove: (positions) => editor.change([{ kind: 'moveNodes', positions }]),
    onConnect: (from, exit, to) => {
      if (editor.change([join(from, exit, to)])) announce(say('connected', { from: nameOf(document, from), to: nameOf(document, to) }));
    },
    onConnectNowhere: (node, exit, at) => setWish({ from: { node, exit }, at }),
    onInsert: (onEdge) => setWish({ onEdge }),
    onDropType: (name, at) => {
      const type = offeredTypes.find((one) => one === name);
      if (type) acts.add(type, { at });
    },
    onNotes: (change, key) => editor.change([{ kind: 'setNotes', notes: change(editor.document.notes) }], key),
  });

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
          onAdd={() => setWish({})}
          onNote={() => {
            const note = { id: newId(), text: '', at: freeSpot(editor.document, middle(), noteSize.usual[1]) };
            editor.change([{ kind: 'setNotes', notes: [...editor.document.notes, note] }]);
          }}
          onArrange={() => void acts.arrangeNodes()}
          onKeys={() => setKeys(true)}
          onTakeOver={onTakeOver}
          onSaveAgain={() => void onSave()}
        />
        <div className={classes.work}>
          {view === 'canvas' && hasPalette && isEditable && (
            <div className={classes.palette}>
              <Palette onAdd={(type) => acts.add(type)} />
            </div>
          )}
          <main className={classes.stage} ref={stage} tabIndex={-1}>
            {view === 'outline' ? (
              <Outline />
            ) : (
              <StillCanvas
                document={drawn}
                selected={selected}
                counts={counts}
                marks={marks}
                isEditable={isEditable}
                label={say('canvas', { name: document.name })}
                {...canvasActs}
              />
            )}
            {selected.size > 1 && isEditable && view === 'canvas' && <ChosenBar ids={[...selected]} acts={acts} />}
            {document.nodes.length === 0 && isEditable && (
              <div className={classes.emptyHint}>
                <Stack align="center" gap="xs">
                  <Text c="dimmed">{say('emptyHint')}</Text>
                  <Button onClick={() => setWish({})}>{say('addFirst')}</Button>
                </Stack>
              </div>
            )}
          </main>
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
      <AddDialog
        isOpen={wish !== null}
        onClose={() => setWish(null)}
        onAdd={(type) => {
          acts.add(type, wish ?? {});
          setWish(null);
        }}
      />
      {connectingNode && (
        <ConnectDialog
          key={connectingNode.id}
          document={document}
          node={connectingNode}
          onClose={() => setConnecting(null)}
          onConnect={(exit, to) => {
            editor.change([join(connectingNode.id, exit, to)]);
            announce(say('connected', { from: nameOf(document, connectingNode.id), to: nameOf(document, to) }));
            setConnecting(null);
          }}
          onCut={(exit) => {
            editor.change([{ kind: 'removeEdge', from: connectingNode.id, exit }]);
            setConnecting(null);
          }}
        />
      )}
      <KeysDialog isOpen={hasKeys} onClose={() => setKeys(false)} />
    </ShellContext>
  );
}
