import {
  type AttributeCondition,
  type ChatFact,
  type ChatRuleSave,
  type FieldError,
  faultWords,
  mostChatLabels,
  type RuleAct,
  type RuleCheck,
  type RuleCondition,
  type RuleDeed,
  type RuleEvent,
  type RuleGroup,
  type RuleProblem,
  type recordFacts,
} from '@parley/contract';
import { fold } from '../../customer/door.ts';

/** Pure decisions of rules: which fire on a chat, and what they do. Reading and writing are others' work. */

export type Rule = {
  ruleId: string;
  name: string;
  deptId: string | null;
  event: RuleEvent;
  isOn: boolean;
  groups: readonly RuleGroup[];
  acts: readonly RuleAct[];
};

/** The part of a chat that rules may change. */
export type RuleState = { deptId: string | null; priority: number; labelIds: readonly string[] };

/**
 * All that rules compare, and what they need to know of the records that they name.
 * @property groupIds of the customer, among those that rules name
 * @property language a code such as `hi`; '' where none is known
 * @property text of the customer's message; '' of other events
 * @property isOffered an agent has it on offer, who keeps it
 * @property attributes of the customer, by `keyOf` of the conditions that ask them: their labels, and whether they hold; left out: they are gone
 */
export type RuleFacts = RuleState & {
  channelId: string;
  groupIds: readonly string[];
  language: string;
  text: string;
  attributes: ReadonlyMap<string, { name: string; holds: boolean }>;
  isEnded: boolean;
  isOwned: boolean;
  isOffered: boolean;
  labels: ReadonlyMap<string, { name: string; isActive: boolean; deptId: string | null }>;
  /** `isServed`: somebody handles its chats; left out where nobody has looked yet */
  departments: ReadonlyMap<string, { name: string; isServed?: boolean }>;
  channelNames: ReadonlyMap<string, string>;
  groupNames: ReadonlyMap<string, string>;
};

/** A rule whose conditions hold. @property deeds one for each act, in their order */
export type Fired = { rule: Rule; checks: RuleCheck[]; deeds: RuleDeed[] };
/** @property acts that were possible and change or tell something, in their order @property after what they leave */
export type Applied = { acts: { rule: Rule; act: RuleAct }[]; trace: Fired[]; after: RuleState };

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
/** Characters that join letters and that nobody sees. */
const joiners = /[\u200b-\u200d\u2060]/g;
/** Scripts that put no spaces between words. */
const spaceless = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** The words of a text in one row, each between spaces, so that a phrase of whole words is a part of it. */
const rowOfWords = (text: string): string => ` ${(fold(text.replace(joiners, '')).match(wordPattern) ?? []).join(' ')} `;

let lastRow = { text: '', row: rowOfWords('') };
/** The same of a message, which many phrases are looked for in one after the other. */
function rowOfMessage(text: string): string {
  if (lastRow.text !== text) lastRow = { text, row: rowOfWords(text) };
  return lastRow.row;
}

/** Tells whether a text has a word or phrase: whole words, whatever their case and accents. A phrase without words is in no text. */
export function hasWords(text: string, phrase: string): boolean {
  const wanted = rowOfWords(phrase);
  if (wanted.trim() === '') return false;
  return rowOfMessage(text).includes(spaceless.test(phrase) ? wanted.trim() : wanted);
}

/** Values of a fact: the chat's own, and how one of them, or one that a condition wants, is called. */
type Compared = { found: readonly string[]; nameOf: (value: string) => string };

const plain = (value: string): string => value;

function compared(fact: ChatFact, wanted: readonly string[], facts: RuleFacts): Compared {
  switch (fact) {
    case 'channel':
      return { found: [facts.channelId], nameOf: (id) => facts.channelNames.get(id) ?? '?' };
    case 'department':
      return { found: [facts.deptId ?? ''], nameOf: (id) => (id === '' ? '' : (facts.departments.get(id)?.name ?? '?')) };
    case 'group':
      return { found: facts.groupIds, nameOf: (id) => facts.groupNames.get(id) ?? '?' };
    case 'label':
      return { found: facts.labelIds, nameOf: (id) => facts.labels.get(id)?.name ?? '?' };
    case 'language':
      return { found: facts.language === '' ? [] : [facts.language], nameOf: plain };
    case 'priority':
      return { found: [String(facts.priority)], nameOf: plain };
    case 'message':
      return { found: wanted.filter((phrase) => hasWords(facts.text, phrase)), nameOf: plain };
  }
}

/** Key of a condition on an attribute: those that ask the same are asked once. */
export const keyOf = ({ attributeId, operator, values }: AttributeCondition): string => JSON.stringify([attributeId, operator, values]);

/** Lists the conditions of rules that ask attributes, each once. */
export function attributeConditions(rules: readonly Pick<Rule, 'groups'>[]): AttributeCondition[] {
  const asked = rules.flatMap(({ groups }) => groups.flatMap(({ conditions }) => conditions.filter((one) => one.fact === 'attribute')));
  return [...new Map(asked.map((one) => [keyOf(one), one])).values()];
}

function check(condition: RuleCondition, facts: RuleFacts): RuleCheck {
  if (condition.fact === 'attribute') {
    const { operator, values } = condition;
    const { name, holds } = facts.attributes.get(keyOf(condition)) ?? { name: '', holds: false };
    return { fact: 'attribute', attribute: name, operator, isNot: false, wanted: values, found: [], holds };
  }
  const { fact, isNot, values } = condition;
  const { found, nameOf } = compared(fact, values, facts);
  const hasOne = values.some((value) => found.includes(value));
  return { fact, isNot, wanted: values.map(nameOf), found: found.map(nameOf), holds: hasOne !== isNot };
}

/** A check for a chat's record, which all of its agents read: which attribute was compared, and not with what. */
export const withoutValues = ({ operator, ...check }: RuleCheck): RuleCheck =>
  check.fact === 'attribute' ? { ...check, wanted: [] } : check;

/** A check for those who may not read customers: they see what a rule asks, and not whether it holds. */
export const withoutAnswers = ({ holds: answer, ...check }: RuleCheck): RuleCheck =>
  check.fact === 'attribute' ? check : { ...check, holds: answer };

const holds = ({ match }: RuleGroup, checks: readonly RuleCheck[]): boolean =>
  match === 'any' ? checks.some((one) => one.holds) : checks.every((one) => one.holds);

/** Compares all conditions of a rule, also those that decide nothing any more: the trace shows each. */
export function compare({ groups }: Pick<Rule, 'groups'>, facts: RuleFacts): { isMet: boolean; checks: RuleCheck[] } {
  const checked = groups.map((group) => ({ group, checks: group.conditions.map((condition) => check(condition, facts)) }));
  return { isMet: checked.every(({ group, checks }) => holds(group, checks)), checks: checked.flatMap(({ checks }) => checks) };
}

/** Tells whether a rule is for chats of this department. */
export const isFor = ({ deptId }: Pick<Rule, 'deptId'>, facts: Pick<RuleState, 'deptId'>): boolean =>
  deptId === null || deptId === facts.deptId;

type Done = { value: string; problem: RuleProblem | ''; after?: Partial<RuleState> };

function addLabel(labelId: string, facts: RuleFacts): Done {
  const label = facts.labels.get(labelId);
  const value = label?.name ?? '';
  if (!label) return { value, problem: 'gone' };
  if (facts.labelIds.includes(labelId)) return { value, problem: 'same' };
  if (!label.isActive) return { value, problem: 'retired' };
  if (label.deptId !== null && label.deptId !== facts.deptId) return { value, problem: 'elsewhere' };
  if (facts.labelIds.length >= mostChatLabels) return { value, problem: 'full' };
  return { value, problem: '', after: { labelIds: [...facts.labelIds, labelId] } };
}

function removeLabel(labelId: string, facts: RuleFacts): Done {
  const label = facts.labels.get(labelId);
  if (!label) return { value: '', problem: 'gone' };
  if (!facts.labelIds.includes(labelId)) return { value: label.name, problem: 'same' };
  return { value: label.name, problem: '', after: { labelIds: facts.labelIds.filter((id) => id !== labelId) } };
}

function setPriority(priority: number, facts: RuleFacts): Done {
  const value = String(priority);
  if (facts.isEnded) return { value, problem: 'ended' };
  return facts.priority === priority ? { value, problem: 'same' } : { value, problem: '', after: { priority } };
}

/** A chat that an agent has, or has on offer, stays with the agent: a move would take it out of their hands. */
function setDepartment(departmentId: string, facts: RuleFacts): Done {
  const department = facts.departments.get(departmentId);
  const value = department?.name ?? '';
  if (!department) return { value, problem: 'gone' };
  if (facts.deptId === departmentId) return { value, problem: 'same' };
  if (facts.isEnded) return { value, problem: 'ended' };
  if (facts.isOwned) return { value, problem: 'owned' };
  if (facts.isOffered) return { value, problem: 'offered' };
  if (department.isServed === false) return { value, problem: 'unserved' };
  return { value, problem: '', after: { deptId: departmentId } };
}

function plan(act: RuleAct, facts: RuleFacts): Done {
  switch (act.kind) {
    case 'addLabel':
      return addLabel(act.labelId, facts);
    case 'removeLabel':
      return removeLabel(act.labelId, facts);
    case 'priority':
      return setPriority(act.priority, facts);
    case 'department':
      return setDepartment(act.departmentId, facts);
    case 'tell':
      return { value: act.who, problem: act.who === 'owner' && !facts.isOwned ? 'nobody' : '' };
    case 'note':
    case 'webhook':
      return { value: '', problem: '' };
  }
}

/** Plans the acts of a rule that has fired, each by what those before it leave. */
function act({ acts }: Pick<Rule, 'acts'>, facts: RuleFacts): { deeds: RuleDeed[]; done: RuleAct[]; after: RuleFacts } {
  let now = facts;
  const done: RuleAct[] = [];
  const deeds = acts.map((one): RuleDeed => {
    const { value, problem, after } = plan(one, now);
    now = { ...now, ...after };
    if (problem === '') done.push(one);
    return { kind: one.kind, value, problem };
  });
  return { deeds, done, after: now };
}

/**
 * Finds what rules do on one event of a chat. They are asked once each, in their order, and a later one sees what earlier ones did; nothing
 * that they do is an event, so none can fire another one or itself. An act that is not possible is skipped, and says why.
 * @param rules in their order
 */
export function applyRules(rules: readonly Rule[], event: RuleEvent, facts: RuleFacts): Applied {
  let now = facts;
  const acts: Applied['acts'] = [];
  const trace: Fired[] = [];
  for (const rule of rules) {
    if (!rule.isOn || rule.event !== event || !isFor(rule, now)) continue;
    const { isMet, checks } = compare(rule, now);
    if (!isMet) continue;
    const { deeds, done, after } = act(rule, now);
    now = after;
    trace.push({ rule, checks, deeds });
    acts.push(...done.map((one) => ({ rule, act: one })));
  }
  const { deptId, priority, labelIds } = now;
  return { acts, trace, after: { deptId, priority, labelIds } };
}

/** Ids that rules name, by what they are of. */
export type RuleIds = { labels: string[]; departments: string[]; channels: string[]; groups: string[] };

const idsAt = { label: 'labels', department: 'departments', channel: 'channels', group: 'groups' } as const satisfies Record<
  (typeof recordFacts)[number],
  keyof RuleIds
>;
const isOfRecords = (fact: string): fact is keyof typeof idsAt => fact in idsAt;

export function idsOf(rules: readonly Pick<ChatRuleSave, 'groups' | 'acts'>[]): RuleIds {
  const ids = { labels: new Set<string>(), departments: new Set<string>(), channels: new Set<string>(), groups: new Set<string>() };
  for (const { groups, acts } of rules) {
    for (const { fact, values } of groups.flatMap(({ conditions }) => conditions))
      if (isOfRecords(fact)) for (const id of values) if (id !== '') ids[idsAt[fact]].add(id);
    for (const one of acts) {
      if ('labelId' in one) ids.labels.add(one.labelId);
      if ('departmentId' in one) ids.departments.add(one.departmentId);
    }
  }
  return { labels: [...ids.labels], departments: [...ids.departments], channels: [...ids.channels], groups: [...ids.groups] };
}

/**
 * Finds records that a rule names and that there are not, each at its field. What the rule named before may be gone: it can still be renamed and
 * switched off.
 */
export function unknownIn({ groups, acts }: Pick<ChatRuleSave, 'groups' | 'acts'>, known: ReadonlySet<string>): FieldError[] {
  const fault = (field: string): FieldError => ({ field, ...faultWords('rule.unknown') });
  return [
    ...groups.flatMap(({ conditions }, group) =>
      conditions.flatMap(({ fact, values }, row) =>
        isOfRecords(fact) && values.some((id) => id !== '' && !known.has(id)) ? [fault(`groups.${group}.conditions.${row}.values`)] : [],
      ),
    ),
    ...acts.flatMap((one, place) => {
      if ('labelId' in one && !known.has(one.labelId)) return [fault(`acts.${place}.labelId`)];
      return 'departmentId' in one && !known.has(one.departmentId) ? [fault(`acts.${place}.departmentId`)] : [];
    }),
  ];
}
