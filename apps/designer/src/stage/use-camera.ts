import type { Document } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Flow } from '../canvas/canvas.tsx';
import { cardSize, cardWidth, firstView, placeOf, viewWith } from '../canvas/geometry.ts';
import { motionMs } from '../canvas/motion.ts';
import { edgesFrom, nodeOf } from '../editor/index-of.ts';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { titleOf, typeWord } from '../nodes/summary.ts';
import { designerWords } from '../words.ts';

export type Camera = {
  stage: RefObject<HTMLDivElement | null>;
  flow: RefObject<Flow | null>;
  /** Brings a node into the middle. @param drawn the stream as it is drawn, which a comparison draws otherwise */
  centre(id: string, drawn?: Document): void;
  /** Shows a node where it stands, and chooses it */
  goTo(id: string, open?: boolean): void;
  /** Puts the keyboard on a node's card */
  focusNode(id: string): void;
  /** All of a small stream; of a larger one its beginning, large enough to be read */
  showBeginning(drawn: Document): void;
  /** Place for a new node without a position of its own */
  middle(): { x: number; y: number };
};

/** Controls the visible part of the stream. */
export function useCamera(announce: (words: string) => void): Camera {
  const say = useWords(designerWords.designer);
  const editor = useEditor();
  const opened = useEditorState((state) => state.opened);
  const flow = useRef<Flow>(null);
  const stage = useRef<HTMLDivElement>(null);

  const centre = useCallback(
    (id: string, drawn: Document = editor.document) => {
      const place = drawn.nodes.findIndex((node) => node.id === id);
      if (place < 0 || !flow.current) return;
      const [x, y] = placeOf(drawn, id, place);
      const zoom = Math.max(0.7, Math.min(1, flow.current.getZoom()));
      void flow.current.setCenter(x + cardWidth / 2, y + 80, { zoom, duration: motionMs(250) });
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

  // The panel that opens beside the stream may cover what it is about.
  useEffect(() => {
    if (opened === null) return;
    const frame = requestAnimationFrame(() => {
      const { document } = editor;
      const place = document.nodes.findIndex((node) => node.id === opened);
      const node = document.nodes[place];
      const box = stage.current;
      if (!node || !box || !flow.current) return;
      const [x, y] = placeOf(document, opened, place);
      const view = flow.current.getViewport();
      const next = viewWith(view, { x, y, ...cardSize(document, node) }, { width: box.clientWidth, height: box.clientHeight });
      if (next.x !== view.x || next.y !== view.y) void flow.current.setViewport(next, { duration: motionMs(250) });
    });
    return () => cancelAnimationFrame(frame);
  }, [opened, editor]);

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

  const showBeginning = (drawn: Document) => {
    const box = stage.current;
    if (box) void flow.current?.setViewport(firstView(drawn, box.clientWidth, box.clientHeight), { duration: motionMs(250) });
  };
  const middle = () => {
    const box = stage.current?.getBoundingClientRect();
    return flow.current && box
      ? flow.current.screenToFlowPosition({ x: box.left + box.width / 2 - 130, y: box.top + box.height / 2 - 80 })
      : { x: 0, y: 0 };
  };

  return { stage, flow, centre, goTo, focusNode, showBeginning, middle };
}
