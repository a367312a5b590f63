// biome-ignore-all lint/suspicious/noTemplateCurlyInString: bindings of Flow JSON look so
// biome-ignore-all lint/suspicious/noThenProperty: the vendor's own name
import { expect, test } from 'vitest';
import type { PhoneFlow } from './flow-component.ts';
import { resolve, workOut } from './flow-expression.ts';
import { FlowPhone, type PhoneAct } from './flow-phone.ts';

const look = (path: string): unknown => ({ 'form.age': 20, 'form.name': 'Asha', 'form.yes': true, 'data.none': undefined })[path];

test.each([
  ['${form.age} >= 18', true],
  ["${form.age} > 18 && ${form.name} == 'Asha'", true],
  ['!(${form.age} > 18) || ${form.yes}', true],
  ['!${form.yes}', false],
  ['${form.age} - 1 == 19', true],
  ['${form.age} % 7 + 1', 7],
  ['${form.age} / 0', 0],
  ["`'Hello ' ${form.name} '!'`", 'Hello Asha!'],
  ['${form.name} > 5', false],
  ["${form.age} == '20'", false],
  ["'it\\'s'", "it's"],
])('An expression %s gives %s', (source, value) => {
  expect(workOut(source, look)).toBe(value);
});

test.each(['${form.age} >', '(${form.age}', '${form.age} ? 1 : 2', "'open", 'name == 1'])('An expression %s is refused', (source) => {
  expect(() => workOut(source, look)).toThrow(SyntaxError);
});

test('A property keeps the type of its binding, and words are filled in', () => {
  expect([resolve('${form.age}', look), resolve('Hi ${form.name}', look), resolve(true, look), resolve('${data.none}', look)]).toEqual([
    20,
    'Hi Asha',
    true,
    undefined,
  ]);
});

const go = (name: string) => ({ name: 'navigate', next: { type: 'screen', name }, payload: {} });
const flow = (): PhoneFlow =>
  JSON.parse(
    JSON.stringify({
      version: '7.3',
      screens: [
        {
          id: 'YOU',
          title: 'You',
          layout: {
            children: [
              {
                type: 'Form',
                name: 'form',
                'init-values': '${data.init}',
                children: [
                  { type: 'TextBody', text: "`'Hello ' ${data.who}`" },
                  { type: 'TextInput', name: 'age', label: 'Age', 'input-type': 'number', required: true },
                  { type: 'TextInput', name: 'mail', label: 'Mail', 'input-type': 'email', 'max-chars': 20 },
                  {
                    type: 'CheckboxGroup',
                    name: 'likes',
                    label: 'Likes',
                    'max-selected-items': 1,
                    'data-source': [
                      { id: 'a', title: 'A' },
                      { id: 'b', title: 'B' },
                    ],
                  },
                  {
                    type: 'If',
                    condition: '${form.age} < 18',
                    then: [{ type: 'TextInput', name: 'parent', label: 'Parent', required: true }],
                  },
                  { type: 'EmbeddedLink', text: 'More', 'on-click-action': go('PLAN') },
                  {
                    type: 'If',
                    condition: '${form.age} > 70',
                    then: [{ type: 'Footer', label: 'Skip', 'on-click-action': go('END') }],
                    else: [{ type: 'Footer', label: 'Next', 'on-click-action': go('PLAN') }],
                  },
                ],
              },
            ],
          },
        },
        {
          id: 'PLAN',
          layout: {
            children: [
              {
                type: 'RadioButtonsGroup',
                name: 'plan',
                label: 'Plan',
                required: true,
                'data-source': [
                  { id: 'g', title: 'Gold' },
                  { id: 's', title: 'Silver' },
                ],
              },
              {
                type: 'Switch',
                value: '${form.plan}',
                cases: { g: [{ type: 'DatePicker', name: 'day', label: 'Day', 'min-date': '2026-01-01' }], s: [] },
              },
              { type: 'OptIn', name: 'agree', label: 'I agree', required: true },
              { type: 'Footer', label: 'Go on', 'on-click-action': go('END') },
            ],
          },
        },
        {
          id: 'END',
          terminal: true,
          layout: {
            children: [
              { type: 'TextBody', text: '${screen.YOU.form.age}' },
              {
                type: 'Footer',
                label: 'Send',
                'on-click-action': {
                  name: 'complete',
                  payload: { age: '${screen.YOU.form.age}', plan: '${screen.PLAN.form.plan}', nested: { day: '${screen.PLAN.form.day}' } },
                },
              },
            ],
          },
        },
      ],
    }),
  ) as PhoneFlow;
const opened = (data: Record<string, unknown> = { who: 'Asha', init: { mail: 'a@b.in' } }) => {
  const phone = new FlowPhone(flow());
  phone.act({ kind: 'open', token: 't', screen: 'YOU', data });
  return phone;
};
const set = (name: string, value: unknown): PhoneAct => ({ kind: 'set', name, value });
const why = (phone: FlowPhone, act: PhoneAct) => phone.act(act).refused.map(({ name, why: reason }) => `${name} ${reason}`);

test('A flow is filled in: words and first values from data, what a number opens, required fields, a way by condition, global values at the end', () => {
  const phone = opened();
  expect(phone.see()?.parts.map(({ type, name, text, value }) => [type, name, text, value])).toEqual([
    ['TextBody', '', 'Hello Asha', null],
    ['TextInput', 'age', 'Age', ''],
    ['TextInput', 'mail', 'Mail', 'a@b.in'],
    ['CheckboxGroup', 'likes', 'Likes', []],
    ['EmbeddedLink', '', 'More', null],
  ]);
  expect(why(phone, { kind: 'next' })).toEqual(['age required']);
  expect(why(phone, set('parent', 'x'))).toEqual(['parent not_shown']);
  phone.act(set('age', '17'));
  expect(why(phone, { kind: 'next' })).toEqual(['parent required']);
  phone.act(set('age', '30'));
  expect(phone.see()?.footer).toEqual({ label: 'Next', isEnabled: true });
  phone.act({ kind: 'next' });
  expect(phone.see()?.id).toBe('PLAN');
  phone.act(set('plan', 'g'));
  expect(why(phone, set('day', '2025-12-31'))).toEqual(['day date']);
  phone.act(set('day', '2026-02-01'));
  expect(why(phone, { kind: 'next' })).toEqual(['agree required']);
  phone.act(set('agree', true));
  phone.act({ kind: 'next' });
  expect(phone.see()?.parts[0]?.text).toBe('30');
  const { completed } = phone.act({ kind: 'next' });
  expect(completed).toEqual({ age: 30, plan: 'g', nested: { day: '2026-02-01' }, flow_token: 't' });
  expect([phone.state.status, phone.see()]).toEqual(['completed', null]);
});

test('A screen that is gone back to keeps what was entered, a link leads on, and closing ends it', () => {
  const phone = opened();
  phone.act(set('age', '80'));
  expect(phone.see()?.footer?.label).toBe('Skip');
  phone.act({ kind: 'press', text: 'More' });
  expect(phone.see()?.id).toBe('PLAN');
  phone.act({ kind: 'back' });
  expect(phone.see()?.parts.find(({ name }) => name === 'age')?.value).toBe('80');
  phone.act({ kind: 'back' });
  expect(phone.see()?.id).toBe('YOU');
  phone.act({ kind: 'close' });
  expect([phone.state.status, phone.see(), phone.act({ kind: 'next' }).completed]).toEqual(['closed', null, null]);
});

test.each([
  ['age', 'two', 'kind'],
  ['age', 5, 'kind'],
  ['mail', 'a-name-of-21-characters', 'too_long'],
  ['likes', ['a', 'b'], 'too_many'],
  ['likes', ['c'], 'not_offered'],
  ['likes', 'a', 'kind'],
])('A phone does not let %s be %j: %s', (name, value, reason) => {
  expect(why(opened(), set(name, value))).toEqual([`${name} ${reason}`]);
});

test('A flow with an endpoint asks at its opening, waits, shows faults in place, follows its routes and ends with SUCCESS', () => {
  const json = flow();
  json.data_api_version = '3.0';
  json.routing_model = { YOU: ['PLAN'], PLAN: [], END: [] };
  const [you] = json.screens;
  if (!you) throw new Error('The flow has no screen.');
  you.layout.children = [
    {
      type: 'Form',
      name: 'form',
      'error-messages': '${data.errors}',
      children: [
        { type: 'TextInput', name: 'age', label: 'Age', visible: '${data.see}' },
        {
          type: 'Footer',
          label: 'Next',
          'on-click-action': { name: 'data_exchange', payload: { age: '${form.age}', gone: '${data.gone}' } },
        },
      ],
    },
  ];
  const phone = new FlowPhone(json);
  const { request } = phone.act({ kind: 'open', token: 't' });
  expect(request).toEqual({ version: '3.0', action: 'INIT', screen: '', data: {}, flow_token: 't' });
  expect(phone.state.status).toBe('waiting');
  // A tap while it waits does nothing; an answer that comes twice changes nothing.
  expect(phone.act({ kind: 'next' }).request).toBeNull();
  phone.answer({ screen: 'YOU', data: { see: true } });
  phone.answer({ screen: 'PLAN', data: {} });
  expect(phone.see()?.id).toBe('YOU');
  phone.act(set('age', '5'));
  expect(phone.act({ kind: 'next' }).request).toMatchObject({ action: 'data_exchange', screen: 'YOU', data: { age: '5' } });
  phone.answer({ screen: 'YOU', data: { see: true, errors: { age: 'Too young' }, error_message: 'Age: too young' } });
  expect([phone.see()?.message, phone.see()?.parts[0]?.error, phone.see()?.parts[0]?.value]).toEqual(['Age: too young', 'Too young', '5']);
  phone.act({ kind: 'next' });
  expect(() => phone.answer({ screen: 'END', data: {} })).toThrow('No route');
  const { completed } = phone.answer({ screen: 'SUCCESS', data: { extension_message_response: { params: { flow_token: 't' } } } });
  expect(completed).toEqual({ flow_token: 't' });
});
