import { pagesPath } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '#platform/db/database.ts';
import { createFailureLimit, type FailureLimit } from '#platform/http/failure-limit.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import type { ListedEncap } from '../encap/encap.repository.ts';
import { ensurePageChannels } from '../encap/encap.service.ts';
import { findLink, updateLink } from '../link/link.repository.ts';
import { askCode, proveByCode, sendAddress, tryCode } from '../page-proof/proof.service.ts';
import { languageOf } from '../page-view/page.reply.ts';
import { type PageTexts, pageTexts } from '../page-view/page.texts.ts';
import { isProved, loginOf, proveCode } from './page.proof.ts';
import type { LaterPanel } from './page.walk.html.ts';
import { beginWalk, openVisitor, remindAtOf, type Shown, viewWalk, type WalkOf, type WalkPage } from './page.walk.ts';

/** Codes that a network may ask for within an hour, and wrong ones that it may try within ten minutes. */
const mostAsked = 20;
const mostWrong = 20;
const languages = ['en', 'hi'];

type Ways = {
  deps: Deps;
  begun: FailureLimit;
  isBusy: (request: FastifyRequest, reply: FastifyReply, ctx: EnterpriseContext, limit: FailureLimit) => Promise<boolean>;
  send: (request: FastifyRequest, reply: FastifyReply, whose: WalkOf, shown: Shown) => Promise<FastifyReply>;
  back: (reply: FastifyReply, code: string) => FastifyReply;
  numberOf: (page: WalkPage, given: string) => { number: string; fault: '' | 'numberInvalid' | 'numberWrong' };
};
type Act = (request: FastifyRequest, reply: FastifyReply, whose: WalkOf, page: WalkPage, given: string) => Promise<FastifyReply>;
type Refused = '' | 'soon' | 'many';
const textOf = (texts: PageTexts, refused: Exclude<Refused, ''>): string => texts[refused === 'soon' ? 'codeSoon' : 'codeMany'];

/** Words about the address with which somebody goes on later. */
export function laterPanel(ctx: EnterpriseContext, { encap, link, codes }: WalkPage, code: string, said: Shown['said']): LaterPanel {
  const { laterTemplateId, codeTemplateId } = encap.properties;
  const isKnown = link !== undefined && (link.phone !== '' || link.reach !== '');
  const way = laterTemplateId === '' ? 'none' : isKnown ? 'known' : codeTemplateId === '' ? 'none' : 'typed';
  return {
    ...{ url: `${ctx.publicUrl()}${pagesPath}${code}`, code, way },
    ...{ isAsked: way === 'typed' && codes.later !== undefined, said: said?.words ?? '', isFault: said?.isFault ?? false },
  };
}

/** Acts by which people prove their number at a page, and get its address. */
export function createCodeActs({ deps, begun, isBusy, send, back, numberOf }: Ways): Record<'ask' | 'prove' | 'later' | 'proveLater', Act> {
  const asked = createFailureLimit({ most: mostAsked, withinMs: 3_600_000, now: deps.now });
  const wrong = createFailureLimit({ most: mostWrong, withinMs: 600_000, now: deps.now });
  const textsOf = (request: FastifyRequest) => pageTexts(languageOf(request, languages, ''));
  const channelOf = (ctx: EnterpriseContext) => async (tx: Tx, encap: ListedEncap) => (await ensurePageChannels(ctx, tx, encap)).production;
  /** The page as it is behind an act. */
  async function again(request: FastifyRequest, reply: FastifyReply, whose: WalkOf, page: WalkPage, shown: Omit<Shown, 'page'>) {
    return send(request, reply, whose, { ...shown, page: (await viewWalk(whose.ctx, whose)) ?? page });
  }

  const ask: Act = async (request, reply, whose, page, given) => {
    const { ctx } = whose;
    if (loginOf(page) !== 'code') return send(request, reply, whose, { page });
    if ((await isBusy(request, reply, ctx, asked)) || (whose.linkId === null && (await isBusy(request, reply, ctx, begun)))) return reply;
    const texts = textsOf(request);
    const known = page.link?.phone ?? '';
    const typed = known === '' ? numberOf(page, given) : { number: known, fault: '' as const };
    if (typed.fault !== '') return send(request, reply, whose, { page, notice: texts[typed.fault], status: 422 });
    asked.charge(request.ip);
    if (whose.linkId === null) begun.charge(request.ip);
    const opened = whose.linkId === null ? await openVisitor(ctx, whose, channelOf(ctx)) : { linkId: whose.linkId, code: whose.code };
    if (!opened) return again(request, reply, whose, page, {});
    const { linkId, code } = opened;
    const refused = await ctx.transaction(async (tx) => {
      await findLink(tx, ctx.enterpriseId, linkId, { lock: true });
      return askCode(ctx, tx, page.encap.properties, { linkId, number: typed.number, purpose: 'login' });
    });
    return refused === '' ? back(reply, code) : again(request, reply, whose, page, { notice: textOf(texts, refused), status: 429 });
  };

  const prove: Act = async (request, reply, whose, page, given) => {
    const { ctx, linkId, code } = whose;
    if (loginOf(page) !== 'code' || linkId === null) return send(request, reply, whose, { page });
    if (await isBusy(request, reply, ctx, wrong)) return reply;
    const token = await proveByCode(ctx, linkId, given);
    if (token === '') {
      wrong.charge(request.ip);
      return again(request, reply, whose, page, { notice: textsOf(request).codeWrong, status: 422 });
    }
    proveCode(reply, ctx, page, code, token);
    // A walk that has begun before goes on where it was.
    await beginWalk(ctx, deps.secrets, whose, '', channelOf(ctx));
    return back(reply, code);
  };

  const isAllowed = async (request: FastifyRequest, whose: WalkOf, page: WalkPage) =>
    page.link !== undefined && page.encap.properties.laterTemplateId !== '' && (await isProved(request, whose.ctx, page));

  const later: Act = async (request, reply, whose, page, given) => {
    const { ctx, linkId, code } = whose;
    const texts = textsOf(request);
    if (linkId === null || !(await isAllowed(request, whose, page))) return send(request, reply, whose, { page });
    if (await isBusy(request, reply, ctx, asked)) return reply;
    const { properties } = page.encap;
    const known = page.link?.phone || page.link?.reach || '';
    // An address for one person goes to that person alone; whoever else holds it gets nothing by it.
    const typed = known === '' ? numberOf(page, given) : { number: known, fault: '' as const };
    const fault = typed.fault !== '' ? texts[typed.fault] : known === '' && properties.codeTemplateId === '' ? texts.notSent : '';
    if (fault !== '') return send(request, reply, whose, { page, said: { words: fault, isFault: true }, status: 422 });
    asked.charge(request.ip);
    const refused = await ctx.transaction(async (tx) => {
      await findLink(tx, ctx.enterpriseId, linkId, { lock: true });
      return known === ''
        ? askCode(ctx, tx, properties, { linkId, number: typed.number, purpose: 'later' })
        : sendAddress(ctx, tx, properties, { linkId, number: known, code });
    });
    const words = refused !== '' ? textOf(texts, refused) : known === '' ? '' : texts.addressSent;
    return again(request, reply, whose, page, { said: { words, isFault: refused !== '' }, status: refused === '' ? 200 : 429 });
  };

  const proveLater: Act = async (request, reply, whose, page, given) => {
    const { ctx, linkId, code } = whose;
    const texts = textsOf(request);
    if (linkId === null || !(await isAllowed(request, whose, page))) return send(request, reply, whose, { page });
    if (await isBusy(request, reply, ctx, wrong)) return reply;
    const isRight = await ctx.transaction(async (tx) => {
      const number = await tryCode(ctx, tx, linkId, 'later', given);
      if (number === '') return false;
      const link = await findLink(tx, ctx.enterpriseId, linkId);
      const remindAt = link ? remindAtOf(page.launch, { ...link, reach: number }, ctx.now()) : null;
      await updateLink(tx, ctx.enterpriseId, linkId, { reach: number, remindAt });
      await sendAddress(ctx, tx, page.encap.properties, { linkId, number, code });
      return true;
    });
    if (!isRight) wrong.charge(request.ip);
    const words = isRight ? texts.addressSent : texts.codeWrong;
    return again(request, reply, whose, page, { said: { words, isFault: !isRight }, status: isRight ? 200 : 422 });
  };

  return { ask, prove, later, proveLater };
}
