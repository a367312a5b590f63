import type { ChatWord } from '../../../locales/chat.ts';

/** The single keys of the conversation screen, for the list of the frame. */
export const chatShortcuts: readonly { key: string; word: ChatWord }[] = [
  { key: 'J', word: 'keyNext' },
  { key: 'K', word: 'keyPrevious' },
  { key: '/', word: 'keySearch' },
  { key: 'R', word: 'keyReply' },
  { key: 'A', word: 'keyTransfer' },
  { key: 'I', word: 'keyInvite' },
  { key: 'P', word: 'keyPin' },
  { key: 'L', word: 'keyLabel' },
  { key: 'S', word: 'keySuspend' },
  { key: 'E', word: 'keyClose' },
];
