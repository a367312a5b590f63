import { ActionIcon, Button, Menu, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Document, NodeType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconAlignLeft, IconCopy, IconTrash } from '@tabler/icons-react';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { arrange } from './canvas/arrange.ts';
import { Canvas, type CanvasProps, type Flow } from './canvas/canvas.tsx';
import { countFindings } from './canvas/flow.ts';
import { cardWidth, freeSpot, placeOf, viewOfAll } from './canvas/geometry.ts';
import { type Mark, type Marks, noMarks } from './canvas/marks.ts';
import classes from './designer.module.css';
import { DesignerBar } from './designer-bar.tsx';
import { actOf, isTaken } from './designer-keys.ts';
import { AddDialog } from './dialogs/add-dialog.tsx';
import { ConnectDialog } from './dialogs/connect-dialog.tsx';
import { KeysDialog } from './dialogs/keys-dialog.tsx';
import { copyText, paste } from './editor/clipboard.ts';
import { type Align, addNode, align, insertOn, join, newId, newNode, removeNodes, wayOn } from './editor/edits.ts';
import { edgesFrom, nodeOf } from './editor/index-of.ts';
import type { Saving } from './editor/saver.ts';
import { useEditor, useEditorState } from './editor/use-editor.ts';
import { neighbourOf, pathOrder } from './editor/walk.ts';
import type { LeaseState } from './frame/lease.ts';
import { offeredTypes } from './nodes/catalogue.ts';
import { nameOf, titleOf, typeWord } from './nodes/summary.ts';
import { Outline } from './outline/outline.tsx';
import { Palette } from './palette/palette.tsx';
import { CheckPanel } from './panels/check-panel.tsx';
import { ComparePanel } from './panels/compare-panel.tsx';
import { type Comparison, comparisonOf } from './panels/comparison.ts';
import { FindPanel } from './panels/find-panel.tsx';
import { NodePanel } from './panels/node-panel.tsx';
import { PartsPanel } from './panels/parts-panel.tsx';
import { SettingsPanel } from './panels/settings-panel.tsx';
import { type Run, TestsPanel } from './panels/tests-panel.tsx';
import { TryPanel } from './panels/try-panel.tsx';
import { VariablesPanel } from './panels/variables-panel.tsx';
import { Play } from './play/play.ts';
import { type PanelName, type Shell, ShellContext } from './shell-context.ts';
import { useEnterprise } from './use-enterprise.ts';
import { useFindings } from './use-findings.ts';
import { designerWords } from './words.ts';

export type DesignerProps = {
  saving: Saving;
  lease: LeaseState | null;
  /** Whether the person may edit streams at all; somebody who watches may take over */
  canEdit: boolean;
  unpublishedBy: readonly string[];
  /** The node to begin at, and a later one that the page asks for */
  wantedNode: { id: string } | null;
  onTakeOver: () => void;
  onSaveAgain: () => void;
};
type CanvasActs = Required<Omit<CanvasProps, 'document' | 'selected' | 'counts' | 'marks' | 'isEditable' | 'label' | 'children'>>;
/** Not drawn again while a key is pressed in a form: what is typed comes first. */
const StillCanvas = memo(Canvas);
type Wish = { from?: { node: string; exit: string }; at?: { x: number; y: number }; onEdge?: string };

const isNarrow = () => globalThis.innerWidth < 1100;

/** The designer of one stream. */
export function Designer({ saving, lease, canEdit, unpublishedBy, wantedNode, onTakeOver, onSaveAgain }: DesignerProps) {
  const say = useWords(designerWords.designer);
  const editor = useEditor();
  const document = useEditorState((state) => state.document);
  const selected = useEditorState((state) => state.selected);
  const opened = useEditorState((state) => state.opened);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const { customer, typeOfChannel } = useEnterprise();
  const findings = useFindings(document, customer, typeOfChannel);
  const counts = useMemo(() => countFindings(findings), [findings]);
  const [view, setView] = useState<'canvas' | 'outline'>('canvas');
  const [panel, setPanelName] = useState<PanelName | null>(null);
  const [hasPalette, setPalette] = useState(() => !isNarrow());
  const [wish, setWish] = useState<Wish | null>(null);
  const [connecting, setConnecting] = useState<string | null>(null);
  const [hasKeys, setKeys] = useState(false);
  const [said, setSaid] = useState('');
  const [play, setPlay] = useState<Play | null>(null);
  const [channel, setChannel] = useState('WHATSAPP');
  const [run, setRun] = useState<Run | null>(null);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const flow = useRef<Flow>(null);
  const stage = useRef<HTMLDivElement>(null);

  const { name } = document;
  useEffect(() => {
    globalThis.document.title = name;
  }, [name]);

  const announce = useCallback((words: string) => {
    // The same words twice in a row are told twice.
    setSaid((before) => (before === words ? `${words}\u00a0` : words));
  }, []);

  const setPanel = useCallback(
    (next: PanelName | null) => {
      editor.open(null);
      setPanelName(next);
      if (next !== 'compare') setComparison(null);
    },
    [editor],
  );

  const centre = useCallback(
    (id: string, drawn: Document = editor.document) => {
      const place = drawn.nodes.findIndex((node) => node.id === id);
      if (place < 0 || !flow.current) return;
      const [x, y] = placeOf(drawn, id, place);
      const zoom = Math.max(0.7, Math.min(1, flow.current.getZoom()));
      void flow.current.setCenter(x + cardWidth / 2, y + 80, { zoom, duration: 250 });
    },
    [editor],
  );
  const goTo = useCallback(
    (id: string, open = false) => {
      if (!nodeOf(editor.document, id)) return;
      editor.select([id]);
      if (open) editor.open(id);
      centre(id);
    },
    [editor, centre],
  );

  useEffect(() => {
    if (wantedNode) goTo(wantedNode.id, true);
  }, [wantedNode, goTo]);

  // The panel that opens beside the stream may cover what it is about.
  useEffect(() => {
    if (opened === null) return;
    const frame = requestAnimationFrame(() => {
      const bounds = stage.current?.getBoundingClientRect();
      const own = stage.current?.querySelector(`.react-flow__node[data-id="${opened}"]`)?.getBoundingClientRect();
      if (bounds && (!own || own.right > bounds.right || own.left < bounds.left || own.top < bounds.top || own.bottom > bounds.bottom))
        centre(opened);
    });
    return () => cancelAnimationFrame(frame);
  }, [opened, centre]);

  /** Puts the keyboard on a node's card, which may have to come into sight first. */
  const focusNode = useCallback(
    (id: string) => {
      editor.select([id]);
      const card = () => stage.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`);
      const bounds = stage.current?.getBoundingClientRect();
      const own = card()?.getBoundingClientRect();
      const isInSight =
        bounds && own && own.left >= bounds.left && own.right <= bounds.right && own.top >= bounds.top && own.bottom <= bounds.bottom;
      if (!isInSight) centre(id);
      const focus = (left: number) => {
        const found = card();
        if (found) found.focus({ preventScroll: true });
        else if (left > 0) requestAnimationFrame(() => focus(left - 1));
      };
      focus(40);
      const node = nodeOf(editor.document, id);
      if (node)
        announce(
          say('at', { type: typeWord(node.type), node: titleOf(editor.document, node), exits: edgesFrom(editor.document, id).length }),
        );
    },
    [editor, centre, announce, say],
  );

  const showAll = (drawn: Document) => {
    const box = stage.current;
    if (box) void flow.current?.setViewport(viewOfAll(drawn, box.clientWidth, box.clientHeight), { duration: 250 });
  };
  const middle = () => {
    const box = stage.current?.getBoundingClientRect();
    return flow.current && box
      ? flow.current.screenToFlowPosition({ x: box.left + box.width / 2 - 130, y: box.top + box.height / 2 - 80 })
      : { x: 0, y: 0 };
  };

  /** Adds a node: on a way, behind an exit, where it was dropped, or behind what is chosen. */
  function add(type: NodeType, asked: Wish = {}) {
    const current = editor.document;
    const node = newNode(current, type);
    if (asked.onEdge !== undefined) {
      const edge = current.edges.find(({ from, exit }) => `${from} ${exit}` === asked.onEdge);
      if (!edge) return;
      const [x, y] = placeOf(current, edge.to, 0);
      const [fromX, fromY] = placeOf(current, edge.from, 0);
      editor.change(insertOn(current, edge, node, freeSpot(current, { x: (x + fromX) / 2, y: (y + fromY) / 2 })));
    } else {
      const chosen = selected.size === 1 ? nodeOf(current, [...selected][0] ?? '') : undefined;
      const source = asked.from ? nodeOf(current, asked.from.node) : asked.at ? undefined : chosen;
      const joined = new Set(source ? edgesFrom(current, source.id).map(({ exit }) => exit) : []);
      const exit =
        asked.from && asked.from.exit !== ''
          ? asked.from.exit
          : source && wayOn(source) !== undefined && !joined.has(wayOn(source) ?? '')
            ? wayOn(source)
            : undefined;
      const [x, y] = source ? placeOf(current, source.id, 0) : [0, 0];
      const wished = asked.at ?? (source ? { x: x + cardWidth + 100, y } : middle());
      editor.change(
        addNode(
          current,
          node,
          freeSpot(current, wished),
          source && exit !== undefined && type !== 'mark.note' ? { node: source.id, exit } : undefined,
        ),
      );
    }
    announce(say('added', { node: typeWord(type) }));
    editor.open(node.id);
    centre(node.id);
  }

  function remove(ids: readonly string[]) {
    if (ids.length === 0) return;
    const names = ids.map((id) => nameOf(editor.document, id)).join(', ');
    const near =
      ids.length === 1
        ? (neighbourOf(editor.document, ids[0] ?? '', 'left') ?? neighbourOf(editor.document, ids[0] ?? '', 'right'))
        : undefined;
    if (editor.change(removeNodes(editor.document, ids))) announce(designerWords.nodePanel('removed', { node: names }));
    if (near !== undefined && nodeOf(editor.document, near)) focusNode(near);
  }

  function put(text: string) {
    const box = middle();
    const pasted = paste(editor.document, text, freeSpot(editor.document, box));
    if (!pasted) {
      announce(say('nothingToPaste'));
      return;
    }
    editor.change(pasted.operations);
    editor.select(pasted.ids);
    announce(say('pasted', { count: pasted.ids.length }));
  }

  async function handleArrange() {
    const ids = selected.size > 1 ? [...selected] : editor.document.nodes.map(({ id }) => id);
    const positions = await arrange(editor.document, ids);
    if (editor.change([{ kind: 'moveNodes', positions }])) announce(say('arranged'));
    if (selected.size < 2) showAll(editor.document);
  }

  const handlers = useRef({ add, remove, put });
  handlers.current = { add, remove, put };

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const act = actOf(event);
      if (act === undefined || event.defaultPrevented) return;
      const state = editor.getState();
      const ids = [...state.selected];
      const [one] = ids;
      const inCanvas = event.target instanceof Element && event.target.closest('.react-flow__node, .react-flow') !== null;
      if (isTaken(event.target)) {
        if (act === 'find') {
          event.preventDefault();
          setPanel('find');
        }
        return;
      }
      const isOnNode = event.target instanceof Element && event.target.matches('.react-flow__node');
      const take = () => event.preventDefault();
      switch (act) {
        case 'undo':
          take();
          announce(say(editor.undo() ? 'undone' : 'nothingToUndo'));
          return;
        case 'redo':
          take();
          announce(say(editor.redo() ? 'redone' : 'nothingToRedo'));
          return;
        case 'find':
          take();
          setPanel('find');
          return;
        case 'keys':
          take();
          setKeys(true);
          return;
        case 'add':
          take();
          if (!state.isReadOnly) setWish({});
          return;
        case 'connect':
          if (one !== undefined && !state.isReadOnly) {
            take();
            setConnecting(one);
          }
          return;
        case 'remove':
          if (ids.length > 0 && !state.isReadOnly) {
            take();
            handlers.current.remove(ids);
          }
          return;
        case 'all':
          take();
          editor.select(state.document.nodes.map(({ id }) => id));
          return;
        case 'copy':
          if (ids.length === 0 || (globalThis.getSelection()?.toString() ?? '') !== '') return;
          take();
          void navigator.clipboard?.writeText(copyText(state.document, ids)).then(
            () => announce(say('copied', { count: ids.length })),
            () => announce(say('notCopied')),
          );
          return;
        case 'duplicate':
          take();
          if (ids.length > 0 && !state.isReadOnly) handlers.current.put(copyText(state.document, ids));
          return;
        case 'leave':
          if (state.opened !== null) editor.open(null);
          else editor.select([]);
          return;
        case 'open':
          if (isOnNode && one !== undefined) {
            take();
            editor.open(one);
          }
          return;
        case 'next':
        case 'previous': {
          if (!isOnNode) return;
          const order = pathOrder(state.document);
          const to = order[order.indexOf(one ?? '') + (act === 'next' ? 1 : -1)];
          if (to === undefined) return;
          take();
          focusNode(to);
          return;
        }
        case 'left':
        case 'right':
        case 'up':
        case 'down': {
          if (!inCanvas) return;
          take();
          const to = one === undefined ? pathOrder(state.document)[0] : neighbourOf(state.document, one, act);
          if (to !== undefined) focusNode(to);
          return;
        }
        default:
      }
    };
    const handlePaste = (event: ClipboardEvent) => {
      if (isTaken(event.target) || editor.getState().isReadOnly) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text === '') return;
      event.preventDefault();
      handlers.current.put(text);
    };
    globalThis.addEventListener('keydown', handle);
    globalThis.addEventListener('paste', handlePaste);
    return () => {
      globalThis.removeEventListener('keydown', handle);
      globalThis.removeEventListener('paste', handlePaste);
    };
  }, [editor, announce, say, setPanel, focusNode]);

  const marks = useMemo((): Marks => {
    if (comparison) return comparison.marks;
    if (panel === 'try' && play) {
      const { nodes, edges, current } = play.trail();
      const all = new Map<string, Mark>([...nodes].map((id) => [id, { tone: 'visited', text: '' }] as const));
      if (current !== null) all.set(current, { tone: 'current', text: '' });
      return { nodes: all, edges: new Map([...edges].map((key) => [key, 'visited'] as const)) };
    }
    if (panel === 'tests' && run) {
      const all = new Map<string, Mark>(
        run.coverage.untested
          .filter((key) => !key.includes(' '))
          .map((id) => [id, { tone: 'untested', text: designerWords.test('untestedNode') }] as const),
      );
      for (const id of run.failed) all.set(id, { tone: 'failed', text: designerWords.test('failed') });
      return { nodes: all, edges: new Map() };
    }
    return noMarks;
  }, [comparison, panel, play, run]);

  const askAdd = useCallback((next: Wish = {}) => setWish(next), []);
  const shell = useMemo(
    (): Shell => ({ findings, customer, announce, goTo, setPanel, askAdd, askConnect: setConnecting }),
    [findings, customer, announce, goTo, setPanel, askAdd],
  );
  const standsAt = panel === 'try' && play ? play.trail().current : null;
  useEffect(() => {
    if (standsAt !== null) centre(standsAt);
  }, [standsAt, centre]);
  const begin = (first: string | null, on = channel) => {
    const next = Play.begin(
      editor.document,
      {
        channel: on,
        language: editor.document.languages[0] ?? 'en',
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        customer: { name: 'Asha' },
        said: first,
      },
      Date.now(),
    );
    setPlay(next);
  };
  const settled = useDeferredValue(document);
  const drawn = comparison?.union ?? settled;
  const isEditable = !isReadOnly && comparison === null;
  const errors = findings.filter(({ level }) => level === 'error').length;
  const connectingNode = connecting === null ? undefined : nodeOf(document, connecting);
  const close = () => setPanel(null);

  const acts = useRef<CanvasActs>(null);
  acts.current = {
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
      if (type) add(type, { at });
    },
    onNotes: (notes, key) => editor.change([{ kind: 'setNotes', notes }], key),
  };
  // The same functions for as long as the canvas is there: it is drawn again for what it shows, not for who listens.
  const canvasActs = useMemo(
    (): CanvasActs => ({
      onReady: (...given) => acts.current?.onReady(...given),
      onSelect: (...given) => acts.current?.onSelect(...given),
      onOpen: (...given) => acts.current?.onOpen(...given),
      onMove: (...given) => acts.current?.onMove(...given),
      onConnect: (...given) => acts.current?.onConnect(...given),
      onConnectNowhere: (...given) => acts.current?.onConnectNowhere(...given),
      onInsert: (...given) => acts.current?.onInsert(...given),
      onDropType: (...given) => acts.current?.onDropType(...given),
      onNotes: (...given) => acts.current?.onNotes(...given),
    }),
    [],
  );

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
            const at = middle();
            editor.change([
              { kind: 'setNotes', notes: [...document.notes, { id: newId(), text: '', at: [Math.round(at.x), Math.round(at.y)] }] },
            ]);
          }}
          onArrange={() => void handleArrange()}
          onKeys={() => setKeys(true)}
          onTakeOver={onTakeOver}
          onSaveAgain={onSaveAgain}
        />
        <div className={classes.work}>
          {view === 'canvas' && hasPalette && isEditable && (
            <div className={classes.palette}>
              <Palette onAdd={(type) => add(type)} />
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
            {selected.size > 1 && isEditable && view === 'canvas' && (
              <div className={classes.chosen}>
                {say('chosen', { count: selected.size })}
                <Menu>
                  <Menu.Target>
                    <ActionIcon aria-label={say('align')}>
                      <IconAlignLeft size={17} />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {(['left', 'top', 'spreadAcross', 'spreadDown'] as const).map((how: Align) => (
                      <Menu.Item key={how} onClick={() => editor.change(align(editor.document, [...selected], how))}>
                        {say(`align_${how}`)}
                      </Menu.Item>
                    ))}
                    <Menu.Item onClick={() => void handleArrange()}>{say('arrangeChosen')}</Menu.Item>
                  </Menu.Dropdown>
                </Menu>
                <ActionIcon aria-label={say('duplicate')} onClick={() => put(copyText(editor.document, [...selected]))}>
                  <IconCopy size={17} />
                </ActionIcon>
                <ActionIcon aria-label={designerWords.nodePanel('remove')} onClick={() => remove([...selected])}>
                  <IconTrash size={17} />
                </ActionIcon>
              </div>
            )}
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
            <aside className={classes.aside} aria-label={say('beside')}>
              {opened !== null ? (
                <NodePanel key={opened} id={opened} onClose={() => editor.open(null)} />
              ) : panel === 'check' ? (
                <CheckPanel onClose={close} />
              ) : panel === 'settings' ? (
                <SettingsPanel onClose={close} />
              ) : panel === 'variables' ? (
                <VariablesPanel onClose={close} />
              ) : panel === 'parts' ? (
                <PartsPanel onClose={close} />
              ) : panel === 'find' ? (
                <FindPanel onClose={close} />
              ) : panel === 'tests' ? (
                <TestsPanel run={run} onRun={setRun} onClose={close} />
              ) : panel === 'compare' ? (
                <ComparePanel
                  comparison={comparison}
                  onClose={close}
                  onCompare={(before, after) =>
                    setComparison(
                      before && after
                        ? comparisonOf(before, after, {
                            added: designerWords.compare('added'),
                            removed: designerWords.compare('removed'),
                            changed: designerWords.compare('changed'),
                          })
                        : null,
                    )
                  }
                  onShow={(id) => centre(id, drawn)}
                />
              ) : (
                <TryPanel
                  play={play}
                  channel={channel}
                  onChannel={(next) => {
                    setChannel(next);
                    if (play) begin(null, next);
                  }}
                  onBegin={begin}
                  onPlay={setPlay}
                  onClose={close}
                />
              )}
            </aside>
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
          add(type, wish ?? {});
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
