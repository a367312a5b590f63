import { type AttributeCondition, type ChatFact, chatFacts, type RuleAct, type RuleCondition, ruleEvents } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyRules,
  attributeConditions,
  compare,
  hasWords,
  idsOf,
  keyOf,
  type Rule,
  type RuleFacts,
  unknownIn,
  withoutValues,
} from './rule.rules.ts';

const [refund, vip, old, ofBilling] = ['refund', 'vip', 'old', 'of-billing'];
const [sales, billing, empty] = ['sales', 'billing', 'empty'];

const makeFacts = (part: Partial<RuleFacts> = {}): RuleFacts => ({
  channelId: 'web',
  deptId: sales,
  priority: 5,
  labelIds: [],
  groupIds: [],
  language: 'en',
  text: '',
  attributes: new Map(),
  isEnded: false,
  isOwned: false,
  isOffered: false,
  labels: new Map([
    [refund, { name: 'Refund', isActive: true, deptId: null }],
    [vip, { name: 'VIP', isActive: true, deptId: null }],
    [old, { name: 'Old', isActive: false, deptId: null }],
    [ofBilling, { name: 'Bill', isActive: true, deptId: billing }],
  ]),
  departments: new Map([
    [sales, { name: 'Sales', isServed: true }],
    [billing, { name: 'Billing', isServed: true }],
    [empty, { name: 'Empty', isServed: false }],
  ]),
  channelNames: new Map([['web', 'Website']]),
  groupNames: new Map([['gold', 'Gold']]),
  ...part,
});
const is = (fact: ChatFact, ...values: string[]): RuleCondition => ({ fact, isNot: false, values });
const isNot = (fact: ChatFact, ...values: string[]): RuleCondition => ({ fact, isNot: true, values });
const makeRule = (ruleId: string, acts: RuleAct[], part: Partial<Rule> = {}): Rule => ({
  ruleId,
  name: ruleId,
  deptId: null,
  event: 'message',
  isOn: true,
  groups: [],
  acts,
  ...part,
});
const when = (...conditions: RuleCondition[]) => [{ match: 'all' as const, conditions }];
const deedsOf = (acts: RuleAct[], facts: RuleFacts) =>
  applyRules([makeRule('one', acts)], 'message', facts).trace[0]?.deeds.map(({ value, problem }) => [value, problem]);

describe('words', () => {
  test('whole words and phrases are found, whatever their case and accents', () => {
    expect(hasWords('I want a REFUND!', 'refund')).toBe(true);
    expect(hasWords('refunded', 'refund')).toBe(false);
    expect(hasWords('my money, back please', 'money back')).toBe(true);
    expect(hasWords('money is back', 'money back')).toBe(false);
    expect(hasWords('Réclamation', 'reclamation')).toBe(true);
    expect(hasWords('मुझे पैसे वापस चाहिए', 'पैसे वापस')).toBe(true);
    expect(hasWords('anything', '?!')).toBe(false);
    expect(hasWords('a.*b', '.*')).toBe(false);
  });

  test('letters that are joined unseen are one word, and scripts without spaces are looked through', () => {
    expect(hasWords('क्\u200dया हुआ', 'क्या')).toBe(true);
    expect(hasWords('すぐに返金してください', '返金')).toBe(true);
    expect(hasWords('ขอคืนเงินด้วย', 'คืนเงิน')).toBe(true);
    expect(hasWords('refunds', 'refund')).toBe(false);
  });

  test('a phrase is found in each text that has it between other words', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word), fc.array(word, { minLength: 1 }), fc.array(word), (before, phrase, after) => {
        expect(hasWords([...before, ...phrase, ...after].join(', ').toUpperCase(), phrase.join(' '))).toBe(true);
      }),
    );
  });
});

describe('conditions', () => {
  test('each fact is compared, and the trace names what was wanted and found', () => {
    const facts = makeFacts({ labelIds: [refund], groupIds: ['gold'], text: 'Refund now' });
    const checks = (condition: RuleCondition) => compare({ groups: when(condition) }, facts).checks[0];
    expect(checks(is('channel', 'web', 'sms'))).toEqual({
      fact: 'channel',
      isNot: false,
      wanted: ['Website', '?'],
      found: ['Website'],
      holds: true,
    });
    expect(checks(isNot('department', billing))).toMatchObject({ wanted: ['Billing'], found: ['Sales'], holds: true });
    expect(checks(is('department', ''))).toMatchObject({ wanted: [''], found: ['Sales'], holds: false });
    expect(checks(is('group', 'gold'))).toMatchObject({ found: ['Gold'], holds: true });
    expect(checks(is('language', 'hi'))).toMatchObject({ found: ['en'], holds: false });
    expect(checks(is('priority', '4', '5'))).toMatchObject({ found: ['5'], holds: true });
    expect(checks(isNot('label', refund))).toMatchObject({ wanted: ['Refund'], found: ['Refund'], holds: false });
    expect(checks(is('message', 'money', 'refund'))).toMatchObject({ wanted: ['money', 'refund'], found: ['refund'], holds: true });
  });

  test('an attribute holds as the phone book compares it, one that is gone never does, and a record tells no values of it', () => {
    const asks = (attributeId: string, operator: AttributeCondition['operator'], ...values: string[]): AttributeCondition => ({
      fact: 'attribute',
      attributeId,
      operator,
      values,
    });
    const [rich, poor, gone] = [asks('income', 'atLeast', '100'), asks('income', 'atMost', '9'), asks('gone', 'isNot', 'x')];
    const attributes = new Map([
      [keyOf(rich), { name: 'Income', holds: true }],
      [keyOf(poor), { name: 'Income', holds: false }],
    ]);
    const facts = makeFacts({ attributes });
    const check = (condition: RuleCondition) => compare({ groups: when(condition) }, facts).checks[0];
    const found = { fact: 'attribute', attribute: 'Income', operator: 'atLeast', isNot: false, wanted: ['100'], found: [], holds: true };
    expect(check(rich)).toEqual(found);
    expect(check(poor)).toMatchObject({ attribute: 'Income', holds: false });
    expect(check(gone)).toMatchObject({ attribute: '', holds: false });
    const told = { fact: 'attribute', attribute: 'Income', isNot: false, wanted: [], found: [], holds: true };
    expect(withoutValues(found as never)).toEqual(told);
    expect(withoutValues(check(is('priority', '5')) as never)).toEqual(check(is('priority', '5')));
    const groups = [{ match: 'any' as const, conditions: [rich, gone, { ...rich }] }];
    expect(attributeConditions([{ groups }])).toEqual([rich, gone]);
    expect(compare({ groups }, facts).isMet).toBe(true);
  });

  test('all groups must hold, and of a group all conditions or one of them', () => {
    const facts = makeFacts();
    const [yes, no] = [is('priority', '5'), is('priority', '6')];
    const isMet = (...groups: Rule['groups']) => compare({ groups }, facts).isMet;
    expect(isMet()).toBe(true);
    expect(isMet({ match: 'all', conditions: [yes, no] })).toBe(false);
    expect(isMet({ match: 'any', conditions: [no, yes] })).toBe(true);
    expect(isMet({ match: 'any', conditions: [no, yes] }, { match: 'all', conditions: [yes] })).toBe(true);
    expect(isMet({ match: 'any', conditions: [yes] }, { match: 'all', conditions: [no] })).toBe(false);
  });
});

describe('acts', () => {
  test('an act that is not possible is skipped with its reason', () => {
    const add = (labelId: string): RuleAct => ({ kind: 'addLabel', labelId });
    const to = (departmentId: string): RuleAct => ({ kind: 'department', departmentId });
    expect(deedsOf([add(old), add('none'), add(ofBilling), add(refund), add(refund)], makeFacts())).toEqual([
      ['Old', 'retired'],
      ['', 'gone'],
      ['Bill', 'elsewhere'],
      ['Refund', ''],
      ['Refund', 'same'],
    ]);
    expect(deedsOf([{ kind: 'removeLabel', labelId: vip }], makeFacts())).toEqual([['VIP', 'same']]);
    expect(deedsOf([to(empty), to('none'), to(sales), to(billing), add(ofBilling)], makeFacts())).toEqual([
      ['Empty', 'unserved'],
      ['', 'gone'],
      ['Sales', 'same'],
      ['Billing', ''],
      ['Bill', ''],
    ]);
    expect(deedsOf([to(billing)], makeFacts({ isOwned: true }))).toEqual([['Billing', 'owned']]);
    expect(deedsOf([to(billing)], makeFacts({ isOffered: true }))).toEqual([['Billing', 'offered']]);
    expect(deedsOf([to(billing), { kind: 'priority', priority: 9 }], makeFacts({ isEnded: true }))).toEqual([
      ['Billing', 'ended'],
      ['9', 'ended'],
    ]);
    expect(deedsOf([{ kind: 'tell', who: 'owner' }], makeFacts())).toEqual([['owner', 'nobody']]);
    expect(deedsOf([{ kind: 'tell', who: 'managers' }], makeFacts())).toEqual([['managers', '']]);
  });

  test('a later rule sees what earlier ones did, and rules of other events and departments, or that are off, are not asked', () => {
    const first = makeRule('first', [
      { kind: 'addLabel', labelId: refund },
      { kind: 'department', departmentId: billing },
    ]);
    const second = makeRule('second', [{ kind: 'priority', priority: 9 }], { groups: when(is('label', refund)), deptId: billing });
    const labelled = makeRule('labelled', [{ kind: 'priority', priority: 1 }], { event: 'labelled' });
    const off = makeRule('off', [{ kind: 'priority', priority: 0 }], { isOn: false });
    const { trace, after } = applyRules([labelled, first, off, second], 'message', makeFacts());
    expect(trace.map(({ rule }) => rule.ruleId)).toEqual(['first', 'second']);
    expect(after).toEqual({ deptId: billing, priority: 9, labelIds: [refund] });
    expect(applyRules([second, first], 'message', makeFacts()).trace.map(({ rule }) => rule.ruleId)).toEqual(['first']);
  });
});

const id = fc.constantFrom(refund, vip, old, ofBilling, 'none');
const act: fc.Arbitrary<RuleAct> = fc.oneof(
  fc.record({ kind: fc.constantFrom('addLabel' as const, 'removeLabel' as const), labelId: id }),
  fc.record({ kind: fc.constant('priority' as const), priority: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ kind: fc.constant('department' as const), departmentId: fc.constantFrom(sales, billing, empty, 'none') }),
  fc.constant({ kind: 'note' as const, text: 'Look' }),
  fc.constant({ kind: 'webhook' as const }),
  fc.record({ kind: fc.constant('tell' as const), who: fc.constantFrom('owner' as const, 'managers' as const) }),
);
const condition: fc.Arbitrary<RuleCondition> = fc.record({
  fact: fc.constantFrom(...chatFacts),
  isNot: fc.boolean(),
  values: fc.array(fc.constantFrom('web', sales, billing, '', 'gold', 'en', '5', '9', refund, vip, 'refund'), {
    minLength: 1,
    maxLength: 3,
  }),
});
const rule: fc.Arbitrary<Rule> = fc.record({
  ruleId: fc.uuid(),
  name: fc.string(),
  deptId: fc.constantFrom(null, sales, billing),
  event: fc.constantFrom(...ruleEvents),
  isOn: fc.boolean(),
  groups: fc.array(
    fc.record({ match: fc.constantFrom('all' as const, 'any' as const), conditions: fc.array(condition, { minLength: 1, maxLength: 3 }) }),
    { maxLength: 2 },
  ),
  acts: fc.array(act, { minLength: 1, maxLength: 4 }),
});
const facts: fc.Arbitrary<RuleFacts> = fc
  .record({
    deptId: fc.constantFrom(null, sales, billing),
    priority: fc.integer({ min: 0, max: 9 }),
    labelIds: fc.uniqueArray(fc.constantFrom(refund, vip, old)),
    groupIds: fc.subarray(['gold']),
    language: fc.constantFrom('', 'en', 'hi'),
    text: fc.constantFrom('', 'a refund', 'hello'),
    isEnded: fc.boolean(),
    isOwned: fc.boolean(),
    isOffered: fc.boolean(),
  })
  .map(makeFacts);
const event = fc.constantFrom(...ruleEvents);

describe('all rules and facts', () => {
  test('each rule fires once at most, in the order of the list, and only for its own event', () => {
    fc.assert(
      fc.property(fc.array(rule), event, facts, (rules, happened, known) => {
        const { trace } = applyRules(rules, happened, known);
        const fired = trace.map(({ rule: one }) => rules.indexOf(one));
        expect(fired).toEqual(fired.toSorted((a, b) => a - b));
        expect(new Set(fired).size).toBe(fired.length);
        expect(trace.every(({ rule: one }) => one.isOn && one.event === happened)).toBe(true);
      }),
    );
  });

  test('the same facts give the same answer, and stay as they are', () => {
    fc.assert(
      fc.property(fc.array(rule), event, facts, (rules, happened, known) => {
        const before = structuredClone(known);
        const answer = applyRules(rules, happened, known);
        expect(applyRules(rules, happened, known)).toEqual(answer);
        expect(known).toEqual(before);
      }),
    );
  });

  test('rules one after the other are the rules in one list', () => {
    fc.assert(
      fc.property(fc.array(rule), fc.array(rule), event, facts, (some, others, happened, known) => {
        const first = applyRules(some, happened, known);
        const second = applyRules(others, happened, { ...known, ...first.after });
        const together = applyRules([...some, ...others], happened, known);
        expect(together).toEqual({
          acts: [...first.acts, ...second.acts],
          trace: [...first.trace, ...second.trace],
          after: second.after,
        });
      }),
    );
  });

  test('an act that was done is no problem, every act is traced, and nothing that is skipped changes the chat', () => {
    fc.assert(
      fc.property(fc.array(rule), event, facts, (rules, happened, known) => {
        const { acts, trace, after } = applyRules(rules, happened, known);
        expect(trace.every(({ rule: one, deeds }) => deeds.length === one.acts.length)).toBe(true);
        expect(acts.length).toBe(trace.flatMap(({ deeds }) => deeds).filter(({ problem }) => problem === '').length);
        expect(after.labelIds.every((labelId) => known.labels.has(labelId))).toBe(true);
        expect(after.labelIds.filter((labelId) => !known.labelIds.includes(labelId))).not.toContain(old);
        if (known.isOwned || known.isEnded || known.isOffered) expect(after.deptId).toBe(known.deptId);
        if (known.isEnded) expect(after.priority).toBe(known.priority);
      }),
    );
  });
});

test('records that a rule names are found, and unknown ones stand at their field', () => {
  const of = {
    groups: when(is('label', refund), is('department', '', billing), is('channel', 'web')),
    acts: [
      { kind: 'note' as const, text: 'x' },
      { kind: 'addLabel' as const, labelId: vip },
    ],
  };
  expect(idsOf([of])).toEqual({ labels: [refund, vip], departments: [billing], channels: ['web'], groups: [] });
  expect(unknownIn(of, new Set([refund, vip, billing, 'web']))).toEqual([]);
  expect(unknownIn(of, new Set([refund, 'web'])).map(({ field, code }) => [field, code])).toEqual([
    ['groups.0.conditions.1.values', 'rule.unknown'],
    ['acts.1.labelId', 'rule.unknown'],
  ]);
});
