import type { NodeType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { arrange } from '../canvas/arrange.ts';
import { cardWidth, freeSpot, placeOf } from '../canvas/geometry.ts';
import { addNode, insertOn, removeNodes, wayOn } from '../editor/edits.ts';
import { edgesFrom, nodeOf } from '../editor/index-of.ts';
import { neighbourOf } from '../editor/order.ts';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { nameOf, typeWord } from '../nodes/summary.ts';
import { fetchNewNode, fetchPaste } from '../parts.ts';
import { designerWords } from '../words.ts';
import type { Camera } from './use-camera.ts';

/** Place of a new node: behind an exit, on an edge, or at a position. */
export type Wish = { from?: { node: string; exit: string }; at?: { x: number; y: number }; onEdge?: string };
export type NodeActs = {
  add(type: NodeType, asked?: Wish): void;
  remove(ids: readonly string[]): void;
  /** Adds what was copied here or elsewhere */
  put(text: string): void;
  arrangeNodes(): Promise<void>;
};

/** Actions on nodes, whichever control calls them. */
export function useNodeActs({ centre, focusNode, showBeginning, middle }: Camera, announce: (words: string) => void): NodeActs {
  const say = useWords(designerWords.designer);
  const editor = useEditor();
  const selected = useEditorState((state) => state.selected);

  /** Adds a node: on a way, behind an exit, where it was dropped, or behind what is chosen. */
  async function add(type: NodeType, asked: Wish = {}) {
    const { newNode } = await fetchNewNode();
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
    // A dropped node stands under the pointer: the canvas stays where it is.
    if (!asked.at) centre(node.id);
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

  async function put(text: string) {
    const { paste } = await fetchPaste();
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

  async function arrangeNodes() {
    const ids = selected.size > 1 ? [...selected] : editor.document.nodes.map(({ id }) => id);
    const positions = await arrange(editor.document, ids);
    if (editor.change([{ kind: 'moveNodes', positions }])) announce(say('arranged'));
    if (selected.size < 2) showBeginning(editor.document);
  }

  // A script that does not arrive, since the line is lost, leaves the stream as it is.
  const notArrived = () => announce(say('partMissing'));
  return {
    add: (type, asked) => void add(type, asked).catch(notArrived),
    remove,
    put: (text) => void put(text).catch(notArrived),
    arrangeNodes,
  };
}
