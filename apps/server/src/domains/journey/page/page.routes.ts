import { type FormState, isOfFiles, type Media, openForm, showScreen } from '@parley/journey';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCode } from '#platform/codes.ts';
import type { Read } from '#platform/db/database.ts';
import { createFailureLimit, networkOf } from '#platform/http/failure-limit.ts';
import { makeNonce } from '#platform/http/security.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { readBrand } from '../../account/door.ts';
import { actOnFilling, noteSeen, type PageAct, type Pages, type PageView, viewFilling } from '../filling/filling.act.ts';
import { FormCache, readFormFacts } from '../filling/filling.facts.ts';
import { openState, sealState } from '../filling/filling.kept.ts';
import { findPage } from '../filling/filling.repository.ts';
import { findLibraryFiles } from '../row/material.repository.ts';
import { type Posted, rawsOf, readPosted, typedOf } from './page.body.ts';
import { type Brand, fieldsOnly, type ScreenPage, sayPage, screenPage } from './page.html.ts';
import { beginFilling, findOpenForm } from './page.open.ts';
import { type PageTexts, pageTexts } from './page.texts.ts';

/** Addresses that a network may guess in vain within a minute. */
const mostGuesses = 20;
/** Pages that a network may begin within an hour, as a share of its requests in a minute. */
const begunShare = 0.1;

type Found = { ctx: EnterpriseContext; formId: string; fillingId: string | null };
type Drawn = { view: PageView; code: string; posted?: Posted; status?: number };

/** Pages of forms, for whoever has their address: the code in it is all that lets somebody in. */
export function pageRoutes(app: FastifyInstance, deps: Deps): void {
  const pages: Pages = { forms: new FormCache(), secrets: deps.secrets };
  const guesses = createFailureLimit({ most: mostGuesses, withinMs: 60_000, now: deps.now });
  const begun = createFailureLimit({ most: Math.ceil(deps.config.requestsPerMinute * begunShare), withinMs: 3_600_000, now: deps.now });
  const config = {
    rateLimit: {
      max: deps.config.requestsPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => `page ${networkOf(request.ip)}`,
    },
  };

  const head = (reply: FastifyReply, nonce: string): FastifyReply =>
    reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .header('permissions-policy', 'geolocation=(self), camera=(self), microphone=()')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8');

  /** A page of one sentence. @param brand the installation's own, where nobody knows whose page it would have been */
  function say(
    reply: FastifyReply,
    status: number,
    { title, words, language, brand }: { title: string; words: string; language: string; brand: Brand },
  ) {
    const nonce = makeNonce();
    return head(reply.code(status), nonce).send(sayPage({ brand, title, language, nonce, script: false }, words));
  }

  const languageOf = (request: FastifyRequest, known: readonly string[], own: string): string => {
    const { lang } = request.query as { lang?: unknown };
    const wanted =
      typeof lang === 'string'
        ? [lang]
        : [own, ...(request.headers['accept-language'] ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? '')];
    const found = wanted
      .map((one) => known.find((other) => other === one || other.split('-')[0] === one.split('-')[0]))
      .find((one) => one !== undefined);
    return found ?? known[0] ?? 'en';
  };

  const brandOf = (ctx: EnterpriseContext): Promise<Brand> =>
    ctx.read(async (tx: Read) => {
      const { info, logoPath, colors } = await readBrand(tx, ctx.enterpriseId);
      return { title: info.title, logo: logoPath, primary: colors.primary, primaryText: colors.primaryText };
    });
  const plainBrand: Brand = { title: 'Parley', logo: '', primary: '#0f6f78', primaryText: '#ffffff' };

  /** Finds whose page it is; unknown codes answer alike after the same work. @returns undefined: it was answered */
  async function find(request: FastifyRequest, reply: FastifyReply): Promise<Found | undefined> {
    const { code } = request.params as { code: string };
    const language = languageOf(request, ['en', 'hi'], '');
    const texts = pageTexts(language);
    const retryAfter = guesses.retryAfterSeconds(request.ip);
    if (retryAfter !== undefined) {
      void say(reply.header('retry-after', retryAfter), 429, { title: texts.busy, words: '', language, brand: plainBrand });
      return undefined;
    }
    const found = await findPage(deps.db, isCode(code) ? code : '');
    if (!found) {
      guesses.charge(request.ip);
      void say(reply, 404, { title: texts.unknown, words: '', language, brand: plainBrand });
      return undefined;
    }
    return { ctx: enterpriseContext(deps, found.enterpriseId), formId: found.formId, fillingId: found.fillingId };
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
    const facts = { ...view.facts, language };
    const screen = showScreen(form, view.state, facts, ctx.now().getTime());
    const nonce = makeNonce();
    const page: ScreenPage = {
      action: `/p/${code}`,
      screen,
      faults,
      notice: posted && posted.fault !== '' ? texts[posted.fault] : '',
      typed: posted && (faults.length > 0 || posted.fault !== '') ? typedOf(form.screens.get(view.state.screen), posted) : {},
      files: filesOf(view),
      pictures: await picturesOf(ctx, view),
      carried: view.keeps ? '' : sealState(deps.secrets, view.state),
      keptDays: view.keeps && settings.keepDrafts === 'afterNotice' ? settings.lifeDays : 0,
      languages,
    };
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
      if (found.fillingId === null) return drawOpen(request, reply, found, code);
      const view = await viewFilling(found.ctx, pages, found.fillingId);
      if (!view) return reply.code(404).send('');
      if (request.method === 'GET' && view.filling.state === 'OPEN') await noteSeen(found.ctx, view);
      return draw(request, reply, found.ctx, { view, code });
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
        return head(reply.code(303), makeNonce()).header('location', `/p/${code}`).send('');
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
      if (found.fillingId === null || typeof field !== 'string') return reply.send({ fields: '', isSaved: false, state: '' });
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
  return { words, files: new Map(), fault: '' };
}

/** The words of a page whose form is not open any more. */
function endWords(texts: PageTexts, state: string, { done, closed }: { done: string; closed: string }): string | undefined {
  if (state === 'OPEN') return undefined;
  if (state === 'SUBMITTED') return done || texts.done;
  return state === 'EXPIRED' ? texts.expired : closed || texts.closed;
}

/** Files of the open screen that were kept earlier. */
const filesOf = ({ form, state }: PageView): ScreenPage['files'] =>
  Object.fromEntries(
    (form.screens.get(state.screen)?.fields ?? []).filter(isOfFiles).map(({ id }) => {
      const files = state.values[id];
      return [id, (Array.isArray(files) ? (files as Media[]) : []).map((file) => ({ id: file.id, name: file.name }))];
    }),
  );

/** Addresses of the pictures that a screen shows. */
async function picturesOf(ctx: EnterpriseContext, { form, state }: PageView): Promise<ScreenPage['pictures']> {
  const shown = (form.screens.get(state.screen)?.fields ?? []).flatMap(({ id, picture }) =>
    picture ? [{ id, artifactId: picture.id }] : [],
  );
  if (shown.length === 0) return {};
  const files = await ctx.read((tx) =>
    findLibraryFiles(
      tx,
      ctx.enterpriseId,
      shown.map(({ artifactId }) => artifactId),
    ),
  );
  return Object.fromEntries(
    shown.flatMap(({ id, artifactId }) => {
      const file = files.find((one) => one.artifactId === artifactId);
      return file ? [[id, ctx.fileUrl(file.id)]] : [];
    }),
  );
}
