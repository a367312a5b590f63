import { createHmac, randomBytes } from 'node:crypto';
import { authTypes } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { findOfType } from '../integration/integration.repository.ts';

/** 128 bits: who does not have the address does not find the room. */
const roomBytes = 16;
const validSeconds = 3 * 3600;

/** Tells whether the enterprise has a meeting server. */
export const hasMeetings = async (tx: Read, enterpriseId: string): Promise<boolean> =>
  (await findOfType(tx, enterpriseId, authTypes.video, 1)).length > 0;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An invitation as Jitsi's servers check it: HS256 by the app's secret, for this room alone. */
function signInvitation(claims: { appId: string; host: string; room: string; now: Date }, secret: string): string {
  const { appId, host, room, now } = claims;
  const seconds = Math.floor(now.getTime() / 1000);
  const payload = { aud: 'jitsi', iss: appId, sub: host, room, iat: seconds, nbf: seconds - 60, exp: seconds + validSeconds };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/**
 * The address of a room that nobody has been in, on the enterprise’s meeting server; the oldest where there are several.
 * @returns undefined where it has none
 */
export async function makeRoom(ctx: EnterpriseContext, { secrets }: Pick<Deps, 'secrets'>): Promise<string | undefined> {
  const [service] = await ctx.read((tx) => findOfType(tx, ctx.enterpriseId, authTypes.video, 1));
  if (!service) return undefined;
  const { baseUrl, appId } = service.settings;
  const room = randomBytes(roomBytes).toString('hex');
  const address = `${baseUrl}/${room}`;
  if (appId === '' || service.secret === '') return address;
  const host = new URL(baseUrl).hostname;
  return `${address}?jwt=${signInvitation({ appId, host, room, now: ctx.now() }, secrets.decrypt(service.secret))}`;
}
