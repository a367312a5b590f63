import { notificationsStore } from '@mantine/notifications';
import { builtInDefinitions, type InputFieldDefinition, type Me } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppDialogHost } from '../../../components/app-dialog.tsx';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { meQuery } from '../../account/shared/me.ts';
import { AttributeFormPage } from './attribute-form-page.tsx';
import { AttributeListPage } from './attribute-list-page.tsx';

const path = '/chatbird/api/customer_master/inputfield';
const own = (fields: Partial<InputFieldDefinition> & { _id: string; fieldLabel: string }): InputFieldDefinition => ({
  ...(builtInDefinitions[1] as InputFieldDefinition),
  fieldName: fields.fieldLabel.toLowerCase(),
  isBuiltIn: false,
  mandatory: false,
  category: 'general',
  version: 1,
  index: 0,
  validations: [],
  ...fields,
});
const cityId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a001';
const planId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a002';

let rows: InputFieldDefinition[];
let asked: { call: string; body: unknown; reason: string | undefined }[];
let replies: Record<string, (body: unknown) => { status: boolean; code: string; message: string; data: unknown }>;
const good = (data: unknown, message = '') => ({ status: true, code: '100', message, data });

beforeEach(() => {
  asked = [];
  rows = [
    ...builtInDefinitions,
    own({
      _id: cityId,
      fieldLabel: 'City',
      fieldHelptext: 'Where they live',
      inputType: 'alphabets',
      commaIncluded: true,
      validations: [
        { id: 'minValue', value: 3 },
        { id: 'maxValue', value: 40 },
        { id: 'allowSpecialChars', value: true },
        { id: 'allowedChars', value: ['-'] },
      ],
    }),
    own({ _id: planId, fieldLabel: 'Plan', index: 1, fieldType: 'selectbox-multiplevalue', inputType: '', mandatory: true }),
    own({ _id: 'hidden', fieldLabel: 'Facebook page', index: 2, category: 'social_details' }),
  ];
  replies = {
    [`GET ${path}`]: () => good({ inputFieldDefinitions: rows }),
    [`GET ${path}/${cityId}`]: () => good({ inputFieldDefinition: rows[2] }),
    [`PUT ${path}/move`]: () => good(null),
  };
  stubFetch(async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url.split('?')[0]}`;
    const body = init.body === undefined ? undefined : readBody(String(init.body));
    asked.push({ call, body, reason: new Headers(init.headers).get('x-reason') ?? undefined });
    return Response.json(replies[call]?.(body) ?? { status: false, code: 'route.not_found', message: `No such call: ${call}`, data: {} });
  });
});

/** The client sends flat bodies as forms. */
const readBody = (body: string): unknown => (body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)));

function KnownUser({ permissions, children }: { permissions: string[]; children: ReactNode }) {
  useQueryClient().setQueryData(meQuery.queryKey, { permissions } as unknown as Me);
  return children;
}

async function open(address = '/customer-master/definition', permissions = ['CUSTOMER_MASTER.VIEW', 'ENTERPRISE.EDIT']) {
  const root = createRootRoute({ component: Outlet });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/customer-master/definition', component: AttributeListPage }),
      createRoute({ getParentRoute: () => root, path: '/customer-master/definition/add', component: AttributeFormPage }),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  draw(
    <KnownUser permissions={permissions}>
      <RouterProvider router={router as never} />
      <AppDialogHost />
    </KnownUser>,
  );
  return router;
}
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);
const bodyOf = (call: string) => asked.find((entry) => entry.call === call)?.body;
const rowTexts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1, -1)
        .map((cell) => cell.textContent),
    );

test('ATTR-005 ATTR-006 ATTR-007 ATTR-030 ATTR-031 the list has its columns and the two built-in rows first, read-only', async () => {
  await open();
  await screen.findByText('City');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Attributes');
  expect(screen.getByRole('button', { name: 'Add Fileds' })).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Field Label',
    'Field Type',
    'Input Type',
    'Mandatory',
    'Min.Char',
    'Max.Char',
    'Allow Spl Char',
    'Allowed Spl Chars',
    'Action',
  ]);
  expect(rowTexts()).toEqual([
    ['Text', 'Alpha Numeric', 'Yes', '10', '100000', 'Yes', '+'],
    ['Text', 'Alpha Numeric', 'Yes', '2', '30', 'Yes', 'Any'],
    ['Text', 'Alphabets', 'No', '3', '40', 'Yes', '- ,'],
    ['Multiple Select', '—', 'Yes', '—', '—', '—', '—'],
  ]);
  const [, phone] = screen.getAllByRole('row');
  expect(within(phone as HTMLElement).queryAllByRole('button')).toEqual([]);
  expect(screen.queryByText('Facebook page')).toBeNull();
});

test('ATTR-011 every field type and input type is shown by its display name', async () => {
  const types = [
    ['text', 'alphabets'],
    ['text', 'alphanumeric'],
    ['text', 'email'],
    ['text', 'number'],
    ['text', 'decimal'],
    ['textarea', 'alphabets'],
    ['selectbox-singlevalue', ''],
    ['selectbox-multiplevalue', ''],
  ] as const;
  rows = types.map(([fieldType, inputType], index) =>
    own({ _id: `a${index}`, fieldLabel: `Field ${index}`, fieldType, inputType, index, mandatory: index === 0 }),
  );
  await open();
  await screen.findByText('Field 0');
  expect(rowTexts().map((cells) => cells.slice(0, 3))).toEqual([
    ['Text', 'Alphabets', 'Yes'],
    ['Text', 'Alpha Numeric', 'No'],
    ['Text', 'Email', 'No'],
    ['Text', 'Number', 'No'],
    ['Text', 'Decimal', 'No'],
    ['Text Area', 'Alphabets', 'No'],
    ['Select', '—', 'No'],
    ['Multiple Select', '—', 'No'],
  ]);
});

test('ATTR-008 ATTR-063 ATTR-066 a row moves at once by the keyboard, and it is said', async () => {
  await open();
  const handle = await screen.findByRole('button', { name: 'Move City' });
  replies[`GET ${path}`] = () => good({ inputFieldDefinitions: [...rows.slice(0, 2), rows[3], rows[2], rows[4]] });
  fireEvent.keyDown(handle, { key: 'ArrowDown', altKey: true });
  await screen.findByText('City is now number 2 of 2');
  expect(screen.getAllByRole('button', { name: /^Move / }).map((button) => button.getAttribute('aria-label'))).toEqual([
    'Move Plan',
    'Move City',
  ]);
  await waitFor(() => expect(bodyOf(`PUT ${path}/move`)).toEqual({ from: '0', to: '1' }));
});

test('ATTR-008 a row moves by drag and drop', async () => {
  await open();
  const dataTransfer = { setData: vi.fn(), setDragImage: vi.fn(), effectAllowed: '' };
  fireEvent.dragStart(await screen.findByRole('button', { name: 'Move Plan' }), { dataTransfer });
  const target = screen.getByText('City').closest('tr') as HTMLElement;
  vi.spyOn(target, 'getBoundingClientRect').mockReturnValue({ top: 100, height: 40 } as DOMRect);
  const over = createEvent.dragOver(target, { dataTransfer });
  Object.defineProperty(over, 'clientY', { value: 105 });
  fireEvent(target, over);
  fireEvent.drop(target, { dataTransfer });
  await waitFor(() => expect(bodyOf(`PUT ${path}/move`)).toEqual({ from: '1', to: '0' }));
});

test('ATTR-010 ATTR-070 deleting asks with No and Yes; a refusal shows the words of the server and who uses it', async () => {
  replies[`DELETE ${path}/${planId}`] = () => ({
    status: false,
    code: 'attribute.in_use',
    message: 'This attribute is in use.',
    data: { uses: ['Mapping Shop export'] },
  });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Plan' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete?' });
  expect(within(dialog).getByRole('button', { name: 'No' })).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toasts()).toEqual(['This attribute is in use. Used by: Mapping Shop export']));
});

test('ATTR-071 administration 4 a deletion says what the server said and reads the list again; its reason goes with that call alone', async () => {
  replies[`DELETE ${path}/${planId}`] = () => good(null, 'Attribute deleted');
  replies[`DELETE ${path}/${cityId}`] = () => good(null, 'Attribute deleted');
  await open();
  const remove = async (label: string, reason: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Delete ${label}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete?' }));
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Reason (optional)' });
    expect([field.value, field.maxLength]).toEqual(['', 300]);
    if (reason !== '') await userEvent.type(field, reason);
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await screen.findByText('City');
  const lists = () => asked.filter(({ call }) => call === `GET ${path}`).length;
  const before = lists();
  await remove('Plan', ' Nobody fills it in – alt ');
  await waitFor(() => expect([toasts(), lists()]).toEqual([['Attribute deleted'], before + 1]));
  await remove('City', '');
  await waitFor(() => expect(asked.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(2));
  expect(asked.flatMap(({ call, reason }) => (reason === undefined ? [] : [[call, decodeURIComponent(reason)]]))).toEqual([
    [`DELETE ${path}/${planId}`, 'Nobody fills it in – alt'],
  ]);
});

test('ATTR-009 ATTR-021 ATTR-022 ATTR-041 editing loads the definition; a change that breaks stored values is confirmed before it is saved', async () => {
  replies[`POST ${path}/check`] = () =>
    good({
      brokenCount: 3,
      checkedCount: 9,
      isComplete: true,
      samples: [{ customerId: '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a001', name: 'Asha', value: 'Pune city', message: 'Too long' }],
    });
  replies[`POST ${path}`] = () => good({ inputFieldDefinition: rows[2] }, 'Attribute saved');
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit City' }));
  const panel = await screen.findByRole('dialog', { name: 'Edit attribute' });
  const place = panel.closest<HTMLElement>('.mantine-Drawer-root')?.style;
  expect(['--drawer-size', '--drawer-justify'].map((name) => place?.getPropertyValue(name))).toEqual([
    'calc(25rem * var(--mantine-scale))',
    'flex-end',
  ]);
  expect(document.querySelectorAll('.mantine-Drawer-overlay')).toHaveLength(1);
  expect((await within(panel).findByLabelText<HTMLInputElement>(/^Field Name \*|^Field Name$/)).value).toBe('city');
  const most = within(panel).getByLabelText('Maximum allowed characters length');
  await userEvent.clear(most);
  await userEvent.type(most, '5');
  await userEvent.click(within(panel).getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('3 stored values do not match the change. They stay as they are until somebody edits them.')).toBeTruthy();
  expect(screen.getByText('Pune city')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(toasts()).toEqual(['Attribute saved']));
  expect(bodyOf(`POST ${path}`)).toMatchObject({ _id: cityId, version: 1, index: 0 });
});

test('ATTR-012 ATTR-040 ATTR-055 ATTR-067 ATTR-068 the page shows faults by field, then what the server refuses', async () => {
  replies[`POST ${path}`] = () => ({
    status: false,
    code: 'attribute.invalid',
    message: 'Please check the fields.',
    data: { errors: [{ field: 'fieldName', code: 'test.fault', values: {}, message: 'Field name must be unique' }] },
  });
  await open('/customer-master/definition/add');
  const name = await screen.findByPlaceholderText('id or name for unique reference');
  const faultCount = () => screen.queryAllByText('This field is required').length;
  expect(faultCount()).toBe(0);
  fireEvent.blur(name);
  expect(faultCount()).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(faultCount()).toBe(5);
  await userEvent.type(name, 'city');
  await userEvent.type(screen.getByLabelText(/^Field Label/), 'City');
  await userEvent.type(screen.getByLabelText(/^Field Name Help Text/), 'Where');
  await userEvent.click(screen.getByRole('radio', { name: 'No' }));
  await userEvent.click(screen.getByRole('combobox', { name: /Field Type/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Dropdown with single selection' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  const box = await screen.findByRole('alert');
  expect(within(box).getByRole('listitem').textContent).toBe('Field name must be unique');
  expect(toasts()).toEqual(['Save Failed. Please check for errors in fields']);
  expect(bodyOf(`POST ${path}`)).toMatchObject({ fieldName: 'city', mandatory: false, validations: [], defaultValue: '' });
});

test('ATTR-069 a save shows the words of the server and goes back to the list', async () => {
  replies[`POST ${path}`] = () => good({ inputFieldDefinition: rows[2] }, 'Attribute added');
  const router = await open('/customer-master/definition/add');
  await userEvent.type(await screen.findByPlaceholderText('id or name for unique reference'), 'vip');
  await userEvent.type(screen.getByLabelText(/^Field Label/), 'VIP');
  await userEvent.type(screen.getByLabelText(/^Field Name Help Text/), 'Is it one');
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }));
  await userEvent.click(screen.getByRole('combobox', { name: /Field Type/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Yes / No' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/customer-master/definition'));
  expect(toasts()).toEqual(['Attribute added']);
});

const choose = async (field: RegExp, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: field }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const optionsOf = async (field: RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: field }));
  const names = (await screen.findAllByRole('option')).map((option) => option.textContent);
  await userEvent.keyboard('{Escape}');
  return names;
};

test('ATTR-027 decision 0119: Multiple Select and Email are offered too, after what the specification offers', async () => {
  await open('/customer-master/definition/add');
  await screen.findByPlaceholderText('id or name for unique reference');
  expect((await optionsOf(/Field Type/)).slice(3)).toEqual(['Dropdown with multiple selection', 'Yes / No', 'Date']);
  await choose(/Field Type/, 'Textbox');
  expect((await optionsOf(/Input Type/)).slice(4)).toEqual(['Email']);
});

test('ATTR-004 ATTR-013 to ATTR-020 ATTR-051 ATTR-052 the form has the fields of the chosen type, as a page and as a panel', async () => {
  const router = await open('/customer-master/definition/add');
  await screen.findByPlaceholderText('id or name for unique reference');
  for (const label of [/^Field Label/, /^Field Name Help Text/]) expect(screen.getByLabelText(label)).toBeTruthy();
  const mandatory = within(screen.getByRole('radiogroup', { name: /Mandatory Field/ }));
  const answers = mandatory.getAllByRole<HTMLInputElement>('radio');
  expect(answers.map((radio) => radio.labels?.[0]?.textContent)).toEqual(['Yes', 'No']);
  for (const answer of answers) {
    await userEvent.click(answer);
    expect(answers.filter(({ checked }) => checked)).toEqual([answer]);
  }
  // The specification's three come first; what the issue asks for beyond them follows (decision 0011).
  expect((await optionsOf(/Field Type/)).slice(0, 3)).toEqual(['Textbox', 'Textarea', 'Dropdown with single selection']);
  const isThere = (label: RegExp) => screen.queryAllByLabelText(label).length > 0;

  await choose(/Field Type/, 'Textbox');
  expect((await optionsOf(/Input Type/)).slice(0, 4)).toEqual(['Alphabets', 'Alpha Numeric', 'Number', 'Decimal']);
  expect([isThere(/^Minimum allowed/), isThere(/^Maximum allowed/), isThere(/^Default value/)]).toEqual([true, true, false]);
  await choose(/Input Type/, 'Alphabets');
  expect([isThere(/^Special characters/), isThere(/^Include the comma/)]).toEqual([false, false]);
  await choose(/^Allow special chars/, 'Yes');
  expect([isThere(/^Special characters/), isThere(/^Include the comma/)]).toEqual([true, true]);
  for (const [type, isAsked] of [
    ['Number', false],
    ['Alpha Numeric', true],
    ['Decimal', false],
    ['Email', true],
  ] as const) {
    await choose(/Input Type/, type);
    expect([type, isThere(/^Allow special chars/), isThere(/^Special characters/)]).toEqual([type, isAsked, isAsked]);
  }

  await choose(/Field Type/, 'Textarea');
  expect(await optionsOf(/Input Type/)).toEqual(['Alphabets', 'Alpha Numeric']);
  await choose(/Input Type/, 'Alphabets');
  expect([isThere(/^Minimum allowed/), isThere(/^Maximum allowed/), isThere(/^Allow special chars/)]).toEqual([true, true, true]);
  await choose(/Field Type/, 'Dropdown with single selection');
  expect([isThere(/^Default value/), isThere(/Input Type/), isThere(/^Minimum allowed/)]).toEqual([true, false, false]);

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/customer-master/definition'));
  await userEvent.click(await screen.findByRole('button', { name: 'Add Fileds' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add attribute' }));
  expect(panel.getByRole('button', { name: 'Add' })).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a user who may not change the enterprise reads the attributes, and is offered nothing that the server refuses', async () => {
  await open('/customer-master/definition', ['CUSTOMER_MASTER.VIEW']);
  await screen.findByText('City');
  expect(screen.queryByRole('button', { name: 'Add Fileds' })).toBeNull();
  expect(screen.queryByRole('button', { name: /City/ })).toBeNull();
});
