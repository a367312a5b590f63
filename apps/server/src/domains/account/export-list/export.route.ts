import { Readable } from 'node:stream';
import type { Endpoint } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordChange } from '#platform/audit/trail.ts';
import { loginRequired } from '#platform/http/domain-error.ts';
import { route } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import type { AnyList, ExportDefinition, FilterOf } from './export.definition.ts';
import { piecesOf } from './export.lines.ts';
import { assertReads } from './export.open.ts';

/** Answers a file: nobody's type of content is guessed from its bytes. */
export const asFile = (reply: FastifyReply, name: string): FastifyReply =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('document', name));

async function* textOf(ctx: Ctx, list: AnyList): AsyncGenerator<string> {
  for await (const { text } of piecesOf(ctx, list)) yield text;
}

/** Sends a list as a file while it is read. One entry of the trail for it, before its first row leaves; a look at its headers leaves none. */
export async function sendExport<E extends Endpoint>(
  ctx: Ctx,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  definition: ExportDefinition<E>,
  filter: FilterOf<E>,
): Promise<FastifyReply> {
  const list = await definition.open(ctx, filter);
  const { trail } = list;
  if (trail && request.method !== 'HEAD')
    await ctx.transaction((tx) => {
      recordChange(ctx, tx, { ...trail, action: 'export' });
      return Promise.resolve();
    });
  return asFile(reply, list.name).send(Readable.from(textOf(ctx, list)));
}

/** Registers the link of a list: a browser follows it with a download token instead of the session's header. */
export function exportRoute<E extends Endpoint>(app: FastifyInstance, deps: Deps, definition: ExportDefinition<E>): void {
  route(app, definition.download as Endpoint, async (_ctx, { params, query, request, reply }) => {
    const { 'x-access-id': accessId, ...asked } = (query ?? {}) as unknown as Record<string, unknown>;
    const actor = await downloaderOf(app, deps, request, String(accessId ?? ''));
    if (!actor) throw definition.stranger?.() ?? loginRequired();
    assertReads(actor, definition);
    if (definition.isProved) await app.assertProved(actor);
    const filter = { ...asked, ...((params ?? {}) as unknown as Record<string, unknown>) } as FilterOf<E>;
    return sendExport(app.contextOf(request, actor), { request, reply }, definition, filter);
  });
}
