import { createHmac, randomBytes } from 'node:crypto';
import { authTypes, type IceServer, type MeetingKind, relayAddresses } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { findOfType } from '../integration/integration.repository.ts';

/** 128 bits: who does not have the address does not find the room. */
const roomBytes = 16;
const validSeconds = 3 * 3600;
/** Credentials of relays are good for an hour: a call that lasts longer gets new ones before its way is looked for again. */
const relaySeconds = 3600;

/** The enterprise's way to video calls: the oldest configuration counts where there are several. */
export type MeetingSettings = { kind: MeetingKind; canRecord: boolean; baseUrl: string; appId: string; relays: string[]; sealed: string };

/** @returns undefined where the enterprise has no service for video calls */
export async function findMeetings(tx: Read, enterpriseId: string): Promise<MeetingSettings | undefined> {
  const [service] = await findOfType(tx, enterpriseId, authTypes.video, 1);
  if (!service) return undefined;
  const { kind, canRecord, baseUrl, appId, relays } = service.settings;
  return { kind, canRecord: kind === 'own' && canRecord, baseUrl, appId, relays: relayAddresses(relays), sealed: service.secret };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An invitation as Jitsi's servers check it: HS256 by the app's secret, for this room alone. */
function signInvitation(claims: { appId: string; host: string; room: string; now: Date }, secret: string): string {
  const { appId, host, room, now } = claims;
  const seconds = Math.floor(now.getTime() / 1000);
  const payload = { aud: 'jitsi', iss: appId, sub: host, room, iat: seconds, nbf: seconds - 60, exp: seconds + validSeconds };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** The address of a room that nobody has been in, on the enterprise’s meeting server. */
export function outsideRoom(ctx: EnterpriseContext, { secrets }: Pick<Deps, 'secrets'>, settings: MeetingSettings): string {
  const { baseUrl, appId, sealed } = settings;
  const room = randomBytes(roomBytes).toString('hex');
  const address = `${baseUrl}/${room}`;
  if (appId === '' || sealed === '') return address;
  const host = new URL(baseUrl).hostname;
  return `${address}?jwt=${signInvitation({ appId, host, room, now: ctx.now() }, secrets.decrypt(sealed))}`;
}

/**
 * Relays of a call for one person. Names and passwords are those that coturn checks by `use-auth-secret`: a name with its expiry, and the
 * HMAC-SHA1 of it by the shared secret.
 */
export function iceServersOf(
  ctx: EnterpriseContext,
  { secrets }: Pick<Deps, 'secrets'>,
  { relays, sealed }: MeetingSettings,
  { roomId, personId }: { roomId: string; personId: string },
): IceServer[] {
  const stuns = relays.filter((address) => address.toLowerCase().startsWith('stun:'));
  const turns = relays.filter((address) => !stuns.includes(address));
  const plain = stuns.length > 0 ? [{ urls: stuns }] : [];
  if (turns.length === 0 || sealed === '') return plain;
  const username = `${Math.floor(ctx.now().getTime() / 1000) + relaySeconds}:${roomId}:${personId}`;
  const credential = createHmac('sha1', secrets.decrypt(sealed)).update(username).digest('base64');
  return [...plain, { urls: turns, username, credential }];
}
