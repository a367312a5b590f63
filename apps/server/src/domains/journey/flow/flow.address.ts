import { timingSafeEqual } from 'node:crypto';
import { flowHookPath } from '@parley/contract';
import { codeOf } from '#platform/codes.ts';
import type { Deps } from '../../../deps.ts';

type Hashing = { secrets: Pick<Deps['secrets'], 'keyedHash'> };
const codeFor = ({ secrets }: Hashing, channelId: string): string => codeOf(secrets.keyedHash('flow endpoint', channelId));

/** Address at which phones ask for the screens of a channel's flows: the channel, and a proof of it that nobody can guess. */
export const flowEndpointOf = (deps: Hashing, publicUrl: string, channelId: string): string =>
  `${publicUrl}${flowHookPath}${channelId.replaceAll('-', '')}${codeFor(deps, channelId)}`;

/** The channel that an address is for; undefined for an address that is nobody's. */
export function channelOfEndpoint(deps: Hashing, secret: string): string | undefined {
  const [, one, two, three, four, five, code] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9A-Za-z]{16})$/.exec(secret) ?? [];
  if (code === undefined) return undefined;
  const channelId = [one, two, three, four, five].join('-');
  return timingSafeEqual(Buffer.from(code), Buffer.from(codeFor(deps, channelId))) ? channelId : undefined;
}
