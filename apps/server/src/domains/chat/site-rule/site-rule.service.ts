import {
  channelTypes,
  type FieldError,
  fieldError,
  type SiteRule,
  type SiteShow,
  type SiteShowStep,
  siteRulesMax,
  siteRulesMostBytes,
  type WidgetRule,
} from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import { accessChannel } from '../../channel/door.ts';
import { readingOf, shownName } from '../../customer/door.ts';
import { visitorStreams } from '../visitor/visitor.port.ts';
import { siteRuleRecord } from './site-rule.record.ts';
import {
  countShows,
  deleteRule,
  findRule,
  insertRule,
  listRules,
  listShows,
  lockRules,
  type RuleCounts,
  type SiteRuleRow,
  updateRule,
} from './site-rule.repository.ts';

const notFound = () => new DomainError('site_rule.not_found', 'No such rule.', {});
const none: RuleCounts = { shown: 0, opened: 0, answered: 0 };

const present = (row: SiteRuleRow, counts: RuleCounts = none): SiteRule => ({
  id: row.ruleId,
  name: row.name,
  conditions: row.conditions,
  act: row.act,
  greeting: row.greeting,
  journeyId: row.journeyId ?? '',
  notAgainDays: row.notAgainDays,
  inHours: row.inHours,
  isActive: row.isActive,
  order: row.place,
  version: row.version,
  counts,
});

/** A website of the enterprise. @throws DomainError channel.not_found, for channels of other types too */
export async function accessSite(tx: Read, enterpriseId: string, channelId: string): Promise<void> {
  const { type } = await accessChannel(tx, enterpriseId, channelId);
  if (type !== channelTypes.WEB) throw new DomainError('channel.not_found', 'No such channel.', {});
}

/** A rule as the widget judges it; empty conditions are left out by their defaults. */
const toWidget = ({ ruleId, conditions }: Pick<SiteRuleRow, 'ruleId' | 'conditions'>): WidgetRule => ({ id: ruleId, ...conditions });

/** The rules that a widget gets. */
export const readWidgetRules = async (tx: Read, enterpriseId: string, channelId: string): Promise<WidgetRule[]> =>
  (await listRules(tx, enterpriseId, channelId)).filter(({ isActive }) => isActive).map(toWidget);

export const readRules = (ctx: Ctx, channelId: string): Promise<SiteRule[]> =>
  ctx.read(async (tx) => {
    await accessSite(tx, ctx.enterpriseId, channelId);
    return listPresented(tx, ctx.enterpriseId, channelId);
  });

async function listPresented(tx: Read, enterpriseId: string, channelId: string): Promise<SiteRule[]> {
  const rows = await listRules(tx, enterpriseId, channelId);
  const counts = await countShows(
    tx,
    enterpriseId,
    rows.map(({ ruleId }) => ruleId),
  );
  return rows.map((row) => present(row, counts.get(row.ruleId)));
}

async function accessRule(tx: Read, enterpriseId: string, channelId: string, ruleId: string, lock = false): Promise<SiteRuleRow> {
  await accessSite(tx, enterpriseId, channelId);
  const row = await findRule(tx, enterpriseId, ruleId, { lock });
  if (!row || row.channelId !== channelId) throw notFound();
  return row;
}

async function getRule(tx: Read, enterpriseId: string, ruleId: string): Promise<SiteRule> {
  const row = await findRule(tx, enterpriseId, ruleId);
  if (!row) throw notFound();
  return present(row, (await countShows(tx, enterpriseId, [ruleId])).get(ruleId));
}

/** @throws DomainError channel.not_found or site_rule.not_found */
export const readRule = (ctx: Ctx, channelId: string, ruleId: string): Promise<SiteRule> =>
  ctx.read(async (tx) => {
    await accessRule(tx, ctx.enterpriseId, channelId, ruleId);
    return getRule(tx, ctx.enterpriseId, ruleId);
  });

export type RuleSave = Pick<SiteRule, 'name' | 'conditions' | 'act' | 'greeting' | 'journeyId' | 'notAgainDays' | 'inHours' | 'isActive'>;

function columnsOf({ name, conditions, act, greeting, journeyId, notAgainDays, inHours, isActive }: RuleSave) {
  const faults: FieldError[] = [];
  if (act === 'greeting' && greeting.trim() === '') faults.push(fieldError('greeting', 'field.mandatory'));
  if (act === 'stream' && journeyId === '') faults.push(fieldError('journeyId', 'field.mandatory'));
  if (faults.length > 0) throw invalidRequest(...faults);
  return {
    name: name.trim(),
    conditions: JSON.stringify({ ...conditions, page: conditions.page.trim() }),
    act,
    greeting: act === 'greeting' ? greeting.trim() : '',
    journeyId: act === 'stream' ? journeyId : null,
    notAgainDays,
    inHours,
    isActive,
  };
}

/** @throws DomainError journey.not_found */
async function assertStream(ctx: Ctx, tx: Read, journeyId: string): Promise<void> {
  if (journeyId === '') return;
  for (const { isKnown } of ctx.extensions.of(visitorStreams)) if (await isKnown(tx, ctx.enterpriseId, journeyId)) return;
  throw new DomainError('journey.not_found', 'No such stream.', {});
}

/** The widget loads all of a site's rules with each page. @throws DomainError site_rule.too_large */
async function assertSmall(tx: Read, enterpriseId: string, channelId: string): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(await readWidgetRules(tx, enterpriseId, channelId)));
  if (bytes > siteRulesMostBytes)
    throw new DomainError(
      'site_rule.too_large',
      `The rules of a website may have ${siteRulesMostBytes} bytes together. Shorten or switch off some.`,
      { maximum: siteRulesMostBytes },
    );
}

/** @throws DomainError channel.not_found, request.invalid, site_rule.too_many or site_rule.too_large */
export function createRule(ctx: Ctx, channelId: string, save: RuleSave): Promise<SiteRule> {
  const { enterpriseId } = ctx;
  const ruleId = newId();
  return ctx.transaction(async (tx) => {
    await accessSite(tx, enterpriseId, channelId);
    await assertStream(ctx, tx, save.journeyId);
    await lockRules(tx, enterpriseId, channelId);
    const others = await listRules(tx, enterpriseId, channelId);
    if (others.length >= siteRulesMax)
      throw new DomainError('site_rule.too_many', `At most ${siteRulesMax} rules are possible for a website.`, { maximum: siteRulesMax });
    const row = { enterpriseId, ruleId, channelId, ...columnsOf(save), place: (others.at(-1)?.place ?? -1) + 1, createdAt: ctx.now() };
    await creating(
      ctx,
      tx,
      siteRuleRecord,
      () => ruleId,
      () => insertRule(tx, row),
    );
    await assertSmall(tx, enterpriseId, channelId);
    return getRule(tx, enterpriseId, ruleId);
  });
}

/** @throws DomainError channel.not_found, site_rule.not_found, record.changed, request.invalid or site_rule.too_large */
export function saveRule(
  ctx: Ctx,
  channelId: string,
  ruleId: string,
  save: RuleSave & { version?: number | undefined },
): Promise<SiteRule> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await lockRules(tx, enterpriseId, channelId);
    const row = await accessRule(tx, enterpriseId, channelId, ruleId, true);
    await assertVersion(ctx, tx, siteRuleRecord, { id: ruleId, version: row.version }, save.version);
    await assertStream(ctx, tx, save.journeyId);
    const change = { ...columnsOf(save), version: row.version + 1 };
    await changing(ctx, tx, siteRuleRecord, ruleId, 'edit', () => updateRule(tx, enterpriseId, ruleId, change));
    await assertSmall(tx, enterpriseId, channelId);
    return getRule(tx, enterpriseId, ruleId);
  });
}

/** @throws DomainError channel.not_found or site_rule.not_found */
export const removeRule = (ctx: Ctx, channelId: string, ruleId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await accessRule(tx, ctx.enterpriseId, channelId, ruleId, true);
    await changing(ctx, tx, siteRuleRecord, ruleId, 'delete', () => deleteRule(tx, ctx.enterpriseId, ruleId));
  });

/** @throws DomainError channel.not_found, or site_rule.set_changed when the ids are not those of the site, each once */
export const orderRules = (ctx: Ctx, channelId: string, ids: readonly string[]): Promise<SiteRule[]> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await accessSite(tx, enterpriseId, channelId);
    await lockRules(tx, enterpriseId, channelId);
    const rows = await listRules(tx, enterpriseId, channelId);
    const places = new Map(ids.map((id, index) => [id, index]));
    if (places.size !== ids.length || ids.length !== rows.length || rows.some(({ ruleId }) => !places.has(ruleId)))
      throw new DomainError('site_rule.set_changed', 'The rules have changed. Load them again.', {});
    for (const { ruleId, place } of rows) await moveTo(ctx, tx, ruleId, place, places.get(ruleId) ?? place);
    return listPresented(tx, enterpriseId, channelId);
  });

async function moveTo(ctx: Ctx, tx: Tx, ruleId: string, from: number, to: number): Promise<void> {
  if (from === to) return;
  await changing(ctx, tx, siteRuleRecord, ruleId, 'move', () => updateRule(tx, ctx.enterpriseId, ruleId, { place: to }));
}

type Page = { step: SiteShowStep; from: number; perPage: number };

/** The rows of a rule's counts. @throws DomainError channel.not_found or site_rule.not_found */
export const readShows = (
  ctx: Ctx,
  channelId: string,
  ruleId: string,
  { step, from, perPage }: Page,
): Promise<{ shows: SiteShow[]; more: boolean }> =>
  ctx.read(async (tx) => {
    await accessRule(tx, ctx.enterpriseId, channelId, ruleId);
    const rows = await listShows(tx, ctx.enterpriseId, ruleId, step, { from, limit: perPage + 1 });
    const eyes = readingOf(ctx.actor);
    const seesChats = can(ctx.actor, 'CHAT.HANDLE');
    return {
      shows: rows.slice(0, perPage).map((row) => ({
        id: row.showId,
        at: row.at.toISOString(),
        visitor: shownName(row.name ?? '', eyes),
        pageUrl: row.pageUrl,
        openedAt: row.openedAt?.toISOString() ?? null,
        answeredAt: row.answeredAt?.toISOString() ?? null,
        chatId: seesChats ? (row.chatId ?? '') : '',
      })),
      more: rows.length > perPage,
    };
  });
