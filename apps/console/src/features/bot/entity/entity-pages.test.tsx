import { type Entity, type EntitySave, nlp } from '@parley/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { botBase, botId } from '../shared/bot.fixtures.ts';
import { EntityListSearch } from './entity.search.ts';
import { EntityListPage } from './entity-list-page.tsx';
import { EntityPage } from './entity-page.tsx';

beforeEach(() => setEnterpriseZone('UTC'));
const list = `GET ${botBase}/entity`;
const save = `POST ${nlp}/entity`;
const custom = (number: number, fields: Partial<Entity> = {}): Entity => ({
  id: idOf(number),
  agentId: botId,
  name: `entity ${number}`,
  type: 0,
  description: '',
  version: 1,
  isSensitive: false,
  updatedOn: '2024-01-05T10:30:00.000Z',
  values: [
    { value: 'Pune', type: 'synonyms', synonyms: ['Poona'], pattern: [] },
    { value: 'Delhi', type: 'synonyms', synonyms: ['Dilli'], pattern: [] },
  ],
  ...fields,
});
const city = custom(1, { name: 'city' });
const system: Entity = { ...custom(9, { id: 'sys.date', name: 'sys.date', type: 1, description: 'A day', values: [] }), updatedOn: null };
const many = Array.from({ length: 20 }, (_, index) => custom(index + 1));

const server = stubServer(() => ({
  [list]: ({ query }) => {
    const from = Number(query.from);
    const all = query.type === '1' ? [system] : many.filter(({ name }) => name.includes(query.searchterm ?? ''));
    return good({ entities: all.slice(from, from + 15), more: all.length > from + 15 });
  },
  [`GET ${botBase}/entity/${city.id}`]: () => good(city),
}));
const open = (path = '') =>
  openScreens(`/bots/${botId}/entity-list${path}`, (root) => [
    screenAt(root, '/bots/$botId/entity-list', EntityListPage, { validateSearch: EntityListSearch }),
    screenAt(root, '/bots/$botId/entity-list/$type', EntityPage),
  ]);
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
const click = (name: string) => userEvent.click(button(name));
const cells = (row: number) =>
  within(screen.getAllByRole('row')[row] as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const body = () => server.bodyOf(save) as EntitySave;

test('ENTITY-001 ENTITY-002 ENTITY-010 ENTITY-011 ENTITY-022 ENTITY-040 FORMAT-002 the custom entities have their table', async () => {
  open();
  await screen.findByRole('link', { name: 'entity 1' });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Custom Entities', 'System Entities']);
  expect(screen.getByRole('link', { name: 'Create Entity' }).getAttribute('href')).toBe(`/bots/${botId}/entity-list/create`);
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Entity name',
    'Values',
    'Last Updated',
    'Settings',
  ]);
  expect(cells(1)).toEqual(['entity 1', 'Pune, Delhi', '05/01/2024 10:30:AM', '']);
  expect([screen.getByRole('link', { name: 'Edit entity 1' }).getAttribute('href'), button('Delete entity 1').type]).toEqual([
    `/bots/${botId}/entity-list/${idOf(1)}`,
    'button',
  ]);
  expect(server.queriesOf(list)).toEqual([{ from: '0', perPage: '15', searchterm: '', type: '0' }]);
});

test('ENTITY-004 ENTITY-005 ENTITY-024 the system entities are there to read', async () => {
  open('?tab=system');
  await screen.findByText('sys.date');
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Entity name', 'Description']);
  expect([cells(1), server.queriesOf(list)[0]?.type]).toEqual([['sys.date', 'A day'], '1']);
  const row = within(screen.getAllByRole('row')[1] as HTMLElement);
  expect([...row.queryAllByRole('button'), ...row.queryAllByRole('link')]).toEqual([]);
});

test('ENTITY-006 ENTITY-008 ENTITY-009 the pager goes by 15 and says when there is no more', async () => {
  const router = open();
  await screen.findByRole('link', { name: 'entity 1' });
  expect([button('Previous').disabled, screen.queryByText('No more entity to show')]).toEqual([true, null]);
  await click('Next');
  await screen.findByRole('link', { name: 'entity 16' });
  expect([screen.getByText('No more entity to show').textContent, button('Next').disabled]).toEqual(['No more entity to show', true]);
  expect(router.state.location.search).toMatchObject({ from: 15 });
  await click('Previous');
  expect(await screen.findByRole('link', { name: 'entity 1' })).toBeTruthy();
});

test('ENTITY-003 ENTITY-007 ENTITY-009 the empty list shows a picture and says so', async () => {
  server.replies[list] = () => good({ entities: [], more: false });
  open();
  expect((await screen.findByText('No data to show')).textContent).toBe('No data to show');
  expect(document.querySelectorAll('svg[data-picture="entities"]')).toHaveLength(1);
});

test('ENTITY-049 the search waits 500 ms and starts at the first page', async () => {
  const router = open('?from=15');
  await screen.findByRole('link', { name: 'entity 16' });
  vi.useFakeTimers();
  const type = (value: string) => fireEvent.change(screen.getByRole('searchbox', { name: 'Search entities' }), { target: { value } });
  type('entity');
  await act(() => vi.advanceTimersByTimeAsync(499));
  type('entity 2');
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect([server.countOf(list), router.state.location.search]).toEqual([1, { tab: 'custom', from: 15, searchterm: '' }]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(router.state.location.search).toEqual({ tab: 'custom', from: 0, searchterm: 'entity 2' });
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getAllByRole('link', { name: /^entity/ }).map((link) => link.textContent)).toEqual(['entity 2', 'entity 20']);
  expect(server.queriesOf(list).at(-1)).toEqual({ from: '0', perPage: '15', searchterm: 'entity 2', type: '0' });
  expect(server.countOf(list)).toBe(2);
});

test('ENTITY-046 ENTITY-047 ENTITY-048 deleting asks first; without a message of the server it has its text', async () => {
  const remove = `DELETE ${botBase}/entity/${idOf(1)}`;
  server.replies[remove] = () => good(null);
  open();
  await screen.findByRole('link', { name: 'entity 1' });
  await click('Delete entity 1');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'No' }));
  expect(server.countOf(remove)).toBe(0);
  await click('Delete entity 1');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Deleted  Entity  succesfully']));
});

test('ENTITY-045 the server’s answer to a deletion is shown', async () => {
  const remove = `DELETE ${botBase}/entity/${idOf(1)}`;
  server.replies[remove] = () => refused('entity.in_use', 'Intents use this entity:', { uses: ['order status'] });
  open();
  await screen.findByRole('link', { name: 'entity 1' });
  await click('Delete entity 1');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Intents use this entity: order status']));
  server.replies[remove] = () => good(null, 'Entity deleted');
  await click('Delete entity 1');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Entity deleted']));
});

test('ENTITY-045 a list that cannot be loaded shows the server’s message', async () => {
  server.replies[list] = () => refused('bot.not_found', 'No such agent.');
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('No such agent.');
});

test('ENTITY-013 ENTITY-014 ENTITY-015 ENTITY-016 ENTITY-026 ENTITY-031 the form creates once it is complete', async () => {
  server.replies[save] = () => good(city, 'Entity Saved Successfully');
  const router = open('/create');
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('Create Custom Entity');
  expect([button('Create').disabled, button('Cancel').disabled, button('Delete value 1').disabled]).toEqual([true, false, true]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'city');
  await userEvent.type(screen.getByRole('textbox', { name: 'Value 1' }), 'Pune');
  await userEvent.click(screen.getByRole('combobox', { name: 'Type of value 1' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Synonyms' }));
  expect(button('Create').disabled).toBe(true);
  await userEvent.click(screen.getByRole('textbox', { name: 'Synonyms of value 1' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'New synonym' }), 'Poona, Punawadi{Enter}');
  await click('Close');
  await userEvent.click(screen.getByRole('switch', { name: /^Sensitive/ }));
  await click('Create');
  await waitFor(() => expect(toastTexts()).toEqual(['Entity Saved Successfully']));
  expect(body()).toEqual({
    agentId: botId,
    name: 'city',
    isSensitive: true,
    values: [{ value: 'Pune', type: 'synonyms', synonyms: ['Poona', 'Punawadi'], pattern: [] }],
  });
  await waitFor(() => expect(router.state.location.pathname).toBe(`/bots/${botId}/entity-list`));
});

test('ENTITY-013 ENTITY-016 ENTITY-042 the form changes the entity of its address', async () => {
  server.replies[save] = () => good(city, 'Saved');
  open(`/${city.id}`);
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('Update Custom Entity');
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' name');
  await click('Update');
  await waitFor(() => expect(toastTexts()).toEqual(['Saved']));
  expect([body().id, body().name, body().values]).toEqual([city.id, 'city name', city.values]);
});

test('ENTITY-032 ENTITY-033 entries are refused before the value and the type are there', async () => {
  open('/create');
  const field = (await screen.findByRole('textbox', { name: 'Synonyms or pattern of value 1' })) as HTMLInputElement;
  expect(field.readOnly).toBe(true);
  await userEvent.click(field);
  expect([toastTexts(), screen.queryByRole('dialog')]).toEqual([['Please give the value and type first'], null]);
});

test('ENTITY-017 ENTITY-018 ENTITY-019 ENTITY-034 the popup lists, edits, adds and removes, and scrolls above three', async () => {
  open(`/${city.id}`);
  await userEvent.click(await screen.findByRole('textbox', { name: 'Synonyms of value 1' }));
  const popup = within(await screen.findByRole('dialog'));
  await userEvent.click(popup.getByRole('button', { name: 'Add' }));
  expect(toastTexts()).toEqual(['Empty synonyms cannot be added']);
  await userEvent.type(popup.getByRole('textbox', { name: 'New synonym' }), 'a, b');
  await userEvent.click(popup.getByRole('button', { name: 'Add' }));
  expect(popup.getByRole('list').hasAttribute('data-scrolls')).toBe(false);
  await userEvent.type(popup.getByRole('textbox', { name: 'New synonym' }), 'c{Enter}');
  expect(popup.getByRole('list').hasAttribute('data-scrolls')).toBe(true);
  await userEvent.click(popup.getByRole('button', { name: 'Remove “a”' }));
  await userEvent.type(popup.getByRole('textbox', { name: 'Entry 1' }), ' city');
  await userEvent.click(popup.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((screen.getByRole('textbox', { name: 'Synonyms of value 1' }) as HTMLInputElement).value).toBe('Poona city, b, c');
});

test('ENTITY-018 closing the popup takes the synonym that is typed and not added yet', async () => {
  open(`/${city.id}`);
  const field = (await screen.findByRole('textbox', { name: 'Synonyms of value 1' })) as HTMLInputElement;
  const typeAndLeave = async (text: string, leave: () => Promise<unknown>) => {
    await userEvent.click(field);
    const popup = within(await screen.findByRole('dialog'));
    await userEvent.type(popup.getByRole('textbox', { name: 'New synonym' }), text);
    await leave();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await typeAndLeave('a, b', () => click('Close'));
  await typeAndLeave('c', () => userEvent.keyboard('{Escape}'));
  await typeAndLeave('d', () => userEvent.click(screen.getByRole('heading', { level: 2 })));
  expect(field.value).toBe('Poona, a, b, c, d');
});

test('many values are pasted, a line for each', async () => {
  open('/create');
  await userEvent.click(await screen.findByRole('button', { name: 'Paste many values' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste values' }));
  await userEvent.click(dialog.getByRole('textbox', { name: 'Values' }));
  await userEvent.paste('Pune, Poona\n, Dilli');
  await userEvent.click(dialog.getByRole('button', { name: 'Add the values' }));
  expect(dialog.getByText('Line 2 begins without a value.').tagName).toBe('P');
  await userEvent.keyboard('{Backspace}');
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Values' }));
  await userEvent.paste('Pune, Poona\nDelhi, Dilli');
  await userEvent.click(dialog.getByRole('button', { name: 'Add the values' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Added: 2. Got more synonyms: 0.']));
  expect(
    ['Synonyms of value 1', 'Synonyms of value 2'].map((name) => (screen.getByRole('textbox', { name }) as HTMLInputElement).value),
  ).toEqual(['Poona', 'Dilli']);
});

test('ENTITY-020 ENTITY-037 a row of type pattern has its own control, and a pattern keeps its commas', async () => {
  open(`/${city.id}`);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Type of value 1' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Pattern' }));
  const field = screen.getByRole('textbox', { name: 'Pattern of value 1' }) as HTMLInputElement;
  expect([field.value, button('Update').disabled]).toEqual(['', true]);
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('textbox', { name: 'New pattern' }));
  await userEvent.paste('[A-Z]{2,3}');
  await userEvent.keyboard('{Enter}{Escape}');
  await waitFor(() => expect([field.value, button('Update').disabled]).toEqual(['[A-Z]{2,3}', false]));
});

test('ENTITY-014 ENTITY-035 ENTITY-036 rows are added, and removed after a question, but for the last', async () => {
  open('/create');
  await screen.findByRole('textbox', { name: 'Value 1' });
  await click('Add a value');
  await userEvent.type(screen.getByRole('textbox', { name: 'Value 2' }), 'Delhi');
  await click('Delete value 1');
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete?' }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Value 2' })).toBeTruthy();
  await click('Delete value 1');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect((screen.getByRole('textbox', { name: 'Value 1' }) as HTMLInputElement).value).toBe('Delhi'));
  expect(button('Delete value 1').disabled).toBe(true);
});

test('ENTITY-044 ENTITY-050 the errors of a refused save are lines of a toast, and stand beside their fields', async () => {
  server.replies[save] = () =>
    refused('entity.invalid', 'The entity is not valid.', {
      errors: [
        { field: 'name', code: 'test.fault', values: {}, message: 'An entity of this name exists already.' },
        { field: 'values.1.value', code: 'test.fault', values: {}, message: 'This value is there twice.' },
      ],
    });
  open(`/${city.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Update' }));
  await waitFor(() => expect(toastTexts()).toEqual(['An entity of this name exists already.\nThis value is there twice.']));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Value 2' }).getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('textbox', { name: 'Value 1' }).getAttribute('aria-invalid')).toBeNull();
});

test('a form with changes asks before it is left', async () => {
  const router = open('/create');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'x');
  await click('Cancel');
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe(`/bots/${botId}/entity-list/create`);
});

test('an entity that is gone says so', async () => {
  server.replies[`GET ${botBase}/entity/${city.id}`] = () => refused('entity.not_found', 'No such entity.');
  open(`/${city.id}`);
  expect((await screen.findByRole('alert')).textContent).toContain('No such entity.');
});
