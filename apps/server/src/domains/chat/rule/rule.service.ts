import { type ChatRule, type ChatRuleSave, chatRulesMax, checkRule, endpoints, type FieldError, faultWords } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { accessDenied, DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import { keepDepartments } from '../../account/door.ts';
import { findConditionFaults, listAsked } from '../../customer/door.ts';
import { retimeOpen } from '../clock/clock.jobs.ts';
import { assertMayChange, reaches } from '../settings/settings.service.ts';
import { chatRuleRecord } from './rule.record.ts';
import {
  deleteRule,
  findRule,
  insertRule,
  listChoices,
  listNames,
  listRules,
  lockRules,
  type RuleRow,
  updateRule,
} from './rule.repository.ts';
import { attributeConditions, idsOf, keyOf, unknownIn } from './rule.rules.ts';

type Named = ChatRule['names'][number];

function present(row: RuleRow, names: ReadonlyMap<string, string>): ChatRule {
  const known = [
    ...Object.values(idsOf([row])).flat(),
    ...new Set(attributeConditions([row]).map(({ attributeId }) => attributeId)),
  ].flatMap((id): Named[] => (names.has(id) ? [{ id, name: names.get(id) as string }] : []));
  return {
    id: row.ruleId,
    name: row.name,
    deptId: row.deptId ?? '',
    event: row.event,
    waitMinutes: row.waitMinutes,
    isOn: row.isOn,
    groups: row.groups,
    acts: row.acts,
    names: known,
    order: row.place,
    version: row.version,
  };
}

async function presentAll(tx: Read, enterpriseId: string, rows: readonly RuleRow[]): Promise<ChatRule[]> {
  const names = rows.length === 0 ? [] : await listNames(tx, enterpriseId, idsOf(rows));
  const attributes = attributeConditions(rows).length === 0 ? [] : await listAsked(tx, enterpriseId);
  const byId = new Map([...names, ...attributes].map(({ id, name }) => [id, name]));
  return rows.map((row) => present(row, byId));
}

const ruleNotFound = () => new DomainError('chat_rule.not_found', 'No such rule.', {});

/** Users who reach departments alone see the rules of their own, and those of all departments. */
export const sees = ({ actor }: Ctx, { deptId }: Pick<RuleRow, 'deptId'>): boolean => deptId === null || reaches(actor, deptId);

export const readRules = (ctx: Ctx): Promise<{ rules: ChatRule[] }> =>
  ctx.read(async (tx) => {
    const rows = (await listRules(tx, ctx.enterpriseId)).filter((row) => sees(ctx, row));
    return { rules: await presentAll(tx, ctx.enterpriseId, rows) };
  });

export const readChoices = (ctx: Ctx, search: string) =>
  ctx.read(async (tx) => ({
    ...(await listChoices(tx, ctx.enterpriseId, containing(search.trim()))),
    attributes: can(ctx.actor, 'CUSTOMER.VIEW') ? await listAsked(tx, ctx.enterpriseId) : [],
  }));

async function getRule(tx: Read, enterpriseId: string, ruleId: string): Promise<ChatRule> {
  const row = await findRule(tx, enterpriseId, ruleId);
  const [rule] = row ? await presentAll(tx, enterpriseId, [row]) : [];
  if (!rule) throw ruleNotFound();
  return rule;
}

/** @throws DomainError chat_rule.not_found */
export const readRule = (ctx: Ctx, ruleId: string): Promise<ChatRule> =>
  ctx.read(async (tx) => {
    const rule = await getRule(tx, ctx.enterpriseId, ruleId);
    if (!sees(ctx, { deptId: rule.deptId || null })) throw ruleNotFound();
    return rule;
  });

/** A rule to change, among all others, which stay as they are until the end of the transaction. @throws DomainError chat_rule.not_found or 1403 */
async function accessRule(tx: Tx, ctx: Ctx, ruleId: string): Promise<RuleRow> {
  await lockRules(tx, ctx.enterpriseId);
  const row = await findRule(tx, ctx.enterpriseId, ruleId);
  if (!row || !sees(ctx, row)) throw ruleNotFound();
  await assertMayChange(tx, ctx.actor, row.deptId);
  return row;
}

/**
 * Finds conditions on attributes that cannot be compared, or that the author may not make: who may not read customers would learn of their values
 * by trying. A condition that the rule had before stays.
 */
async function attributeFaults({ actor, enterpriseId }: Ctx, tx: Tx, { groups }: Pick<ChatRuleSave, 'groups'>, former?: RuleRow) {
  const had = new Set(former ? attributeConditions([former]).map(keyOf) : []);
  const asked = groups.flatMap(({ conditions }, group) =>
    conditions.flatMap((one, row) =>
      one.fact === 'attribute' && !had.has(keyOf(one)) ? [{ one, field: `groups.${group}.conditions.${row}.values` }] : [],
    ),
  );
  if (asked.length === 0) return [];
  const conditions = asked.map(({ one: { attributeId, operator, values } }) => ({ field: attributeId, operator, values }));
  const found = can(actor, 'CUSTOMER.VIEW') ? await findConditionFaults(tx, enterpriseId, conditions) : asked.map(() => 'gone' as const);
  return asked.flatMap(({ field }, place): FieldError[] => {
    const fault = found[place];
    return fault === undefined ? [] : [{ field, ...(fault === 'gone' ? faultWords('rule.unknown') : fault) }];
  });
}

/**
 * The columns of a save, checked.
 * @param former the rule as it was: what it named already may be gone
 * @throws DomainError request.invalid, department.not_found or 1403
 */
async function planSave(ctx: Ctx, tx: Tx, { deptId, groups, acts, ...values }: ChatRuleSave, former?: RuleRow) {
  const { enterpriseId } = ctx;
  await keepDepartments(tx, enterpriseId, [deptId].filter(Boolean));
  await assertMayChange(tx, ctx.actor, deptId || null);
  const faults = checkRule({ event: values.event, groups });
  if (faults.length > 0) throw invalidRequest(...faults);
  const names = await listNames(tx, enterpriseId, idsOf([{ groups, acts }]));
  const known = new Set([...names.map(({ id }) => id), ...(former ? Object.values(idsOf([former])).flat() : [])]);
  const unknown = [...unknownIn({ groups, acts }, known), ...(await attributeFaults(ctx, tx, { groups }, former))];
  if (unknown.length > 0) throw invalidRequest(...unknown);
  return { ...values, name: values.name.trim(), deptId: deptId || null, groups: JSON.stringify(groups), acts: JSON.stringify(acts) };
}

/** Chats that wait follow rules of the wait at once. */
async function followRules({ enterpriseId, jobs }: Ctx, tx: Tx, ...events: ChatRule['event'][]): Promise<void> {
  if (events.includes('waits')) await jobs.enqueue(tx, retimeOpen, { enterpriseId, departmentId: null, onlyHeld: false });
}

/** @throws DomainError department.not_found, request.invalid, chat_rule.too_many or 1403 */
export function createRule(ctx: Ctx, input: ChatRuleSave): Promise<ChatRule> {
  const { enterpriseId } = ctx;
  const ruleId = newId();
  return ctx.transaction(async (tx) => {
    await lockRules(tx, enterpriseId);
    const columns = await planSave(ctx, tx, input);
    const others = await listRules(tx, enterpriseId);
    if (others.length >= chatRulesMax)
      throw new DomainError('chat_rule.too_many', `At most ${chatRulesMax} rules are possible.`, { maximum: chatRulesMax });
    const place = (others.at(-1)?.place ?? -1) + 1;
    await creating(
      ctx,
      tx,
      chatRuleRecord,
      () => ruleId,
      () => insertRule(tx, { enterpriseId, ruleId, ...columns, place }),
    );
    await followRules(ctx, tx, input.event);
    return getRule(tx, enterpriseId, ruleId);
  });
}

type Changed = ChatRuleSave & { version?: number | undefined };

/** @throws DomainError as `createRule`, chat_rule.not_found and record.changed */
export function saveRule(ctx: Ctx, ruleId: string, { version, ...input }: Changed): Promise<ChatRule> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await accessRule(tx, ctx, ruleId);
    await assertVersion(ctx, tx, chatRuleRecord, { id: ruleId, version: row.version }, version);
    const columns = await planSave(ctx, tx, input, row);
    await changing(ctx, tx, chatRuleRecord, ruleId, 'edit', () =>
      updateRule(tx, enterpriseId, ruleId, { ...columns, version: row.version + 1 }),
    );
    await followRules(ctx, tx, row.event, input.event);
    return getRule(tx, enterpriseId, ruleId);
  });
}

/** @throws DomainError chat_rule.not_found or 1403 */
export function removeRule(ctx: Ctx, ruleId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessRule(tx, ctx, ruleId);
    await changing(ctx, tx, chatRuleRecord, ruleId, 'delete', () => deleteRule(tx, enterpriseId, ruleId));
  });
}

/** @throws DomainError 1403, or chat_rule.set_changed when the ids are not those of all rules, each once */
export function orderRules(ctx: Ctx, ids: readonly string[]): Promise<{ rules: ChatRule[] }> {
  const { enterpriseId, actor } = ctx;
  if (actor.dataScope !== 'enterprise') throw accessDenied(endpoints.chatRules.saveOrder.access);
  return ctx.transaction(async (tx) => {
    await lockRules(tx, enterpriseId);
    const rows = await listRules(tx, enterpriseId);
    const places = new Map(ids.map((id, place) => [id, place]));
    if (places.size !== ids.length || ids.length !== rows.length || rows.some(({ ruleId }) => !places.has(ruleId)))
      throw new DomainError('chat_rule.set_changed', 'The rules have changed. Load them again.', {});
    for (const { ruleId, place } of rows) {
      const next = places.get(ruleId) ?? place;
      if (next !== place)
        await changing(ctx, tx, chatRuleRecord, ruleId, 'move', () => updateRule(tx, enterpriseId, ruleId, { place: next }));
    }
    return { rules: await presentAll(tx, enterpriseId, await listRules(tx, enterpriseId)) };
  });
}
