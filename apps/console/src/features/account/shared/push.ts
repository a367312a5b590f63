import { api } from '../../../lib/api.ts';

/** Storage key of the user who has switched pushes on in this browser: it is registered anew with each of their sessions. */
const chosenKey = 'push-of';
const readChosen = (): string | null => {
  try {
    return localStorage.getItem(chosenKey);
  } catch {
    return null;
  }
};
function keepChosen(userId: string | null): void {
  try {
    if (userId) localStorage.setItem(chosenKey, userId);
    else localStorage.removeItem(chosenKey);
  } catch {}
}

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** The browser, or the push service of its vendor, takes no subscription. */
export class SubscriptionFailed extends Error {}

const subscriptionOf = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null;

/** Tells whether this browser is switched on for a user. */
export const isPushedTo = async (userId: string): Promise<boolean> =>
  canPush() && Notification.permission === 'granted' && readChosen() === userId && (await subscriptionOf()) !== null;

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const isSameKey = (held: ArrayBuffer | null, wanted: Uint8Array): boolean => {
  const own = new Uint8Array(held ?? new ArrayBuffer());
  return own.length === wanted.length && own.every((byte, index) => byte === wanted[index]);
};

/** Registers the worker that shows pushes, and says so where a page is opened without a network. */
export const registerWorker = (language: string): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(`/push-worker.js?language=${language}`, { scope: '/', updateViaCache: 'none' });

async function subscribe(publicKey: string, language: string): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(publicKey);
  try {
    await registerWorker(language);
    const { pushManager } = await navigator.serviceWorker.ready;
    const held = await pushManager.getSubscription();
    if (held && isSameKey(held.options.applicationServerKey, applicationServerKey)) return held;
    // An installation with another key cannot reach what was subscribed with the former one.
    await held?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch (cause) {
    throw new SubscriptionFailed('The browser gave no subscription.', { cause });
  }
}

const tokenOf = (subscription: PushSubscription): string => JSON.stringify(subscription);

/** @throws SubscriptionFailed, or what the server says */
export async function switchPushOn(userId: string, publicKey: string, language: string): Promise<void> {
  const subscription = await subscribe(publicKey, language);
  await api.users.registerDevice({ body: { token: tokenOf(subscription) } });
  keepChosen(userId);
}

export async function switchPushOff(): Promise<void> {
  keepChosen(null);
  const subscription = await subscriptionOf();
  if (!subscription) return;
  await api.notifications.removeDevice({ body: { token: tokenOf(subscription) } });
  await subscription.unsubscribe();
}

/** Registers this browser with the session of now, where its user has switched it on. */
export async function renewPush(userId: string, language: string): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted' || readChosen() !== userId) return;
  const { publicKey } = await api.notifications.pushKey({});
  if (publicKey) await switchPushOn(userId, publicKey, language);
}
