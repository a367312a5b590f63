import type { ChatAction } from '@parley/contract';
import { useRef, useState } from 'react';
import { useStable } from '../../../lib/use-stable.ts';
import { changesOf } from '../shared/chat.rules.ts';

/**
 * New words of a message as far as they are typed: its row may leave the page meanwhile, and another message's words be changed.
 * @property seen the words that the agent saw when the field was opened: those of the message, and those on their way
 */
export type Begun = { text: string | undefined; seen: readonly string[] };

/** The message of the thread whose words are being changed. */
export type MessageEditing = {
  number: number | undefined;
  begun: (action: ChatAction) => Begun;
  begin: (action: ChatAction) => void;
  type: (action: ChatAction, text: string) => void;
  end: () => void;
};

function toBegun(action: ChatAction): Begun {
  const { act } = changesOf(action);
  return { text: undefined, seen: act?.kind === 'edit' ? [action.message, act.value] : [action.message] };
}

/** @param onEnd takes the focus that the field had */
export function useMessageEditing(onEnd: () => void): MessageEditing {
  const [number, setNumber] = useState<number>();
  const all = useRef(new Map<number, Begun>());
  const begun = (action: ChatAction): Begun => all.current.get(action.number) ?? toBegun(action);
  const begin = useStable((action: ChatAction) => {
    if (begun(action).text === undefined) all.current.set(action.number, toBegun(action));
    setNumber(action.number);
  });
  return {
    number,
    begun,
    begin,
    type: (action, text) => all.current.set(action.number, { ...begun(action), text }),
    end() {
      if (number !== undefined) all.current.delete(number);
      setNumber(undefined);
      onEnd();
    },
  };
}

export const isEdited = ({ number }: MessageEditing, action: ChatAction): boolean => number === action.number;
