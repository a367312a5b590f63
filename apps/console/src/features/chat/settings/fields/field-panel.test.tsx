import type { ChatField } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../../test-screens.tsx';
import { FieldPanel } from './field-panel.tsx';

const base = '/e/enterprise/chat_fields';
const one = (number: number) => `${base}/${idOf(number)}`;
const fieldOf = (number: number, name: string, more: Partial<ChatField> = {}): ChatField => ({
  ...{ id: idOf(number), deptId: '', name, kind: 'text', options: [], isRequired: false, isActive: true, order: number, version: 1 },
  ...more,
});
let stored: ChatField[];
const server = stubServer(() => {
  stored = [fieldOf(1, 'Order', { isRequired: true }), fieldOf(2, 'Plan', { kind: 'choice', options: ['Gold'], version: 3 })];
  return {
    [`GET ${base}`]: () => good(stored),
    [`PUT ${base}/order`]: () => good(stored.toReversed()),
    [`POST ${base}`]: () => good(fieldOf(3, 'Tariff')),
    [`PUT ${one(2)}`]: () => good(stored[1]),
    [`DELETE ${one(2)}`]: () => good({ isRetired: true }),
  };
});
const open = (isReadOnly = false) =>
  openScreens('/fields', (root) => [screenAt(root, '/fields', () => <FieldPanel deptId="" isReadOnly={isReadOnly} />)]);
const act = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

test('a choice is created with its values, a line each, and not without one', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create field' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a field' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), 'Tariff');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Kind' }));
  await userEvent.click(await screen.findByRole('option', { name: 'One of several values' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Write at least one value.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /Values/ }), 'Gold\n\n Silver ');
  await userEvent.click(dialog.getByRole('switch', { name: /^Needed to close a chat/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(server.asked.find(({ call }) => call === `POST ${base}`)?.body).toEqual({
      ...{ name: 'Tariff', kind: 'choice', options: ['Gold', 'Silver'], isRequired: true, isActive: true, deptId: '' },
    }),
  );
});

test('a field moves by the keyboard, is retired, and one with values is retired instead of deleted', async () => {
  open();
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Move Order' }), { key: 'ArrowDown', altKey: true });
  expect(await screen.findByText('Order is now number 2 of 2')).toBeTruthy();
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/order`)).toEqual({ deptId: '', ids: [idOf(2), idOf(1)] }));
  await act('Plan', 'Retire');
  await waitFor(() => expect(server.bodyOf(`PUT ${one(2)}`)).toMatchObject({ name: 'Plan', isActive: false, version: 3 }));
  await act('Plan', 'Delete');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toContain('Chats have values of the field, so it is retired.'));
});

test('the kind of a field stays, and a name that is taken is told', async () => {
  server.replies[`PUT ${one(2)}`] = () => refused('chat_field.name_taken', 'Another field of the department has this name.');
  open();
  await act('Plan', 'Change');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Plan' }));
  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Kind' }).disabled).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Another field of the department has this name.')).toBeTruthy();
});

test('a reader of the enterprise’s fields changes none', async () => {
  open(true);
  await screen.findByText('Order');
  expect(screen.queryByRole('button', { name: /Actions|Create|Move/ })).toBeNull();
});
