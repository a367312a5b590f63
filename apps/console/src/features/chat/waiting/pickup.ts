import type { ChatCounts, LiveRequestType, WaitingKind } from '@parley/contract';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { chatWords } from '../../../locales/chat.ts';
import { countOf } from '../shared/chat.live.ts';
import type { OfferedKind } from './offer-toast.tsx';

/** The message that picks up a chat of each kind (RT-012 to RT-016). */
export const pickupRequests = {
  new: 'agentPickupChat',
  transferred: 'acceptTransfer',
  missed: 'agentMissedChatPickup',
  assigned: 'acceptAssign',
  invited: 'acceptInvite',
} as const satisfies Record<WaitingKind, LiveRequestType>;

/** Gives back what a colleague offered. */
export async function decline(kind: OfferedKind, chatId: string): Promise<void> {
  try {
    await liveClient.request('declineOffer', { chatId, kind });
  } catch (error) {
    live.toast(describeFailure(error).message);
  }
}

export type PickupDeps = {
  request: (type: LiveRequestType, data: { chatId?: string }) => Promise<unknown>;
  toast: (message: string) => void;
  refreshCounts: () => void;
};

const live: PickupDeps = {
  request: (type, data) => liveClient.request(type, data as never),
  toast: (message) => showToast('error', message),
  refreshCounts: () => dispatchEvent(new Event('updateChatCount')),
};

/**
 * Picks up a chat of a kind: the named one, or the one that waits longest. Where nothing waits, nothing is sent.
 * @returns whether it was picked up
 */
export async function pickUp(
  kind: WaitingKind,
  counts: ChatCounts | undefined,
  chatId?: string,
  deps: PickupDeps = live,
): Promise<boolean> {
  if (countOf(counts, kind) === 0) {
    deps.toast(chatWords.nothingToPickTexts(kind));
    return false;
  }
  try {
    await deps.request(pickupRequests[kind], chatId ? { chatId } : {});
    return true;
  } catch (error) {
    deps.toast(describeFailure(error).message);
    deps.refreshCounts();
    return false;
  }
}
