import { useWords } from '@parley/ui/words';
import { join } from '../editor/edits.ts';
import { useEditor } from '../editor/use-editor.ts';
import { knownTypes } from '../nodes/catalogue.ts';
import { nameOf } from '../nodes/summary.ts';
import { designerWords } from '../words.ts';
import type { Camera } from './use-camera.ts';
import { type CanvasActs, useCanvasActs } from './use-canvas-acts.ts';
import type { NodeActs } from './use-node-acts.ts';
import type { Questions } from './use-questions.ts';

type CanvasEditsOptions = {
  camera: Camera;
  acts: NodeActs;
  /** The node to begin at */
  wantedNode: { id: string } | null;
  /** True while a click only chooses: the panel beside the stream stays */
  isOnlyChosen: boolean;
  announce: (words: string) => void;
  askAdd: Questions['askAdd'];
};

/** Answers to what is done on the canvas: nodes are chosen, opened, moved and joined, and notes are written. */
export function useCanvasEdits({ camera, acts, wantedNode, isOnlyChosen, announce, askAdd }: CanvasEditsOptions): CanvasActs {
  const say = useWords(designerWords.designer);
  const editor = useEditor();
  return useCanvasActs({
    onReady: (instance) => {
      camera.flow.current = instance;
      if (wantedNode) camera.centre(wantedNode.id);
    },
    onSelect: (ids) => editor.select(ids),
    onOpen: (id) => (id === null ? editor.open(null) : isOnlyChosen ? editor.select([id]) : editor.open(id)),
    onMove: (positions) => editor.change([{ kind: 'moveNodes', positions }]),
    onConnect: (from, exit, to) => {
      const { document } = editor;
      if (editor.change([join(from, exit, to)])) announce(say('connected', { from: nameOf(document, from), to: nameOf(document, to) }));
    },
    onConnectNowhere: (node, exit, at) => askAdd({ from: { node, exit }, at }),
    onInsert: (onEdge) => askAdd({ onEdge }),
    onDropType: (name, at) => {
      const type = knownTypes.find((one) => one === name);
      if (type) acts.add(type, { at });
    },
    onNotes: (change, key) => editor.change([{ kind: 'setNotes', notes: change(editor.document.notes) }], key),
  });
}
