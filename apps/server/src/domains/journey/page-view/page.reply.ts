import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Read } from '#platform/db/database.ts';
import { makeNonce } from '#platform/http/security.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readBrand } from '../../account/door.ts';
import { type Brand, sayPage } from './page.html.ts';

/** The installation's own look, where nobody knows whose page it would have been. */
export const plainBrand: Brand = { title: 'Parley', logo: '', primary: '#0f6f78', primaryText: '#ffffff' };

export const brandOf = (ctx: EnterpriseContext): Promise<Brand> =>
  ctx.read(async (tx: Read) => {
    const { info, logoPath, colors } = await readBrand(tx, ctx.enterpriseId);
    return { title: info.title, logo: logoPath, primary: colors.primary, primaryText: colors.primaryText };
  });

/** Headers of every page. @param framedBy websites that may show it in a frame; none */
export const head = (reply: FastifyReply, nonce: string, framedBy: readonly string[] = []): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
    .header('permissions-policy', 'geolocation=(self), camera=(self), microphone=()')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'self' 'nonce-${nonce}'; img-src 'self' data:; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
    )
    .type('text/html; charset=utf-8');

/** A page of one sentence. */
export function say(
  reply: FastifyReply,
  status: number,
  { title, words, language, brand }: { title: string; words: string; language: string; brand: Brand },
) {
  const nonce = makeNonce();
  return head(reply.code(status), nonce).send(sayPage({ brand, title, language, nonce, script: false }, words));
}

/** The language of a page: the one in the address, else the person's own or the browser's, as far as the page has it. */
export function languageOf(request: FastifyRequest, known: readonly string[], own: string): string {
  const { lang } = request.query as { lang?: unknown };
  const wanted =
    typeof lang === 'string'
      ? [lang]
      : [own, ...(request.headers['accept-language'] ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? '')];
  const found = wanted
    .map((one) => known.find((other) => other === one || other.split('-')[0] === one.split('-')[0]))
    .find((one) => one !== undefined);
  return found ?? known[0] ?? 'en';
}
