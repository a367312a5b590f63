import { useEffect, useState } from 'react';
import { useEditor } from '../editor/use-editor.ts';
import { Play } from '../play/play.ts';

export type Trial = {
  play: Play | null;
  channel: string;
  setPlay(play: Play): void;
  begin(said: string | null): void;
  changeChannel(channel: string): void;
};

/** The conversation that is tried, which stays while other panels are open. @param onStand the node at which it stands, while it is seen */
export function useTrial(isSeen: boolean, onStand: (node: string) => void): Trial {
  const editor = useEditor();
  const [play, setPlay] = useState<Play | null>(null);
  const [channel, setChannel] = useState('WHATSAPP');
  const begin = (first: string | null, on = channel) =>
    setPlay(
      Play.begin(
        editor.document,
        {
          channel: on,
          language: editor.document.languages[0] ?? 'en',
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          customer: { name: 'Asha' },
          said: first,
        },
        Date.now(),
      ),
    );
  const standsAt = isSeen && play ? play.trail().current : null;
  useEffect(() => {
    if (standsAt !== null) onStand(standsAt);
  }, [standsAt, onStand]);
  return {
    play,
    channel,
    setPlay,
    begin: (said) => begin(said),
    changeChannel: (next) => {
      setChannel(next);
      if (play) begin(null, next);
    },
  };
}
