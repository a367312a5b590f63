import {
  type ChatRule,
  type ChatRuleSave,
  type ConditionOperator,
  checkRule,
  type RuleAct,
  type RuleActKind,
  type RuleCondition,
  type RuleEvent,
  type RuleFact,
  type RuleMatch,
  ruleMinutesMax,
  valueLimitsOf,
} from '@parley/contract';
import { sayFault } from '../../../../lib/errors.ts';
import type { RuleSay } from '../../../../locales/chat-rule.ts';

/** Keys tell rows apart while they come and go. */
export type ConditionDraft = {
  key: string;
  fact: RuleFact;
  compare: 'is' | 'isNot';
  values: string[];
  /** The attribute of a condition on one, which `operator` compares instead */
  attributeId: string;
  operator: ConditionOperator;
};
export type GroupDraft = { key: string; match: RuleMatch; conditions: ConditionDraft[] };
/** An act as its form holds it: fields of all kinds, as texts. */
export type ActDraft = {
  key: string;
  kind: RuleActKind;
  labelId: string;
  departmentId: string;
  priority: string;
  text: string;
  who: 'owner' | 'managers';
};
export type RuleDraft = {
  name: string;
  deptId: string;
  event: RuleEvent;
  waitMinutes: string;
  isOn: boolean;
  groups: GroupDraft[];
  acts: ActDraft[];
};

let rows = 0;
function newKey(): string {
  rows += 1;
  return `row-${rows}`;
}

export const newCondition = (fact: RuleFact): ConditionDraft => ({
  key: newKey(),
  fact,
  compare: 'is',
  values: [],
  attributeId: '',
  operator: 'is',
});
export const newGroup = (fact: RuleFact): GroupDraft => ({ key: newKey(), match: 'all', conditions: [newCondition(fact)] });
export const newAct = (kind: RuleActKind = 'addLabel'): ActDraft => ({
  key: newKey(),
  kind,
  labelId: '',
  departmentId: '',
  priority: '5',
  text: '',
  who: 'managers',
});

const toConditionDraft = (condition: RuleCondition): ConditionDraft =>
  condition.fact === 'attribute'
    ? { ...newCondition('attribute'), ...condition }
    : { ...newCondition(condition.fact), compare: condition.isNot ? 'isNot' : 'is', values: condition.values };

const toActDraft = (act: RuleAct): ActDraft =>
  act.kind === 'priority' ? { ...newAct(act.kind), priority: String(act.priority) } : { ...newAct(act.kind), ...act };

export const toDraft = (rule: Omit<ChatRule, 'id' | 'names' | 'order' | 'version'> | undefined, deptId: string): RuleDraft => ({
  name: rule?.name ?? '',
  deptId: rule?.deptId ?? deptId,
  event: rule?.event ?? 'opened',
  waitMinutes: String(rule?.waitMinutes ?? 5),
  isOn: rule?.isOn ?? true,
  groups: (rule?.groups ?? []).map(({ match, conditions }) => ({
    key: newKey(),
    match,
    conditions: conditions.map(toConditionDraft),
  })),
  acts: (rule?.acts ?? []).map(toActDraft),
});

function toCondition({ fact, compare, values, attributeId, operator }: ConditionDraft): RuleCondition {
  if (fact !== 'attribute') return { fact, isNot: compare === 'isNot', values };
  // A comparison that takes fewer values than the one before leaves the others out.
  return { fact, attributeId, operator, values: values.slice(0, valueLimitsOf(operator).most) };
}

function toAct({ kind, labelId, departmentId, priority, text, who }: ActDraft): RuleAct {
  switch (kind) {
    case 'addLabel':
    case 'removeLabel':
      return { kind, labelId };
    case 'priority':
      return { kind, priority: Number(priority) };
    case 'department':
      return { kind, departmentId };
    case 'note':
      return { kind, text: text.trim() };
    case 'webhook':
      return { kind };
    case 'tell':
      return { kind, who };
  }
}

export const toBody = ({ name, deptId, event, waitMinutes, isOn, groups, acts }: RuleDraft): ChatRuleSave => ({
  name: name.trim(),
  deptId: deptId as '',
  event,
  // The field is not shown for other events: its text must not be what the server refuses.
  waitMinutes: event === 'waits' ? Number(waitMinutes) : 5,
  isOn,
  groups: groups.map(({ match, conditions }) => ({
    match,
    conditions: conditions.map(toCondition),
  })),
  acts: acts.map(toAct),
});

/** Faults of a draft by field. */
export function faultsOf(draft: RuleDraft, say: RuleSay): Record<string, string> {
  const faults: Record<string, string> = Object.fromEntries(
    checkRule(toBody(draft)).map(({ field, ...fault }) => [field, sayFault(fault)]),
  );
  if (draft.name.trim() === '') faults.name = say('nameEmpty');
  const minutes = Number(draft.waitMinutes);
  if (draft.event === 'waits' && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= ruleMinutesMax))
    faults.waitMinutes = say('minutesFault', { most: ruleMinutesMax });
  for (const [place, { conditions }] of draft.groups.entries())
    for (const [row, { fact, values, attributeId, operator }] of conditions.entries())
      if (fact === 'attribute' ? attributeId === '' || values.length < valueLimitsOf(operator).least : values.length === 0)
        faults[`groups.${place}.conditions.${row}.values`] = say('valuesEmpty');
  if (draft.acts.length === 0) faults.acts = say('actsEmpty');
  for (const [place, { kind, labelId, departmentId, text }] of draft.acts.entries()) {
    if ((kind === 'addLabel' || kind === 'removeLabel') && labelId === '') faults[`acts.${place}.labelId`] = say('valuesEmpty');
    if (kind === 'department' && departmentId === '') faults[`acts.${place}.departmentId`] = say('valuesEmpty');
    if (kind === 'note' && text.trim() === '') faults[`acts.${place}.text`] = say('noteEmpty');
  }
  return faults;
}
