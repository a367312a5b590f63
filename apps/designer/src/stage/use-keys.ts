import { useWords } from '@parley/ui/words';
import { useEffect, useRef } from 'react';
import { actOf, isTaken } from '../designer-keys.ts';
import { copyText } from '../editor/copy.ts';
import { neighbourOf, pathOrder } from '../editor/order.ts';
import { useEditor } from '../editor/use-editor.ts';
import type { PanelName } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import type { Camera } from './use-camera.ts';
import type { NodeActs } from './use-node-acts.ts';

type Heard = Pick<NodeActs, 'remove' | 'put'> &
  Pick<Camera, 'focusNode'> & {
    announce(words: string): void;
    setPanel(panel: PanelName): void;
    onAdd(): void;
    onConnect(node: string): void;
    onKeys(): void;
  };

/** All of the designer without a mouse: what each key does, and what is pasted. */
export function useKeys({ announce, remove, put, focusNode, setPanel, onAdd, onConnect, onKeys }: Heard): void {
  const say = useWords(designerWords.designer);
  const editor = useEditor();
  const handlers = useRef({ remove, put, focusNode, setPanel, onAdd, onConnect, onKeys });
  handlers.current = { remove, put, focusNode, setPanel, onAdd, onConnect, onKeys };

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
          handlers.current.setPanel('find');
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
          handlers.current.setPanel('find');
          return;
        case 'keys':
          take();
          handlers.current.onKeys();
          return;
        case 'add':
          take();
          if (!state.isReadOnly) handlers.current.onAdd();
          return;
        case 'connect':
          if (one !== undefined && !state.isReadOnly) {
            take();
            handlers.current.onConnect(one);
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
          handlers.current.focusNode(to);
          return;
        }
        case 'left':
        case 'right':
        case 'up':
        case 'down': {
          if (!inCanvas) return;
          take();
          const to = one === undefined ? pathOrder(state.document)[0] : neighbourOf(state.document, one, act);
          if (to !== undefined) handlers.current.focusNode(to);
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
  }, [editor, announce, say]);
}
