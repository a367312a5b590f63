import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { forgetExpired, insertSpent, isSpentToken } from './download.repository.ts';

const tokenMs = 15 * 60_000;

/** Purpose of a request to a link: its bytes, which spends its token, or their headers (HEAD), which spends nothing. */
export type Following = 'download' | 'look';
export const followingOf = ({ method }: { method: string }): Following => (method === 'HEAD' ? 'look' : 'download');

/**
 * Makes the token of one download link of this session. It is valid for the next quarter of an hour, and no longer than the session lasts
 * (UPLOAD-013).
 */
export const makeDownloadToken = (secrets: Secrets, ctx: Ctx): string =>
  secrets.sign(`session:${ctx.enterpriseId}:${ctx.actor.sessionId}:${newId()}`, new Date(ctx.now().getTime() + tokenMs));

/**
 * The user of a download token whose session is still open, with what they may do now; the token is spent by it, also where they may not.
 * @throws DomainError file.link_used when it was spent before
 */
export async function actorOfToken(deps: Deps, accessId: string, following: Following): Promise<Actor | undefined> {
  const [kind, enterpriseId = '', sessionId = '', tokenId = ''] = deps.secrets.verify(accessId, deps.now())?.split(':') ?? [];
  // A token of an earlier version has no id of its own.
  if (kind !== 'session' || tokenId === '') return undefined;
  const actor = await deps.actorOfSession(enterpriseId, sessionId);
  if (!actor || actor.mustEnrol) return undefined;
  const isFresh = following === 'look' ? !(await isSpent(deps, enterpriseId, tokenId)) : await spend(deps, enterpriseId, tokenId);
  if (!isFresh) throw new DomainError('file.link_used', 'This download link was used already. Start the download again.', {});
  return actor;
}

const isSpent = (deps: Deps, enterpriseId: string, tokenId: string): Promise<boolean> =>
  enterpriseContext(deps, enterpriseId).read((tx) => isSpentToken(tx, enterpriseId, tokenId));

/** Spends a token; of two requests to one link at once, the unique key lets one pass. @returns whether the token was unspent */
const spend = (deps: Deps, enterpriseId: string, tokenId: string): Promise<boolean> =>
  enterpriseContext(deps, enterpriseId).transaction(async (tx) => {
    const now = deps.now();
    await forgetExpired(tx, enterpriseId, now);
    return insertSpent(tx, enterpriseId, tokenId, new Date(now.getTime() + tokenMs));
  });
