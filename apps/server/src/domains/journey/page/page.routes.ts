import { pagesPath } from '@parley/contract';
import { type FormState, isOfFiles, openForm, showScreen } from '@parley/journey';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCode } from '#platform/codes.ts';
import { createFailureLimit, networkOf } from '#platform/http/failure-limit.ts';
import { makeNonce } from '#platform/http/security.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { actOnFilling, noteSeen, type PageAct, type Pages, type PageView, viewFilling } from '../filling/filling.act.ts';
import { codeOfFilling } from '../filling/filling.code.ts';
import { FormCache, readFormFacts } from '../filling/filling.facts.ts';
import { openState, sealState } from '../filling/filling.kept.ts';
import { findPage } from '../filling/filling.repository.ts';
import { findLinkPage } from '../link/link.repository.ts';
import { fieldsOnly, screenPage } from '../page-view/page.html.ts';
import { brandOf, head, languageOf, plainBrand, say } from '../page-view/page.reply.ts';
import { type PageTexts, pageTexts } from '../page-view/page.texts.ts';
import { type Posted, rawsOf, readPosted } from './page.body.ts';
import { beginFilling, findOpenForm } from './page.open.ts';
import { drawScreen, filesOf } from './page.screen.ts';
import { createWalkPages } from './page.walk.routes.ts';
import type { WalkOf } from './page.walk.ts';

/** Addresses that a network may guess in vain within a minute. */
const mostGuesses = 20;
/** Pages that a network may begin within an hour, as a share of its requests in a minute. */
const begunShare = 0.1;

type Found = { ctx: EnterpriseContext; formId: string; fillingId: string | null };
type Whose = ({ kind: 'form' } & Found) | ({ kind: 'walk' } & WalkOf);
type Drawn = { view: PageView; code: string; posted?: Posted; status?: number };

/** Pages of forms, for whoever has their address: the code in it is all that lets somebody in. */
export function pageRoutes(app: FastifyInstance, deps: Deps): void {
  const pages: Pages = { forms: new FormCache(), secrets: deps.secrets };
  const walks = createWalkPages(deps, pages);
  const guesses = createFailureLimit({ most: mostGuesses, withinMs: 60_000, now: deps.now });
  const begun = createFailureLimit({ most: Math.ceil(deps.config.requestsPerMinute * begunShare), withinMs: 3_600_000, now: deps.now });
  const config = {
    rateLimit: {
      max: deps.config.requestsPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => `page ${networkOf(request.ip)}`,
    },
  };

  /** Finds whose page it is; unknown codes answer alike after the same work. @returns undefined: it was answered */
  async function find(request: FastifyRequest, reply: FastifyReply): Promise<Whose | undefined> {
    const { code } = request.params as { code: string };
    const language = languageOf(request, ['en', 'hi'], '');
    const texts = pageTexts(language);
    const retryAfter = guesses.retryAfterSeconds(request.ip);
    if (retryAfter !== undefined) {
      void say(reply.header('retry-after', retryAfter), 429, { title: texts.busy, words: '', language, brand: plainBrand });
      return undefined;
    }
    const wanted = isCode(code) ? code : '';
    const [form, walk] = await Promise.all([findPage(deps.db, wanted), findLinkPage(deps.db, wanted)]);
    if (form) return { kind: 'form', ctx: enterpriseContext(deps, form.enterpriseId), formId: form.formId, fillingId: form.fillingId };
    if (walk) return { kind: 'walk', ctx: enterpriseContext(deps, walk.enterpriseId), launchId: walk.launchId, linkId: walk.linkId, code };
    guesses.charge(request.ip);
    void say(reply, 404, { title: texts.unknown, words: '', language, brand: plainBrand });
    return undefined;
  }

  async function draw(request: FastifyRequest, reply: FastifyReply, ctx: EnterpriseContext, { view, code, posted, status = 200 }: Drawn) {
    const { form, filling, faults } = view;
    const { settings, languages, name } = form.document;
    const language = languageOf(request, languages, posted?.words.get('lang')?.[0] ?? filling.language);
    const texts = pageTexts(language);
    const brand = await brandOf(ctx);
    const pick = (given: Record<string, string>) => given[language] ?? given[languages[0] ?? ''] ?? '';
    const ended = endWords(texts, filling.state, { done: pick(settings.doneText), closed: pick(settings.closedText) });
    if (ended !== undefined) return say(reply, filling.state === 'SUBMITTED' ? 200 : 410, { title: name, words: ended, language, brand });
    const within = posted?.words.get('in')?.[0] ?? '';
    const isWithin = isCode(within);
    // The address leads to an empty form where nothing is kept or nobody has begun.
    const later =
      view.keeps && !isWithin && filling.fillingId ? `${ctx.publicUrl()}${pagesPath}${codeOfFilling(ctx, filling.fillingId)}` : '';
    const page = { ...(await drawScreen(ctx, deps.secrets, { view, code, language, posted })), within: isWithin ? within : '', later };
    const nonce = makeNonce();
    return head(reply.code(faults.length > 0 || page.notice !== '' ? 422 : status), nonce).send(
      screenPage({ brand, title: name, language, nonce, script: true }, texts, page),
    );
  }

  const carriedOf = (given: unknown): FormState | undefined => {
    if (typeof given !== 'string' || given === '') return undefined;
    try {
      return openState(deps.secrets, given);
    } catch {
      return undefined;
    }
  };

  /** The form's own page, before anybody has begun: drawn in memory, nothing is kept. */
  async function drawOpen(request: FastifyRequest, reply: FastifyReply, { ctx, formId }: Found, code: string) {
    const found = await ctx.transaction((tx) => findOpenForm(ctx, tx, pages, formId));
    const language = languageOf(request, found?.form.document.languages ?? ['en', 'hi'], '');
    if (!found) return say(reply, 410, { title: pageTexts(language).closed, words: '', language, brand: await brandOf(ctx) });
    const facts = await ctx.read((tx) => readFormFacts(tx, ctx.enterpriseId, { customerId: null, language }));
    const state = openForm(found.form, {}, facts, ctx.now().getTime());
    const now = ctx.now();
    const filling = {
      state: 'OPEN',
      language,
      seen: [],
      screen: state.screen,
      number: found.number,
      formId,
    } as unknown as PageView['filling'];
    const view: PageView = { filling: { ...filling, openedAt: now }, form: found.form, facts, state, faults: [], keeps: true };
    return draw(request, reply, ctx, { view, code });
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/p/:code',
    schema: { hide: true } as never,
    config,
    async handler(request, reply) {
      const found = await find(request, reply);
      if (!found) return reply;
      const { code } = request.params as { code: string };
      if (found.kind === 'walk') return walks.show(request, reply, found);
      if (found.fillingId === null) return drawOpen(request, reply, found, code);
      const view = await viewFilling(found.ctx, pages, found.fillingId);
      if (!view) return reply.code(404).send('');
      if (request.method === 'GET' && view.filling.state === 'OPEN') await noteSeen(found.ctx, view);
      return draw(request, reply, found.ctx, { view, code });
    },
  });

  app.route({
    method: 'GET',
    url: '/p/:code/thread',
    schema: { hide: true } as never,
    config,
    async handler(request, reply) {
      const found = await find(request, reply);
      if (!found) return reply;
      return found.kind === 'walk' ? walks.thread(request, reply, found) : reply.code(404).send('');
    },
  });

  app.route({
    method: 'POST',
    url: '/p/:code',
    schema: { hide: true } as never,
    config,
    bodyLimit: 40 * 1024 * 1024,
    async handler(request, reply) {
      const found = await find(request, reply);
      if (!found) return reply;
      if (found.kind === 'walk') return walks.act(request, reply, found);
      const { ctx } = found;
      let { code } = request.params as { code: string };
      let { fillingId } = found;
      const posted = await readPosted(ctx, request);
      if (fillingId === null) {
        const language = posted.words.get('lang')?.[0]?.slice(0, 20) ?? '';
        const retryAfter = begun.retryAfterSeconds(request.ip);
        const texts = pageTexts(language);
        if (retryAfter !== undefined)
          return say(reply.header('retry-after', retryAfter), 429, {
            title: texts.busy,
            words: '',
            language: language || 'en',
            brand: await brandOf(ctx),
          });
        begun.charge(request.ip);
        const made = await beginFilling(ctx, pages, found.formId, language);
        if (!made) return drawOpen(request, reply, found, code);
        ({ fillingId, code } = made);
      }
      const carried = carriedOf(posted.words.get('state')?.[0]);
      const screenId = posted.words.get('screen')?.[0] ?? '';
      const within = posted.words.get('in')?.[0] ?? '';
      const isBack = posted.words.get('act')?.[0] === 'back';
      // A file that was not taken keeps the screen open: nobody goes on and believes that it was sent.
      const actOf = ({ form, state }: PageView): PageAct | undefined =>
        posted.fault !== ''
          ? undefined
          : isBack
            ? { kind: 'back' }
            : { kind: 'screen', id: screenId, raws: rawsOf(form, form.screens.get(screenId), posted, state) };
      const view = await actOnFilling(ctx, pages, fillingId, actOf, carried);
      if (!view) return reply.code(404).send('');
      // A kept state can be asked for again: reloading the page sends nothing twice.
      if (posted.fault === '' && view.faults.length === 0 && (view.keeps || view.filling.state !== 'OPEN'))
        return head(reply.code(303), makeNonce())
          .header('location', isCode(within) ? `/p/${within}` : `/p/${code}`)
          .send('');
      return draw(request, reply, ctx, { view, code, posted });
    },
  });

  app.route({
    method: 'POST',
    url: '/p/:code/field',
    schema: { hide: true } as never,
    config,
    async handler(request, reply) {
      const found = await find(request, reply);
      if (!found) return reply;
      const { field, value, state, lang } = (request.body ?? {}) as { field?: unknown; value?: unknown; state?: unknown; lang?: unknown };
      // Nobody has begun the open page yet: its first screen does, when it is sent.
      if (found.kind === 'walk' || found.fillingId === null || typeof field !== 'string')
        return reply.send({ fields: '', isSaved: false, state: '' });
      const nothingSaved = { fields: '', isSaved: false, state: '' };
      const actOf = ({ form, state: before }: PageView): PageAct | undefined => {
        const one = form.fields.get(field);
        if (!one || isOfFiles(one)) return undefined;
        const alone = { id: '', title: {}, text: {}, fields: [one], next: [] };
        return { kind: 'field', id: field, raw: rawsOf(form, alone, postedOf(field, value), before)[field] ?? null };
      };
      const view = await actOnFilling(found.ctx, pages, found.fillingId, actOf, carriedOf(state));
      if (view?.filling.state !== 'OPEN') return reply.send(nothingSaved);
      const language = typeof lang === 'string' ? lang : view.filling.language;
      const screen = showScreen(view.form, view.state, { ...view.facts, language }, found.ctx.now().getTime());
      const drawn = {
        notice: '',
        screen,
        faults: [],
        typed: {},
        files: filesOf(view),
        pictures: {},
        languages: [],
        action: '',
        carried: '',
        keptDays: 0,
        within: '',
      };
      return reply.header('cache-control', 'no-store').send({
        fields: fieldsOnly(pageTexts(language), drawn, language),
        isSaved: view.keeps && view.faults.length === 0,
        state: view.keeps ? '' : sealState(deps.secrets, view.state),
      });
    },
  });
}

/** A value that came alone, as a posted page would have it. */
function postedOf(field: string, value: unknown): Posted {
  const words = new Map<string, string[]>();
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { latitude, longitude } = value as { latitude?: unknown; longitude?: unknown };
    words.set(`f.${field}.latitude`, [String(latitude)]);
    words.set(`f.${field}.longitude`, [String(longitude)]);
  } else
    words.set(
      `f.${field}`,
      (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string'),
    );
  return { words, files: new Map(), attachments: [], fault: '' };
}

/** The words of a page whose form is not open any more. */
function endWords(texts: PageTexts, state: string, { done, closed }: { done: string; closed: string }): string | undefined {
  if (state === 'OPEN') return undefined;
  if (state === 'SUBMITTED') return done || texts.done;
  return state === 'EXPIRED' ? texts.expired : closed || texts.closed;
}
