import type { WaitingKind } from '@parley/contract';
import type { NotificationWord } from '../../../locales/chat.ts';

/** The dropdown's order is the contract's `waitingKinds`; these are the words of each kind's list. */
export const chooseWords = {
  transferred: 'chooseTransferred',
  new: 'chooseNew',
  invited: 'chooseInvited',
  assigned: 'chooseAssigned',
  missed: 'chooseMissed',
} as const satisfies Record<WaitingKind, NotificationWord>;
