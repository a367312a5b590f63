import { useEffect, useRef } from 'react';
import { liveClient } from '../../../lib/live.ts';
import type { ToFrame } from '../shared/designer-frame.ts';

/** Tells the frame what the live connection says of its draft, and after a gap that something may have been missed. */
export function useDraftChanges(journeyId: string, tell: (message: ToFrame) => void): void {
  const now = useRef(tell);
  now.current = tell;
  useEffect(() => {
    // This page stands outside of the layout that opens the line for all others.
    liveClient.connect();
    const stopEvents = liveClient.on('streamDraft', (data) => {
      if (data.journeyId === journeyId) now.current({ type: 'changed', data: { change: data.change, revision: data.revision } });
    });
    let isBehind = false;
    const stopStates = liveClient.onState(({ kind }) => {
      if (kind === 'open' && isBehind) now.current({ type: 'changed', data: { change: 'missed', revision: 0 } });
      isBehind = kind === 'lost' || (isBehind && kind !== 'open');
    });
    return () => {
      stopEvents();
      stopStates();
    };
  }, [journeyId]);
}
