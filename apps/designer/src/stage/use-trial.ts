import { useWords } from '@parley/ui/words';
import { useEffect, useState } from 'react';
import type { Place } from '../api.ts';
import { useEditor } from '../editor/use-editor.ts';
import { fetchPlay } from '../parts.ts';
import type { Play } from '../play/play.ts';
import type { Played } from '../shell-context.ts';
import { designerWords } from '../words.ts';

export type Trial = {
  play: Play | null;
  channel: string;
  /** While the streams inside are read */
  isBeginning: boolean;
  /** Reason why it did not begin; '' if it did */
  failure: string;
  setPlay(play: Play): void;
  begin(said: string | null): void;
  changeChannel(channel: string): void;
};

/** The conversation that is tried, which stays while other panels are open. @param onStand the node at which it stands, while it is seen; @param place as the server takes it of a customer of whom nothing is known */
export function useTrial(isSeen: boolean, onStand: (node: string) => void, readInside: () => Promise<Played>, place: Place): Trial {
  const say = useWords(designerWords.try);
  const editor = useEditor();
  const [play, setPlay] = useState<Play | null>(null);
  const [channel, setChannel] = useState('WHATSAPP');
  const [isBeginning, setBeginning] = useState(false);
  const [failure, setFailure] = useState('');
  const begin = async (first: string | null, on = channel) => {
    setBeginning(true);
    setFailure('');
    try {
      const [played, { Play }] = await Promise.all([readInside(), fetchPlay()]);
      const { languages } = editor.document;
      const facts = { channel: on, language: languages[0] ?? 'en', ...place, customer: { name: 'Asha' }, said: first };
      setPlay(Play.begin(editor.document, facts, Date.now(), played.inside, played.hours, played.forms));
    } catch (error) {
      setFailure((error instanceof Error && error.message) || say('insideNotRead'));
    } finally {
      setBeginning(false);
    }
  };
  const standsAt = isSeen && play ? play.trail().current : null;
  useEffect(() => {
    if (standsAt !== null) onStand(standsAt);
  }, [standsAt, onStand]);
  return {
    play,
    channel,
    isBeginning,
    failure,
    setPlay,
    begin: (said) => void begin(said),
    changeChannel: (next) => {
      setChannel(next);
      if (play) void begin(null, next);
    },
  };
}
