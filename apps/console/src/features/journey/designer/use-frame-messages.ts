import { type RefObject, useEffect, useRef } from 'react';
import { type FromFrame, readMessage } from '../shared/designer-frame.ts';

export type FrameAnswers = { [Type in FromFrame['type']]: (message: Extract<FromFrame, { type: Type }>) => void };

/** Hears what the frame tells, and nobody else. */
export function useFrameMessages(frame: RefObject<HTMLIFrameElement | null>, answers: FrameAnswers): void {
  const hear = useRef(answers);
  hear.current = answers;
  useEffect(() => {
    const handle = (event: MessageEvent) => {
      const message = readMessage(event, frame.current?.contentWindow ?? null);
      if (message) (hear.current[message.type] as (message: FromFrame) => void)(message);
    };
    window.addEventListener('message', handle);
    return () => window.removeEventListener('message', handle);
  }, [frame]);
}
