import { type ChatDetail, ChatSide, noteLimit, z } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { chatKeys } from '../shared/chat.queries.ts';
import { mergeSides } from '../shared/chat.rules.ts';
import { mentionedIn } from './mention-text.ts';
import { emptyNote, getNoteDraft, setNoteDraft } from './note-draft.ts';

const Answer = z.object({ side: ChatSide });

/** A note until the server has it: refused or cut off, its words stay, and another try is the same note. */
export function useNote(chatId: string) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => getNoteDraft(chatId));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const left = noteLimit - draft.text.length;
  const canSend = !isBusy && draft.text.trim() !== '' && left >= 0;

  const keep = (next: typeof draft) => {
    setDraft(next);
    setNoteDraft(chatId, next);
  };
  const change = (text: string) => {
    setProblem('');
    keep({ ...draft, text });
  };
  const mention = (text: string, person: { uId: string; name: string }) =>
    keep({ ...draft, text, mentions: [...draft.mentions.filter(({ uId }) => uId !== person.uId), person] });
  const send = async () => {
    if (!canSend) return;
    setBusy(true);
    setProblem('');
    try {
      const mentions = mentionedIn(draft.text, draft.mentions).map(({ uId }) => uId);
      const answer = await liveClient.request('chatNote', { chatId, key: draft.key, text: draft.text, mentions });
      const written = Answer.safeParse(answer).data?.side;
      if (written)
        client.setQueryData<ChatDetail>(chatKeys.detail(chatId), (known) =>
          known && written.number <= known.lastSide + 1
            ? { ...known, sides: mergeSides(known.sides, [written]), lastSide: Math.max(known.lastSide, written.number) }
            : known,
        );
      // Words that were typed meanwhile are the next note.
      const now = getNoteDraft(chatId);
      keep(now.text === draft.text ? emptyNote() : { ...emptyNote(), text: now.text, mentions: now.mentions });
    } catch (error) {
      setProblem(describeFailure(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { text: draft.text, left, canSend, isBusy, problem, change, mention, send };
}
