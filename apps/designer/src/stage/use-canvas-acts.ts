import { useMemo, useRef } from 'react';
import type { CanvasProps } from '../canvas/canvas.tsx';

export type CanvasActs = Required<Omit<CanvasProps, 'document' | 'selected' | 'counts' | 'marks' | 'isEditable' | 'label' | 'children'>>;

/** The same functions for as long as the canvas is there: it is drawn again for what it shows, not for who listens. */
export function useCanvasActs(now: CanvasActs): CanvasActs {
  const acts = useRef(now);
  acts.current = now;
  return useMemo(
    (): CanvasActs => ({
      onReady: (...given) => acts.current.onReady(...given),
      onSelect: (...given) => acts.current.onSelect(...given),
      onOpen: (...given) => acts.current.onOpen(...given),
      onMove: (...given) => acts.current.onMove(...given),
      onConnect: (...given) => acts.current.onConnect(...given),
      onConnectNowhere: (...given) => acts.current.onConnectNowhere(...given),
      onInsert: (...given) => acts.current.onInsert(...given),
      onDropType: (...given) => acts.current.onDropType(...given),
      onNotes: (...given) => acts.current.onNotes(...given),
    }),
    [],
  );
}
