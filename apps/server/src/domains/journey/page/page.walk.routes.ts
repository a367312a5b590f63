import { pagesPath } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFailureLimit, type FailureLimit } from '#platform/http/failure-limit.ts';
import { makeNonce } from '#platform/http/security.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { contrastRatio } from '../../account/door.ts';
import { createInbound } from '../../chat/door.ts';
import { readNumber } from '../../customer/door.ts';
import { seenAs } from '../../outreach/door.ts';
import { ensurePageChannels } from '../encap/encap.service.ts';
import { noteSeen, type Pages, viewFilling } from '../filling/filling.act.ts';
import type { ScreenPage } from '../page-view/page.html.ts';
import { brandOf, head, languageOf, say } from '../page-view/page.reply.ts';
import { type PageTexts, pageTexts } from '../page-view/page.texts.ts';
import { readPosted } from './page.body.ts';
import { isProved, loginOf, proveNumber } from './page.proof.ts';
import { drawScreen } from './page.screen.ts';
import { createCodeActs, laterPanel } from './page.walk.code.ts';
import { beginOf, codeOf, type ThreadPage, threadOf, walkPage } from './page.walk.html.ts';
import { beginWalk, hintOf, noteOpening, type Shown, sayOnPage, viewWalk, type WalkOf, type WalkPage } from './page.walk.ts';

/** Walks that a network may begin by addresses that everybody may open, within an hour. */
const mostBegun = 30;
/** Numbers that a network may try at pages that ask for one, within ten minutes. */
const mostTries = 5;
const languages = ['en', 'hi'];

/** Pages of encaps: a walk as a conversation, drawn by the server; forms of it stand in the page. */
export function createWalkPages(deps: Deps, pages: Pages) {
  const inbound = createInbound(deps);
  const begun = createFailureLimit({ most: mostBegun, withinMs: 3_600_000, now: deps.now });
  const tries = createFailureLimit({ most: mostTries, withinMs: 600_000, now: deps.now });

  const titleOf = ({ encap }: WalkPage): string => encap.properties.title || encap.name;

  async function unknown(request: FastifyRequest, reply: FastifyReply, ctx: EnterpriseContext) {
    const language = languageOf(request, languages, '');
    return say(reply, 404, { title: pageTexts(language).unknown, words: '', language, brand: await brandOf(ctx) });
  }

  async function screenOf(ctx: EnterpriseContext, { filling }: WalkPage, language: string, code: string): Promise<ScreenPage | undefined> {
    if (!filling) return undefined;
    const view = await viewFilling(ctx, pages, filling.fillingId);
    if (view?.filling.state !== 'OPEN') return undefined;
    await noteSeen(ctx, view);
    return { ...(await drawScreen(ctx, deps.secrets, { view, code: filling.code, language })), within: code };
  }

  /** Words of an end; '' while something may still be done. */
  function endOf({ link, encap }: WalkPage, texts: PageTexts): string {
    if (link?.state === 'COMPLETED') return encap.properties.doneText || texts.walkDone;
    if (link?.state === 'ENDED') return link.instanceId === null ? texts.before : texts.walkEnded;
    return '';
  }

  const isWithPeople = ({ thread }: WalkPage): boolean => thread?.handledBy === 'agent' || thread?.handledBy === 'queue';
  const isOver = (page: WalkPage): boolean => (page.link?.state === 'COMPLETED' || page.link?.state === 'ENDED') && !isWithPeople(page);

  async function threadPage(
    ctx: EnterpriseContext,
    page: WalkPage,
    { language, code, notice }: { language: string; code: string; notice: string },
  ): Promise<ThreadPage> {
    const texts = pageTexts(language);
    const overWords = endOf(page, texts);
    return {
      code,
      publicUrl: ctx.publicUrl(),
      thread: page.thread,
      screen: overWords === '' ? await screenOf(ctx, page, language, code) : undefined,
      isOver: isOver(page),
      overWords,
      canWrite: true,
      isAwaited: page.isAwaited,
      sent: newId(),
      notice,
      properties: { ...page.encap.properties, title: titleOf(page) },
    };
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { ctx, code }: WalkOf,
    { page, notice = '', status = 200, said }: Shown,
  ) {
    const language = languageOf(request, languages, '');
    const texts = pageTexts(language);
    const own = await brandOf(ctx);
    const { properties } = page.encap;
    const brand = { ...own, ...(properties.colour === '' ? {} : { primary: properties.colour, primaryText: inkOn(properties.colour) }) };
    const title = titleOf(page);
    if (page.refusal !== '') {
      const words = page.refusal === 'linkExpired' ? properties.expiredText || texts.linkExpired : texts[page.refusal];
      return say(reply, page.refusal === 'notYet' || page.refusal === 'walkPaused' ? 200 : 410, { title, words, language, brand });
    }
    const nonce = makeNonce();
    const framing = { brand, title, language, nonce, script: true };
    const isInside =
      page.link !== undefined && (page.link.instanceId !== null || page.link.state === 'ENDED' || page.link.state === 'COMPLETED');
    const isKnown = await isProved(request, ctx, page);
    const thread = isInside && isKnown ? await threadPage(ctx, page, { language, code, notice }) : undefined;
    const hint = page.link && page.link.phone !== '' ? hintOf(page.link.phone) : '';
    const asksCode = loginOf(page) === 'code' && (!page.link || !isKnown);
    const body = thread
      ? threadOf(texts, thread, { title, language })
      : asksCode
        ? codeOf(texts, { code, properties, title, hint, isSent: page.codes.login !== undefined, notice, typed: '' })
        : beginOf(texts, { ...{ code, properties, title, notice, hint }, asksNumber: loginOf(page) === 'number' });
    const later =
      page.link && page.link.kind !== 'test' && isKnown && !asksCode && !isOver(page) ? laterPanel(ctx, page, code, said) : undefined;
    return head(reply.code(status), nonce, properties.domains).send(
      walkPage(framing, texts, body, { code, privacyUrl: properties.privacyUrl, refreshes: thread?.isAwaited === true, later }),
    );
  }

  const back = (reply: FastifyReply, code: string) => head(reply.code(303), makeNonce()).header('location', `${pagesPath}${code}`).send('');

  /** The number that somebody has proved nothing by but that they know it. @returns why it is not taken; '' where it is */
  function faultOfNumber({ link }: WalkPage, given: string): { number: string; fault: '' | 'numberInvalid' | 'numberWrong' } {
    const read = readNumber(given, undefined);
    if (!('number' in read) || read.number === '') return { number: '', fault: 'numberInvalid' };
    const isOther = link !== undefined && link.phone !== '' && link.phone !== read.number;
    return { number: read.number, fault: isOther ? 'numberWrong' : '' };
  }

  async function isBusy(request: FastifyRequest, reply: FastifyReply, ctx: EnterpriseContext, limit: FailureLimit): Promise<boolean> {
    const retryAfter = limit.retryAfterSeconds(request.ip);
    if (retryAfter === undefined) return false;
    const language = languageOf(request, languages, '');
    const title = pageTexts(language).busy;
    void say(reply.header('retry-after', retryAfter), 429, { title, words: '', language, brand: await brandOf(ctx) });
    return true;
  }

  async function begin(request: FastifyRequest, reply: FastifyReply, whose: WalkOf, page: WalkPage, given: string) {
    const { ctx } = whose;
    const texts = pageTexts(languageOf(request, languages, ''));
    const busy = (limit: FailureLimit) => isBusy(request, reply, ctx, limit);
    if (whose.linkId === null && (await busy(begun))) return reply;
    if (loginOf(page) === 'code' && (!page.link || !(await isProved(request, ctx, page)))) return send(request, reply, whose, { page });
    let number = '';
    if (loginOf(page) === 'number') {
      if (await busy(tries)) return reply;
      const asked = faultOfNumber(page, given);
      if (asked.fault !== '') {
        if (asked.fault === 'numberWrong') tries.charge(request.ip);
        return send(request, reply, whose, { page, notice: texts[asked.fault], status: 422 });
      }
      ({ number } = asked);
    }
    if (whose.linkId === null) begun.charge(request.ip);
    const outcome = await beginWalk(
      ctx,
      deps.secrets,
      whose,
      number,
      async (tx, encap) => (await ensurePageChannels(ctx, tx, encap)).production,
    );
    if (!outcome) return unknown(request, reply, ctx);
    if ('refused' in outcome) {
      const current = await viewWalk(ctx, whose);
      return current ? send(request, reply, whose, { page: current }) : unknown(request, reply, ctx);
    }
    return back(proveNumber(reply, ctx, page, outcome.code), outcome.code);
  }

  async function speak(
    request: FastifyRequest,
    reply: FastifyReply,
    whose: WalkOf,
    page: WalkPage,
    posted: Awaited<ReturnType<typeof readPosted>>,
  ) {
    const { ctx, code } = whose;
    const texts = pageTexts(languageOf(request, languages, ''));
    const { link } = page;
    const pick = (name: string) => posted.words.get(name)?.[0] ?? '';
    const [attachment = null] = posted.attachments;
    const pressed = pressOf(pick('press'));
    const text = pressed ? pressed.title : pick('words').slice(0, 4000).trim();
    if (!link || link.instanceId === null || !(await isProved(request, ctx, page))) return send(request, reply, whose, { page });
    if (posted.fault !== '') return send(request, reply, whose, { page, notice: texts[posted.fault], status: 422 });
    // Nobody is asked for anything any more: words would wait in a queue that the person does not see.
    if (isOver(page)) return back(reply, code);
    if (text === '' && !attachment) return back(reply, code);
    await sayOnPage(ctx, inbound, link, code, { text, payload: pressed?.id ?? '', attachment, key: pick('key').slice(0, 64) });
    return back(reply, code);
  }

  const codes = createCodeActs({ deps, begun, isBusy, send, back, numberOf: faultOfNumber });

  return {
    async show(request: FastifyRequest, reply: FastifyReply, whose: WalkOf) {
      const page = await viewWalk(whose.ctx, whose, { waits: true });
      if (!page) return unknown(request, reply, whose.ctx);
      // A page that leads to itself is no opening, nor is a page that asks what has changed.
      const isOwn = request.headers['sec-fetch-site'] === 'same-origin';
      if (!isOwn) {
        const person = seenAs({ method: request.method, headers: request.headers }) !== 'previewer';
        await noteOpening(whose.ctx, page, person);
      }
      return send(request, reply, whose, { page });
    },
    async act(request: FastifyRequest, reply: FastifyReply, whose: WalkOf) {
      const page = await viewWalk(whose.ctx, whose);
      if (!page) return unknown(request, reply, whose.ctx);
      // Nothing of somebody who is not inside is kept.
      const keepsFiles =
        page.refusal === '' && page.link?.instanceId != null && !isOver(page) && (await isProved(request, whose.ctx, page));
      const posted = await readPosted(whose.ctx, request, { keepsFiles });
      if (page.refusal !== '') return send(request, reply, whose, { page });
      const pick = (name: string) => posted.words.get(name)?.[0] ?? '';
      switch (pick('act')) {
        case 'begin':
          return begin(request, reply, whose, page, pick('number'));
        case 'code':
          return codes.ask(request, reply, whose, page, pick('number'));
        case 'prove':
          return codes.prove(request, reply, whose, page, pick('code'));
        case 'later':
          return codes.later(request, reply, whose, page, pick('number'));
        case 'laterCode':
          return codes.proveLater(request, reply, whose, page, pick('code'));
        default:
          return speak(request, reply, whose, page, posted);
      }
    },
    /** The thread alone, for a page that was told of a change. */
    async thread(request: FastifyRequest, reply: FastifyReply, whose: WalkOf) {
      const page = await viewWalk(whose.ctx, whose, { waits: true });
      if (!page?.link || page.refusal !== '' || !(await isProved(request, whose.ctx, page))) return reply.code(404).send('');
      const language = languageOf(request, languages, '');
      const title = titleOf(page);
      const thread = await threadPage(whose.ctx, page, { language, code: whose.code, notice: '' });
      return head(reply, makeNonce()).send(threadOf(pageTexts(language), thread, { title, language }).text);
    },
  };
}

function pressOf(given: string): { id: string; title: string } | undefined {
  if (given === '' || given.length > 4000) return undefined;
  try {
    const { id, title } = JSON.parse(given) as { id?: unknown; title?: unknown };
    return typeof id === 'string' && typeof title === 'string' ? { id: id.slice(0, 2048), title: title.slice(0, 300) } : undefined;
  } catch {
    return undefined;
  }
}

/** Black or white, whichever is read better on a colour. */
const inkOn = (colour: string): string => (contrastRatio(colour, '#ffffff') >= contrastRatio(colour, '#000000') ? '#ffffff' : '#000000');
