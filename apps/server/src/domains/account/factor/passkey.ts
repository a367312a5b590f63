import { factorLimits } from '@parley/contract';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FactorRow } from './factor.repository.ts';

/** The page that asks, as its browser names it: passkeys belong to its host. */
export type WebOrigin = { origin: string; host: string };

/** Loaded by the first passkey: it takes a sixth of the time in which the program starts. */
const loadLibrary = () => import('@simplewebauthn/server');

const timeoutMs = factorLimits.challengeMinutes * 60_000;
type StoredPasskey = Pick<FactorRow, 'credentialId' | 'transports'>;
const describe = (known: readonly StoredPasskey[]) =>
  known.flatMap(({ credentialId, transports }) => (credentialId ? [{ id: credentialId.toString('base64url'), transports }] : []));

/** Returns the options with which a browser makes a passkey: verified by the person, and known to no vendor. */
export async function passkeyToMake(
  { host }: WebOrigin,
  user: { userId: string; email: string; name: string; title: string },
  known: readonly StoredPasskey[],
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: user.title,
    rpID: host,
    userID: new Uint8Array(Buffer.from(user.userId.replaceAll('-', ''), 'hex')),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    timeout: timeoutMs,
    excludeCredentials: describe(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

export async function passkeyToUse({ host }: WebOrigin, known: readonly StoredPasskey[]) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({ rpID: host, allowCredentials: describe(known), userVerification: 'required', timeout: timeoutMs });
}

export type NewPasskey = { credentialId: Buffer; publicKey: Buffer; counter: number; transports: string[] };

const transportNames = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** @returns undefined for what is no answer to this challenge, from another page, or not verified by the person */
export async function readNewPasskey(response: unknown, challenge: string, { origin, host }: WebOrigin): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports.filter((name) => transportNames.has(name)),
    };
  } catch {
    // The library throws for any fault in the browser's data.
    return undefined;
  }
}

/** The id of the passkey that an answer names. */
export function credentialIdOf(response: unknown): Buffer | undefined {
  const id = typeof response === 'object' && response !== null && 'id' in response ? response.id : undefined;
  return typeof id === 'string' && id !== '' && id.length <= 2000 ? Buffer.from(id, 'base64url') : undefined;
}

/** @returns the passkey's counter, for an answer that it has signed for this challenge on this page */
export async function checkPasskey(
  response: unknown,
  challenge: string,
  { origin, host }: WebOrigin,
  passkey: FactorRow,
): Promise<number | undefined> {
  if (!passkey.credentialId || !passkey.publicKey || challenge === '') return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
