import { randomBytes } from 'node:crypto';
import { designerAccessHeader, designerAccessSeconds } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { loginRequired } from '#platform/http/domain-error.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Actor, Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { accessJourney } from '../document/journey.access.ts';
import { findAccess, insertAccess, renewAccessUntil } from './access.repository.ts';

const accessBytes = 16;

/** An access for a frame that edits one stream, as the user of this session. @throws DomainError journey.not_found */
export async function openAccess(ctx: Ctx, journeyId: string): Promise<{ accessId: string }> {
  const accessId = randomBytes(accessBytes).toString('base64url');
  const { userId, sessionId } = ctx.actor;
  await ctx.transaction(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId);
    await insertAccess(tx, {
      enterpriseId: ctx.enterpriseId,
      accessHash: hashToken(accessId),
      userId,
      sessionId,
      journeyId,
      expiresAt: endOf(ctx.now()),
    });
  });
  return { accessId };
}

const endOf = (now: Date): Date => new Date(now.getTime() + designerAccessSeconds * 1000);
const accessOf = (request: FastifyRequest): string => String(request.headers[designerAccessHeader] ?? '');

/** @throws DomainError login_required for a call that came by no access */
export async function renewAccess(ctx: Ctx, request: FastifyRequest): Promise<{ seconds: number }> {
  const accessId = accessOf(request);
  const isRenewed = await ctx.transaction((tx) => renewAccessUntil(tx, ctx.enterpriseId, hashToken(accessId), endOf(ctx.now())));
  if (!isRenewed) throw loginRequired();
  return { seconds: designerAccessSeconds };
}

/**
 * The user behind a frame's access, with the rights of now; undefined where it is over, is of another document than the call's, or the
 * session behind it has ended.
 */
export async function authenticateFrame(
  deps: Pick<Deps, 'db' | 'now' | 'actorOfSession'>,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  const accessId = accessOf(request);
  if (accessId.length > 100) return undefined;
  const found = await findAccess(deps.db, hashToken(accessId), deps.now());
  const { journeyId } = request.params as { journeyId?: string };
  if (!found || (journeyId !== undefined && journeyId !== found.journeyId)) return undefined;
  return deps.actorOfSession(found.enterpriseId, found.sessionId);
}
