import '@xyflow/react/dist/style.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import type { Document } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconMinus, IconPlus, IconViewfinder } from '@tabler/icons-react';
import {
  Background,
  BackgroundVariant,
  type Connection,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  Panel,
  ReactFlow,
  type ReactFlowInstance,
  SelectionMode,
  useStore,
} from '@xyflow/react';
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { designerWords } from '../words.ts';
import classes from './canvas.module.css';
import { type Counts, toCards, toWays } from './flow.ts';
import { distantAt, farAt, firstView, grid, type Note, noteSizeNear, sizeOfNote, snap, viewOfAll } from './geometry.ts';
import type { Marks } from './marks.ts';
import { motionMs } from './motion.ts';
import { type CardNode, NodeCard } from './node-card.tsx';
import { NoteCard, type NoteNode } from './note-card.tsx';
import { type Way, WayLine } from './way.tsx';

type AnyNode = CardNode | NoteNode;
export type Flow = ReactFlowInstance<AnyNode, Way>;

export type CanvasProps = {
  document: Document;
  selected: ReadonlySet<string>;
  counts: Counts;
  marks: Marks;
  isEditable: boolean;
  label: string;
  onSelect(ids: readonly string[]): void;
  onOpen(id: string | null): void;
  onMove?(positions: Record<string, [number, number]>): void;
  onConnect?(from: string, exit: string, to: string): void;
  /** Dropped on nothing: a new node is wanted there */
  onConnectNowhere?(from: string, exit: string, at: { x: number; y: number }): void;
  onInsert?(edgeId: string): void;
  onDropType?(type: string, at: { x: number; y: number }): void;
  /** @param change of the notes as they are now, which may be newer than those that are drawn */
  onNotes?(change: (notes: readonly Note[]) => Note[], key: string): void;
  onReady?(flow: Flow): void;
};

const nodeTypes = { card: NodeCard, note: NoteCard };
const edgeTypes = { way: WayLine };
export const dragFormat = 'application/x-parley-node';

/** The stream as nodes and ways. What it shows is given to it; what is done on it, it tells. */
export function Canvas(props: CanvasProps) {
  const { document, selected, counts, marks, isEditable, label, onSelect, onOpen, onReady } = props;
  const handlers = useRef(props);
  handlers.current = props;
  const flow = useRef<Flow>(null);
  const box = useRef<HTMLDivElement>(null);

  const held = useRef<{ cards: Map<string, CardNode>; ways: Map<string, Way> }>({ cards: new Map(), ways: new Map() });
  const [moving, setMoving] = useState<ReadonlyMap<string, { x: number; y: number }>>(new Map());

  /** The note that is being made larger or smaller: it is a change of the stream when it is let go */
  const [sizing, setSizing] = useState<{ id: string; size: readonly [number, number] } | null>(null);

  const cards = useMemo(() => {
    const made = toCards({ document, selected, counts, marks, isEditable }, held.current.cards);
    held.current.cards = new Map(made.map((card) => [card.id, card]));
    return made;
  }, [document, selected, counts, marks, isEditable]);

  const handleInsert = useCallback((id: string) => handlers.current.onInsert?.(id), []);
  const ways = useMemo(() => {
    const made = toWays(document, marks, isEditable ? handleInsert : undefined, held.current.ways);
    held.current.ways = new Map(made.map((way) => [way.id, way]));
    return made;
  }, [document, marks, isEditable, handleInsert]);

  const changeNote = useCallback(
    (id: string, change: (note: Note) => Note, key: string) =>
      handlers.current.onNotes?.((all) => all.map((note) => (note.id === id ? change(note) : note)), key),
    [],
  );
  const notes = useMemo(
    () =>
      document.notes.map(({ id, text, at: [x, y], size }): NoteNode => {
        const [width, height] = sizing?.id === id ? sizing.size : sizeOfNote({ size });
        return {
          id,
          type: 'note',
          position: { x, y },
          data: {
            text,
            size: [width, height],
            isEditable,
            onSize(change, key) {
              setSizing(null);
              changeNote(id, (note) => ({ ...note, size: noteSizeNear(change(sizeOfNote(note))) }), key);
            },
            onText: (words) => changeNote(id, (note) => ({ ...note, text: words }), `note ${id}`),
            onRemove: () => handlers.current.onNotes?.((all) => all.filter((note) => note.id !== id), ''),
          },
          width,
          height,
          selectable: false,
          draggable: isEditable,
          focusable: false,
        };
      }),
    [document.notes, isEditable, sizing, changeNote],
  );

  const nodes = useMemo((): AnyNode[] => {
    const all: AnyNode[] = [...notes, ...cards];
    if (moving.size === 0) return all;
    return all.map((node) => {
      const position = moving.get(node.id);
      return position ? { ...node, position, dragging: true } : node;
    });
  }, [cards, notes, moving]);

  const handleChanges = useCallback((changes: NodeChange<AnyNode>[]) => {
    const positions = changes.flatMap((change) =>
      change.type === 'position' && change.position ? [[change.id, change.position] as const] : [],
    );
    if (positions.length > 0) setMoving((before) => new Map([...before, ...positions]));
    for (const change of changes)
      if (change.type === 'dimensions' && change.resizing && change.dimensions)
        setSizing({ id: change.id, size: [change.dimensions.width, change.dimensions.height] });
    const chosen = changes.filter((change) => change.type === 'select');
    if (chosen.length === 0) return;
    const next = new Set(handlers.current.selected);
    for (const change of chosen) {
      if (change.selected) next.add(change.id);
      else next.delete(change.id);
    }
    handlers.current.onSelect([...next]);
  }, []);

  const handleDragStop = useCallback((_: unknown, __: AnyNode, dragged: AnyNode[]) => {
    const { document: current, onMove, onNotes } = handlers.current;
    const isNote = new Set(current.notes.map(({ id }) => id));
    const positions = Object.fromEntries(
      dragged
        .filter(({ id }) => !isNote.has(id))
        .map(({ id, position }): [string, [number, number]] => [id, [snap(position.x), snap(position.y)]]),
    );
    if (Object.keys(positions).length > 0) onMove?.(positions);
    const placed = new Map(dragged.map(({ id, position }) => [id, position]));
    if (dragged.some(({ id }) => isNote.has(id)))
      onNotes?.(
        (all) =>
          all.map((note) => {
            const at = placed.get(note.id);
            return at ? { ...note, at: [Math.round(at.x), Math.round(at.y)] } : note;
          }),
        '',
      );
    setMoving(new Map());
  }, []);

  const handleConnect = useCallback(({ source, sourceHandle, target }: Connection) => {
    if (sourceHandle) handlers.current.onConnect?.(source, sourceHandle, target);
  }, []);

  const handleConnectEnd = useCallback((event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    if (state.isValid || state.toNode || !state.fromNode || !state.fromHandle?.id || state.fromHandle.type !== 'source') return;
    const point = 'changedTouches' in event ? event.changedTouches[0] : event;
    if (!point || !flow.current) return;
    handlers.current.onConnectNowhere?.(
      state.fromNode.id,
      state.fromHandle.id,
      flow.current.screenToFlowPosition({ x: point.clientX, y: point.clientY }),
    );
  }, []);

  const handleDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(dragFormat);
    if (type === '' || !flow.current || isBeside(event)) return;
    event.preventDefault();
    handlers.current.onDropType?.(type, flow.current.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dragged here with a mouse, keys add by the list
    <div
      ref={box}
      className={classes.canvas}
      dir="ltr"
      onDragOver={(event) => isBeside(event) || event.preventDefault()}
      onDrop={handleDrop}
    >
      <ReactFlow<AnyNode, Way>
        nodes={nodes}
        edges={ways}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={handleChanges}
        onNodeDragStop={handleDragStop}
        onSelectionDragStop={(event, dragged) => handleDragStop(event, dragged[0] as AnyNode, dragged)}
        onConnect={handleConnect}
        onConnectEnd={handleConnectEnd}
        onNodeClick={(event, node) => {
          if (node.type === 'card' && !event.shiftKey && !event.metaKey && !event.ctrlKey) onOpen(node.id);
        }}
        onPaneClick={() => {
          onSelect([]);
          onOpen(null);
        }}
        onInit={(instance) => {
          flow.current = instance;
          const { clientWidth = 0, clientHeight = 0 } = box.current ?? {};
          void instance.setViewport(firstView(document, clientWidth, clientHeight));
          onReady?.(instance);
        }}
        minZoom={0.1}
        maxZoom={1.6}
        snapGrid={[grid / 2, grid / 2]}
        snapToGrid
        onlyRenderVisibleElements
        selectionMode={SelectionMode.Partial}
        deleteKeyCode={null}
        nodesConnectable={isEditable}
        edgesFocusable={false}
        elevateNodesOnSelect={false}
        disableKeyboardA11y
        connectionRadius={30}
        attributionPosition="top-right"
        aria-label={label}
      >
        <Background variant={BackgroundVariant.Dots} gap={grid} size={1.2} />
        <Far />
        <MiniMap
          className={classes.minimap}
          pannable
          zoomable
          nodeBorderRadius={20}
          nodeColor="var(--app-line-strong)"
          maskColor="color-mix(in srgb, var(--app-sunken) 65%, transparent)"
          ariaLabel={null}
        />
        <ZoomTools
          flow={flow}
          onAll={() => {
            const { clientWidth = 0, clientHeight = 0 } = box.current ?? {};
            void flow.current?.setViewport(viewOfAll(document, clientWidth, clientHeight), { duration: motionMs(250) });
          }}
        />
      </ReactFlow>
    </div>
  );
}

/** True over the small map or the tools, which lie on the canvas and accept no drop. */
const isBeside = ({ target }: DragEvent): boolean => target instanceof Element && target.closest('.react-flow__panel') !== null;

/** Says by a class from how far the canvas is seen: no card asks for itself. */
function Far() {
  const distance = useStore(({ transform: [, , zoom] }) => (zoom < distantAt ? 'distant' : zoom < farAt ? 'far' : 'near'));
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    place.current?.closest(`.${classes.canvas}`)?.setAttribute('data-distance', distance);
  }, [distance]);
  return <span ref={place} hidden />;
}

function ZoomTools({ flow, onAll }: { flow: { current: Flow | null }; onAll: () => void }) {
  const say = useWords(designerWords.bar);
  return (
    <Panel position="bottom-left">
      <div className={classes.tools}>
        <Tooltip label={say('zoomOut')}>
          <ActionIcon aria-label={say('zoomOut')} onClick={() => void flow.current?.zoomOut({ duration: motionMs(150) })}>
            <IconMinus size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={say('fit')}>
          <ActionIcon aria-label={say('fit')} onClick={onAll}>
            <IconViewfinder size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={say('zoomIn')}>
          <ActionIcon aria-label={say('zoomIn')} onClick={() => void flow.current?.zoomIn({ duration: motionMs(150) })}>
            <IconPlus size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </Panel>
  );
}
