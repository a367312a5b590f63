import { pagesPath } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnterpriseContext } from '../../../context.ts';
import { isProvedBy } from '../page-proof/proof.service.ts';
import type { WalkPage } from './page.walk.ts';

/** Proof that a page asks for; a test asks for none. */
export const loginOf = ({ encap, link }: WalkPage): 'none' | 'number' | 'code' => (link?.kind === 'test' ? 'none' : encap.properties.login);

const numberProof = (ctx: EnterpriseContext, linkId: string): string => ctx.keyedHash('page login', linkId).toString('base64url');
const cookieIn = (request: FastifyRequest, name: string): string =>
  (request.headers.cookie ?? '')
    .split(/;\s*/)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** Tells whether this browser has proved the number of the link: whoever it was forwarded to has not. An address for everybody shows nothing that would need it. */
export async function isProved(request: FastifyRequest, ctx: EnterpriseContext, page: WalkPage): Promise<boolean> {
  const { link } = page;
  const login = loginOf(page);
  if (!link || login === 'none') return true;
  if (login === 'code') {
    const token = cookieIn(request, 'page');
    return token !== '' && token.length < 100 && (await isProvedBy(ctx, link.linkId, token));
  }
  return link.phone === '' || cookieIn(request, 'walk') === numberProof(ctx, link.linkId);
}

type Proof = { name: 'walk' | 'page'; value: string };
function setProof(reply: FastifyReply, ctx: EnterpriseContext, { encap }: WalkPage, code: string, { name, value }: Proof): FastifyReply {
  const isSecure = ctx.publicUrl().startsWith('https:');
  const site = isSecure && encap.properties.domains.length > 0 ? 'None' : 'Lax';
  const mark = isSecure ? '; Secure' : '';
  return reply.header('set-cookie', `${name}=${value}; Path=${pagesPath}${code}; Max-Age=43200; HttpOnly; SameSite=${site}${mark}`);
}

/** Remembers that this browser has told the number of the link. */
export function proveNumber(reply: FastifyReply, ctx: EnterpriseContext, page: WalkPage, code: string): FastifyReply {
  const { link } = page;
  if (!link || link.phone === '' || loginOf(page) !== 'number') return reply;
  return setProof(reply, ctx, page, code, { name: 'walk', value: numberProof(ctx, link.linkId) });
}

/** Remembers that this browser has told a code. */
export const proveCode = (reply: FastifyReply, ctx: EnterpriseContext, page: WalkPage, code: string, token: string): FastifyReply =>
  setProof(reply, ctx, page, code, { name: 'page', value: token });
