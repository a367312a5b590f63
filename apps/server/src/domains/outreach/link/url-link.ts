import { makeCodes } from '#platform/codes.ts';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { Ctx } from '../../../context.ts';
import { linkBase } from './link.rules.ts';
import { insertUrlLinks } from './url-link.repository.ts';

/** Short addresses of web addresses that the caller has checked, in their order; equal ones get one each. */
export async function makeUrlLinks(
  ctx: Ctx,
  tx: Tx,
  { ownerId, urls, expiresAt }: { ownerId: string; urls: readonly string[]; expiresAt: Date },
): Promise<{ url: string; shortUrl: string }[]> {
  const now = ctx.now();
  const codes = makeCodes(urls.length);
  const links = urls.map((target, place) => ({ target, code: codes[place] as string, linkId: idAt(now) }));
  const made = { enterpriseId: ctx.enterpriseId, ownerId, madeBy: ctx.actor.userId, createdAt: now, expiresAt };
  await insertUrlLinks(
    tx,
    links.map((link) => ({ ...link, ...made })),
  );
  return links.map(({ target, code }) => ({ url: target, shortUrl: `${linkBase(ctx.publicUrl())}${code}` }));
}
