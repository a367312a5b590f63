import { leaves } from '../account/audit-marks.ts';
import { conditionOperators, valueLimitsOf } from '../customer/filter.ts';
import { defineEndpoint } from '../endpoint.ts';
import { fieldError } from '../faults.ts';
import { formBoolean, formList, formNumber, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import {
  type ChatFact,
  chatFacts,
  recordFacts,
  ruleActsMax,
  ruleConditionsMax,
  ruleEvents,
  ruleGroupsMax,
  ruleListeners,
  ruleMatches,
  ruleMinutesMax,
  ruleNoteLimit,
  ruleValuesMax,
  ruleWordLimit,
} from './rule-kinds.ts';
import { RuleCheck, RuleDeed } from './rule-trace.ts';
import { chatPriorities } from './side.ts';

const Choice = z.union([Id, z.literal('')]).default('');

/**
 * One comparison. Values are ids, codes of languages, priorities or words by the fact; '' as a department means none. It holds when the chat has one of
 * them, or with `isNot` none.
 */
const ChatCondition = z.object({
  fact: z.enum(chatFacts),
  isNot: formBoolean.default(false),
  values: z.array(z.string().trim().max(ruleWordLimit)).min(1).max(ruleValuesMax),
});
/** A comparison of one of the customer's attributes, as the filters of the phone book compare it. */
const AttributeCondition = z.object({
  fact: z.literal('attribute'),
  attributeId: Id,
  operator: z.enum(conditionOperators),
  values: z.array(text(300)).max(ruleValuesMax).default([]),
});
export type AttributeCondition = z.output<typeof AttributeCondition>;
export const RuleCondition = z.discriminatedUnion('fact', [ChatCondition, AttributeCondition]);
export type RuleCondition = z.output<typeof RuleCondition>;

export const RuleGroup = z.object({
  match: z.enum(ruleMatches).default('all'),
  conditions: z.array(RuleCondition).min(1).max(ruleConditionsMax),
});
export type RuleGroup = z.output<typeof RuleGroup>;

export const RuleAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('addLabel'), labelId: Id }),
  z.object({ kind: z.literal('removeLabel'), labelId: Id }),
  z.object({ kind: z.literal('priority'), priority: formNumber(chatPriorities.lowest, chatPriorities.highest) }),
  z.object({ kind: z.literal('department'), departmentId: Id }),
  z.object({ kind: z.literal('note'), text: requiredText(ruleNoteLimit) }),
  /** Own systems that subscribe to `chat.rule` hear of it */
  z.object({ kind: z.literal('webhook') }),
  z.object({ kind: z.literal('tell'), who: z.enum(ruleListeners).default('managers') }),
]);
export type RuleAct = z.output<typeof RuleAct>;

const ruleFields = {
  name: requiredText(80),
  /** Empty: chats of all departments, and of none */
  deptId: Choice,
  event: z.enum(ruleEvents),
  /** Minutes in the queue, of the event `waits` alone */
  waitMinutes: formNumber(1, ruleMinutesMax).default(5),
  isOn: formBoolean.default(true),
  /** All of the groups must hold; none: the rule holds always */
  groups: z.array(RuleGroup).max(ruleGroupsMax).default([]),
  acts: z.array(RuleAct).min(1).max(ruleActsMax),
};
export const ChatRuleSave = z.object(ruleFields);
export type ChatRuleSave = z.output<typeof ChatRuleSave>;

const isId = (value: string) => Id.safeParse(value).success;
const isPriority = (value: string) => /^[0-9]$/.test(value);
const isWord = (value: string) => /[\p{L}\p{N}]/u.test(value);
const isCode = (value: string) => /^[a-z]{2,3}$/.test(value);

/** Tells whether a condition on this fact may have this value. */
function isValueOf({ fact }: { fact: ChatFact }, value: string): boolean {
  if ((recordFacts as readonly string[]).includes(fact)) return isId(value) || (fact === 'department' && value === '');
  if (fact === 'priority') return isPriority(value);
  return fact === 'language' ? isCode(value) : isWord(value);
}

/** Tells whether an operator has as many values as it needs; which ones an attribute takes, the server knows. */
function hasValues({ operator, values }: AttributeCondition): boolean {
  const { least, most } = valueLimitsOf(operator);
  return values.length >= least && values.length <= most && values.every((value) => value.trim() !== '');
}

/** Finds what is wrong with a rule as a whole, whose values are each allowed. The form and the server ask it alike. */
export function checkRule({ event, groups }: Pick<ChatRuleSave, 'event' | 'groups'>): ReturnType<typeof fieldError>[] {
  const faults: ReturnType<typeof fieldError>[] = [];
  for (const [place, { conditions }] of groups.entries())
    for (const [row, condition] of conditions.entries()) {
      const field = `groups.${place}.conditions.${row}.values`;
      if (condition.fact === 'attribute') {
        if (!hasValues(condition)) faults.push(fieldError(field, 'rule.value'));
      } else if (condition.fact === 'message' && event !== 'message') faults.push(fieldError(field, 'rule.no_message'));
      else if (condition.values.some((value) => !isValueOf(condition, value))) faults.push(fieldError(field, 'rule.value'));
    }
  const hasWords = groups.some(({ conditions }) => conditions.some(({ fact }) => fact === 'message'));
  if (event === 'message' && !hasWords) faults.push(fieldError('groups', 'rule.words'));
  return faults;
}

/** A record that a rule names, or may name. */
const Named = z.object({ id: Id, name: z.string() });
/** An attribute that conditions may ask, with the values of a choice. */
const AskedAttribute = Named.extend({
  kind: z.enum(['text', 'number', 'choice', 'choices', 'boolean', 'date']),
  options: z.array(z.string()),
});
export type AskedAttribute = z.infer<typeof AskedAttribute>;

export const ChatRule = z
  .object({
    id: Id,
    name: z.string(),
    deptId: z.string(),
    event: z.enum(ruleEvents),
    waitMinutes: z.number(),
    isOn: z.boolean(),
    groups: z.array(RuleGroup),
    acts: z.array(RuleAct),
    /** Names of the records that the rule names; those that are gone are missing */
    names: z.array(Named),
    /** Position from 0 */
    order: z.number(),
    version: z.number(),
  })
  .meta({ id: 'ChatRule' });
export type ChatRule = z.infer<typeof ChatRule>;

/** A rule that was tried on a chat. @property number the customer's message that it would have answered; null: none */
export const RuleTrial = z.object({
  ruleId: Id,
  name: z.string(),
  event: z.enum(ruleEvents),
  isOn: z.boolean(),
  fires: z.boolean(),
  number: z.number().nullable(),
  checks: z.array(RuleCheck),
  deeds: z.array(RuleDeed),
});
export type RuleTrial = z.infer<typeof RuleTrial>;

const tag = 'Chat rules';
const base = '/e/enterprise/chat_rules';
const RuleParams = z.object({ chatRuleId: Id });
const editors = ['CHAT.CHAT_CONFIG'] as const;

export const chatRuleEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'The rules of chats in their order: for a user of departments, their own and those of all departments',
    tag,
    access: editors,
    answer: z.object({ rules: z.array(ChatRule) }),
  }),
  choices: defineEndpoint({
    method: 'GET',
    path: `${base}/choices`,
    summary: 'Channels, groups and attributes of customers, and labels that rules may name; groups by name',
    tag,
    access: editors,
    query: z.object({ search: text(60).default('') }),
    /** attributes: for those alone who may read customers */
    answer: z.object({
      channels: z.array(Named),
      groups: z.array(Named),
      labels: z.array(Named),
      attributes: z.array(AskedAttribute),
    }),
  }),
  trial: defineEndpoint({
    method: 'GET',
    path: `${base}/trial`,
    summary: 'Which rules would fire on a chat, by what it is now; `chatNumber` is its number, such as 10482-7',
    tag,
    access: editors,
    query: z.object({ chatNumber: requiredText(40) }),
    answer: z.object({ trials: z.array(RuleTrial) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a rule of chats at the end',
    audit: leaves('chat_rule', 'create'),
    tag,
    access: editors,
    body: ChatRuleSave,
    answer: ChatRule,
  }),
  saveOrder: defineEndpoint({
    method: 'PUT',
    path: `${base}/order`,
    summary: 'Put the rules of chats into an order: a later one sees what earlier ones have done',
    audit: leaves('chat_rule', 'move'),
    tag,
    access: editors,
    /** All of the enterprise, each once. */
    body: z.object({ ids: formList(Id) }),
    answer: z.object({ rules: z.array(ChatRule) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:chatRuleId`,
    summary: 'One rule of chats',
    tag,
    access: editors,
    params: RuleParams,
    answer: ChatRule,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:chatRuleId`,
    summary: 'Change a rule of chats, or switch it on or off',
    audit: leaves('chat_rule', 'edit'),
    tag,
    access: editors,
    params: RuleParams,
    body: ChatRuleSave.extend({ version: Version }),
    answer: ChatRule,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:chatRuleId`,
    summary: 'Delete a rule of chats',
    audit: leaves('chat_rule', 'delete'),
    tag,
    access: editors,
    params: RuleParams,
    answer: z.null(),
  }),
};
