import type { ChatRule } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../../test-screens.tsx';
import { RulePanel } from './rule-panel.tsx';

const base = '/e/enterprise/chat_rules';
const rule = (number: number, name: string, part: Partial<ChatRule> = {}): ChatRule => ({
  id: idOf(number),
  name,
  deptId: '',
  event: 'opened',
  waitMinutes: 5,
  isOn: true,
  groups: [],
  acts: [{ kind: 'note', text: 'Look' }],
  names: [],
  order: number,
  version: 1,
  ...part,
});
const sales = {
  id: idOf(9),
  name: 'Sales',
  desc: '',
  manager: null,
  fallback: null,
  calendar: null,
  userCount: 0,
  channelCount: 0,
  openChats: 0,
  version: 1,
};
const refund = { id: idOf(20), name: 'Refund' };

const attributes = [
  { id: idOf(40), name: 'Income', kind: 'number', options: [] },
  { id: idOf(41), name: 'Tier', kind: 'choice', options: ['Gold', 'Silver'] },
];

let stored: ChatRule[];
const server = stubServer(() => {
  stored = [
    rule(1, 'Refunds', {
      event: 'message',
      groups: [{ match: 'all', conditions: [{ fact: 'message', isNot: false, values: ['refund'] }] }],
      acts: [{ kind: 'addLabel', labelId: refund.id }],
      names: [refund],
    }),
    rule(2, 'Slow', { deptId: idOf(9), event: 'waits', waitMinutes: 10, version: 3 }),
    rule(3, 'Everybody', { isOn: false }),
  ];
  return {
    'GET /e/enterprise/departments': () => ({ ...good(null), response: { departments: [sales], more: false } }),
    [`GET ${base}`]: () => good({ rules: stored }),
    [`GET ${base}/choices`]: () => good({ channels: [{ id: idOf(30), name: 'Website' }], groups: [], labels: [refund], attributes }),
    [`PUT ${base}/order`]: ({ body }) => {
      stored = (body as { ids: string[] }).ids.flatMap((id) => stored.find((known) => known.id === id) ?? []);
      return good({ rules: stored });
    },
    [`POST ${base}`]: ({ body }) => good({ ...rule(5, 'New'), ...(body as object) }),
    [`PUT ${base}/${idOf(1)}`]: ({ body }) => {
      const saved = { ...(stored[0] as ChatRule), ...(body as object), version: 2 };
      stored = [saved, ...stored.slice(1)];
      return good(saved);
    },
  };
});
const open = (deptId = '', isReadOnly = false) =>
  openScreens('/rules', (root) => [screenAt(root, '/rules', () => <RulePanel deptId={deptId} isReadOnly={isReadOnly} />)], {
    ...sampleMe,
    dataScope: 'enterprise',
    deptIds: [],
  });

test('rules are shown in their order with what they do, and one moves by the keyboard at once', async () => {
  open();
  const row = (await screen.findByText('Slow')).closest('tr') as HTMLElement;
  expect(await within(row).findByText('Sales')).toBeTruthy();
  expect(within(row).getByText('Waits 10 minutes')).toBeTruthy();
  expect(within(row).getByText('Write a note')).toBeTruthy();
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Move Refunds' }), { key: 'ArrowDown', altKey: true });
  expect(await screen.findByText('Refunds is now number 2 of 3')).toBeTruthy();
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/order`)).toEqual({ ids: [idOf(2), idOf(1), idOf(3)] }));
});

test('a switch saves the rule with its version and nothing else of it', async () => {
  open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Switch Refunds on or off' }));
  await waitFor(() =>
    expect(server.bodyOf(`PUT ${base}/${idOf(1)}`)).toMatchObject({ name: 'Refunds', event: 'message', isOn: false, version: 1 }),
  );
});

test('a department sees what its chats may come under, without an order, and a reader changes nothing', async () => {
  stored.push(rule(6, 'Billing', { deptId: idOf(8) }));
  open(idOf(9), true);
  expect(await screen.findByText('Everybody')).toBeTruthy();
  expect(screen.queryByText('Billing')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
  expect((screen.getByRole('switch', { name: 'Switch Slow on or off' }) as HTMLInputElement).disabled).toBe(true);
});

test('a faulty rule names its fields, and a sound one is saved with its words and acts', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create rule' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create a rule' }));
  await userEvent.click(form.getByRole('button', { name: 'Create' }));
  expect(form.getByText('Write a name.')).toBeTruthy();
  expect(form.getByText('A rule has at least one act.')).toBeTruthy();
  await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'Money');
  await userEvent.click(form.getByRole('combobox', { name: 'When' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Customer writes' }));
  await userEvent.click(form.getByRole('button', { name: 'Add act' }));
  await userEvent.click(form.getByRole('button', { name: 'Create' }));
  expect(form.getAllByText('Choose or write a value.')).toHaveLength(2);
  expect(server.countOf(`POST ${base}`)).toBe(0);
  await userEvent.type(form.getByRole('combobox', { name: 'Values 1 of group 1' }), 'money back{Enter}refund{Enter}');
  await userEvent.click(form.getByRole('combobox', { name: /^Label/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Refund' }));
  server.replies[`POST ${base}`] = () => refused('department.not_found', 'No such department.');
  await userEvent.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(server.bodyOf(`POST ${base}`)).toEqual({
      name: 'Money',
      deptId: '',
      event: 'message',
      waitMinutes: 5,
      isOn: true,
      groups: [{ match: 'all', conditions: [{ fact: 'message', isNot: false, values: ['money back', 'refund'] }] }],
      acts: [{ kind: 'addLabel', labelId: refund.id }],
    }),
  );
  expect((await form.findByRole('alert')).textContent).toMatch('No such department');
});

test('a chat is tried by its number, and shows which rules fire with the values compared', async () => {
  const wanted = { fact: 'message', isNot: false, wanted: ['refund'] } as const;
  const of = { event: 'message' as const, isOn: true };
  server.replies[`GET ${base}/trial`] = () =>
    good({
      trials: [
        {
          ...of,
          ruleId: idOf(1),
          name: 'Refunds',
          fires: true,
          number: 3,
          checks: [
            { ...wanted, found: ['refund'], holds: true },
            { fact: 'attribute', attribute: 'Income', operator: 'atLeast', isNot: false, wanted: ['1000'], found: [], holds: false },
            { fact: 'attribute', attribute: 'Tier', operator: 'is', isNot: false, wanted: ['Gold'], found: [] },
          ],
          deeds: [{ kind: 'addLabel', value: 'Refund', problem: 'retired' }],
        },
        { ...of, ruleId: idOf(3), name: 'Everybody', isOn: false, fires: false, number: null, checks: [], deeds: [] },
      ],
    });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Try on a chat' }));
  const form = within(await screen.findByRole('dialog', { name: 'Try the rules on a chat' }));
  await userEvent.click(form.getByRole('button', { name: 'Try on a chat' }));
  expect(form.getByText('Write the number of a chat.')).toBeTruthy();
  await userEvent.type(form.getByRole('textbox', { name: 'Number of the chat' }), '10482-7');
  await userEvent.click(form.getByRole('button', { name: 'Try on a chat' }));
  const list = within(await form.findByRole('list', { name: 'What the rules would do' }));
  expect(list.getByText('Fires on message 3')).toBeTruthy();
  expect(list.getByText('label Refund (skipped: the label is retired)')).toBeTruthy();
  expect(list.getByText('Message has refund (found: refund): Holds')).toBeTruthy();
  expect(list.getByText('Income at least 1000: Does not hold')).toBeTruthy();
  expect(list.getByText('Tier is Gold')).toBeTruthy();
  expect(list.getByText('Does not fire · Switched off')).toBeTruthy();
  expect(server.queriesOf(`GET ${base}/trial`)).toEqual([{ chatNumber: '10482-7' }]);
});

test('a rule asks an attribute of the customer by the comparisons of its type', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create rule' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create a rule' }));
  await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'Rich');
  await userEvent.click(form.getByRole('button', { name: 'Add group' }));
  const choose = async (name: string, option: string) => {
    await userEvent.click(form.getByRole('combobox', { name }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Condition 1 of group 1', 'Customer’s attribute');
  await choose('Attribute 1 of group 1', 'Income');
  await choose('Comparison 1 of group 1', 'between');
  await userEvent.type(form.getByRole('textbox', { name: 'From' }), '1000');
  await userEvent.click(form.getByRole('button', { name: 'Create' }));
  expect(form.getAllByText('Choose or write values that fit.')).toHaveLength(1);
  await userEvent.type(form.getByRole('textbox', { name: 'To' }), '5000');
  await userEvent.click(form.getByRole('button', { name: 'Add act' }));
  await choose('Act 1', 'Write a note');
  await userEvent.type(form.getByRole('textbox', { name: /^Note/ }), 'Look');
  await userEvent.click(form.getByRole('button', { name: 'Create' }));
  const of = (operator: string, ...values: string[]) => [
    { match: 'all', conditions: [{ fact: 'attribute', attributeId: idOf(40), operator, values }] },
  ];
  await waitFor(() => expect(server.bodyOf(`POST ${base}`)).toMatchObject({ groups: of('between', '1000', '5000') }));
});

test('a condition on an attribute is drawn when the attributes have come, and says so where they do not', async () => {
  const groups = [
    {
      match: 'all' as const,
      conditions: [{ fact: 'attribute' as const, attributeId: idOf(40), operator: 'isEmpty' as const, values: [] }],
    },
  ];
  stored = [rule(1, 'Poor', { groups, names: [{ id: idOf(40), name: 'Income' }] })];
  const come = server.replies[`GET ${base}/choices`];
  server.replies[`GET ${base}/choices`] = () => refused('server.unexpected', 'Broken.', { requestId: 'a1' });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of Poor' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Poor' }));
  expect(dialog.queryByText('Income: this condition stays as it is')).toBeNull();
  const retry = await dialog.findByRole('button', { name: 'Try again' });
  server.replies[`GET ${base}/choices`] = come as never;
  await userEvent.click(retry);
  expect(await dialog.findByRole('combobox', { name: 'Attribute 1 of group 1' })).toHaveProperty('value', 'Income');
});

test('a rule that asks a deleted attribute says so, and one that the user may not choose keeps its condition', async () => {
  const asks = (attributeId: string) => [
    { match: 'all' as const, conditions: [{ fact: 'attribute' as const, attributeId, operator: 'isNotEmpty' as const, values: [] }] },
  ];
  stored = [
    rule(1, 'Gone', { groups: asks(idOf(50)) }),
    rule(2, 'Kept', { groups: asks(idOf(40)), names: [{ id: idOf(40), name: 'Income' }] }),
  ];
  server.replies[`GET ${base}/choices`] = () => good({ channels: [], groups: [], labels: [], attributes: [] });
  open();
  const row = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);
  await screen.findByText('Gone');
  expect(row('Gone').getByText('Asks a deleted attribute')).toBeTruthy();
  expect(row('Kept').queryByText('Asks a deleted attribute')).toBeNull();
  for (const [name, text] of [
    ['Gone', 'A deleted attribute: this condition does not hold'],
    ['Kept', 'Income: this condition stays as it is'],
  ] as const) {
    await userEvent.click(row(name).getByRole('button', { name: `Actions of ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: `Edit ${name}` });
    expect(within(dialog).getByText(text)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});
