import { openDialog } from '../../../lib/dialogs.ts';
import { beforeSignOut } from '../../../lib/session.ts';
import { chatCardWords } from '../../../locales/chat-card.ts';
import { listDraftFiles } from './drafts.ts';
import { isVoiceFile } from './reply-files.ts';

/** Recordings that are made, and sent files on their way to the server: this page alone has them. */
const held = new Set<symbol>();

/** Asks before the page is closed, or its person signs out. @returns ends it */
export function holdHere(): () => void {
  const hold = Symbol('held');
  held.add(hold);
  return () => void held.delete(hold);
}

const inReplies = () => listDraftFiles().filter((file) => file instanceof File);

globalThis.addEventListener?.('beforeunload', (event) => {
  if (held.size > 0 || inReplies().length > 0) event.preventDefault();
});
// A file of the disk can be chosen again, and what was spoken cannot.
beforeSignOut(async () => {
  if (held.size === 0 && !inReplies().some(isVoiceFile)) return true;
  const say = chatCardWords.leave;
  return openDialog({ type: 'confirm', title: say('title'), text: say('text'), confirm: say('confirm'), cancel: say('stay') });
});
