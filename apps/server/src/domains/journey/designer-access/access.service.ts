import { randomBytes } from 'node:crypto';
import { type DesignerKind, designerAccessHeader, designerAccessSeconds, formReaders, streamFrameReaders } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { accessDenied, loginRequired } from '#platform/http/domain-error.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { accessJourney } from '../document/journey.access.ts';
import { accessForm } from '../form/form.access.ts';
import { type DesignerAccess, findAccess, insertAccess, renewAccessUntil } from './access.repository.ts';

const accessBytes = 16;

/** An access for a frame that edits one document, as the user of this session. @throws DomainError 1403, journey.not_found or form.not_found */
export async function openAccess(ctx: Ctx, { kind, id }: { kind: DesignerKind; id: string }): Promise<{ accessId: string }> {
  const accessId = randomBytes(accessBytes).toString('base64url');
  const { userId, sessionId } = ctx.actor;
  const isOfStream = kind === 'journey';
  const needed = isOfStream ? streamFrameReaders : formReaders;
  if (!needed.some((permission) => can(ctx.actor, permission))) throw accessDenied(needed);
  await ctx.transaction(async (tx) => {
    await (isOfStream ? accessJourney(tx, ctx.enterpriseId, id) : accessForm(tx, ctx.enterpriseId, id));
    await insertAccess(tx, {
      enterpriseId: ctx.enterpriseId,
      accessHash: hashToken(accessId),
      userId,
      sessionId,
      journeyId: isOfStream ? id : null,
      formId: isOfStream ? null : id,
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
  if (!found || !isOfDocument(found, request)) return undefined;
  const actor = await deps.actorOfSession(found.enterpriseId, found.sessionId);
  return actor && { ...actor, frame: { formId: found.formId ?? '' } };
}

/** A call names the document of the access, or none: one without is looked at again where its body is read. */
function isOfDocument({ journeyId, formId }: DesignerAccess, request: FastifyRequest): boolean {
  const asked = request.params as { journeyId?: string; formId?: string };
  return (asked.journeyId === undefined || asked.journeyId === journeyId) && (asked.formId === undefined || asked.formId === formId);
}
