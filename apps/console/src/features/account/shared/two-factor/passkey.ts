import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

const load = () => import('@simplewebauthn/browser');

/** Passkeys belong to a name: a page that is opened by its IP address has none. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** @returns what the browser has made, or undefined when the user gave it up */
export const makePasskey = (options: Record<string, unknown>): Promise<Record<string, unknown> | undefined> =>
  unlessGivenUp(async () => {
    const { startRegistration } = await load();
    return { ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })) };
  });

export const askPasskey = (options: Record<string, unknown>): Promise<Record<string, unknown> | undefined> =>
  unlessGivenUp(async () => {
    const { startAuthentication } = await load();
    return { ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })) };
  });

async function unlessGivenUp<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    // Closing the browser's own dialog, or letting it run out, is no failure.
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined;
    throw error;
  }
}
