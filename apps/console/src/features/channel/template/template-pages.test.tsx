import { type Template, type TemplateComponent, templateLimits } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { makeChannel, makeTemplate } from '../shared/channel.fixtures.ts';
import { TemplateListSearch, TemplateSearch } from './template.search.ts';
import { TemplateListPage } from './template-list-page.tsx';
import { TemplatePage } from './template-page.tsx';

const api = '/chatbird/api/templates';
const path = '/admin/messageTemplate/whatsapp';
const components: TemplateComponent[] = [{ type: 'BODY', text: 'Hi {{1}}, your order is *ready*.', samples: { 1: 'Asha' } }];
const make = (more: Partial<Template> = {}): Template => makeTemplate({ id: idOf(7), components, ...more });
let shown = make();
const channel = makeChannel({ id: idOf(8) });
const server = stubServer(() => {
  shown = make();
  return {
    'GET /e/enterprise/channels': () => ({ ...good(null), response: { channelConfig: [channel], more: false } }),
    [`GET ${api}/list`]: () => good({ templates: [shown], more: false, syncedAt: null }),
    [`GET ${api}/get`]: () => good(shown),
    [`POST ${api}/create`]: ({ body }) => good({ ...shown, ...(body as object) }, 'The template is saved.'),
    [`PUT ${api}/update/${idOf(7)}`]: ({ body }) => good({ ...shown, ...(body as object), version: 2 }, 'The template is saved.'),
    [`POST ${api}/submit/${idOf(7)}`]: () => good({ ...shown, status: 'PENDING' }, 'Submitted: the vendor decides.'),
  };
});
const all = ['MSG_TEMPLATES.CREATE', 'MSG_TEMPLATES.EDIT', 'MSG_TEMPLATES.VIEW', 'MSG_TEMPLATES.DELETE'];
const open = (at = '', permissions = all) =>
  openScreens(
    `${path}${at}`,
    (root) => [
      screenAt(root, path, TemplateListPage, { validateSearch: TemplateListSearch }),
      screenAt(root, `${path}/$templateId`, TemplatePage, { validateSearch: TemplateSearch }),
    ],
    { ...sampleMe, permissions } as never,
  );
const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('the list has its filters in the address and shows what each template is', async () => {
  shown = make({ status: 'REJECTED', statusReason: 'INVALID_FORMAT', usedIn: ['Broadcast of today'] });
  const router = open('?status=REJECTED');
  const row = within((await screen.findByRole('link', { name: 'order_ready' })).closest('tr') as HTMLElement);
  for (const text of ['en', 'UTILITY', 'Text', 'Rejected', '1 sending']) expect(row.getByText(text)).toBeTruthy();
  await choose('Category', 'MARKETING');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ status: 'REJECTED', category: 'MARKETING' }));
  expect(server.queriesOf(`GET ${api}/list`).at(-1)).toMatchObject({
    type: '4',
    status: 'REJECTED',
    category: 'MARKETING',
    from: '0',
    perPage: '20',
  });
  await userEvent.click(screen.getByRole('tab', { name: 'SMS' }));
  await waitFor(() => expect(server.queriesOf(`GET ${api}/list`).at(-1)).toMatchObject({ type: '0', status: '', category: '' }));
});

test('an action without its permission is not offered', async () => {
  open('', ['MSG_TEMPLATES.VIEW']);
  await screen.findByRole('link', { name: 'order_ready' });
  expect(screen.queryByRole('link', { name: 'New template' })).toBeNull();
  await press('Actions for order_ready');
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['View']);
});

test('TMPL-001 TMPL-004 TMPL-013 TMPL-022 a template is built with a preview as on the phone, and saved', async () => {
  open('/create');
  expect(screen.queryByRole('region', { name: 'Template preview' })).toBeNull();
  type(await field(/^Name/), 'order_ready');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Category' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['UTILITY', 'AUTHENTICATION', 'MARKETING']);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('combobox', { name: 'Header' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'None',
    'Text',
    'Image',
    'Video',
    'Document',
  ]);
  await userEvent.keyboard('{Escape}');
  type(await field('Body'), 'Hi {{1}}, your order is *ready* now.');
  type(await field('Sample of {{1}}'), 'Asha');
  const phone = within(screen.getByRole('region', { name: 'Template preview' }));
  expect(phone.getByText('ready').tagName).toBe('STRONG');
  expect(phone.getByText(/^Hi Asha/)).toBeTruthy();
  await press('Add button');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reply' }));
  type(await field('Text of button 1'), 'Thanks');
  await press('Save');
  await waitFor(() => expect(toastTexts()).toEqual(['The template is saved.']));
  expect(server.bodyOf(`POST ${api}/create`)).toMatchObject({
    channelId: idOf(8),
    name: 'order_ready',
    category: 'UTILITY',
    language: 'en',
    components: [
      { type: 'BODY', text: 'Hi {{1}}, your order is *ready* now.', samples: { 1: 'Asha' } },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
    ],
  });
});

test('TMPL-009 TMPL-023 the fields stop at their limits, counted live', async () => {
  open('/create');
  const [name, body, footer] = [await field(/^Name/), await field('Body'), await field('Footer')];
  type(name, 'a');
  type(body, '😀'.repeat(templateLimits.body + 5));
  type(footer, 'x'.repeat(100));
  expect([[...(await field('Body')).value].length, (await field('Footer')).value.length]).toEqual([1024, 60]);
  expect(screen.getByText('1,024 of 1,024')).toBeTruthy();
  expect(screen.getByText('60 of 60')).toBeTruthy();
});

test('TMPL-008 TMPL-010 TMPL-012 an offer begins with its two buttons; cards of a carousel change their kinds together', async () => {
  open('/create');
  await choose('Category', 'MARKETING');
  await userEvent.click(screen.getByRole('radio', { name: 'Limited time offer' }));
  expect(await field('Sample code of button 1')).toBeTruthy();
  expect(await field('Address of button 2')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add button' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Carousel' }));
  expect(await field('Text of card 2')).toBeTruthy();
  const addButton = async () => {
    await userEvent.click(screen.getAllByRole('button', { name: 'Add button' })[0] as HTMLElement);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Open a link' }));
  };
  await addButton();
  // Two buttons a card at the most, the same on every card.
  expect(screen.getAllByRole('textbox', { name: 'Text of button 2' })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Add button' })).toBeNull();
});

test('a fault stands beside its field and nothing is sent; Check shows what a vendor will probably reject', async () => {
  open('/create');
  type(await field(/^Name/), 'Order Ready');
  type(await field('Body'), '{{1}} Sale');
  await press('Check');
  expect((await screen.findByText('A vendor will probably reject this')).closest('[role="status"]')?.textContent).toContain(
    'The category UTILITY does not allow promotion',
  );
  await press('Submit');
  expect(screen.getByText('Use lower case letters, digits and underscores only.')).toBeTruthy();
  expect((await field('Body')).getAttribute('aria-invalid')).toBe('true');
  expect(server.countOf(`POST ${api}/create`)).toBe(0);
});

test('a rejected template shows the vendor’s words beside the field that they speak of, and is submitted again', async () => {
  shown = make({ status: 'REJECTED', statusReason: 'The BODY has too many variables' });
  open(`/${idOf(7)}`);
  const body = await field('Body');
  expect(body.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Vendor: The BODY has too many variables', { selector: 'p' })).toBeTruthy();
  type(body, 'Hi {{1}}, your parcel is ready.');
  await press('Resubmit');
  await waitFor(() => expect(server.countOf(`POST ${api}/submit/${idOf(7)}`)).toBe(1));
  expect(server.bodyOf(`PUT ${api}/update/${idOf(7)}`)).toMatchObject({
    version: 1,
    components: [{ text: 'Hi {{1}}, your parcel is ready.' }],
  });
  await waitFor(() => expect(toastTexts()).toEqual(['Submitted: the vendor decides.']));
});

test('a template that waits for the vendor is read only', async () => {
  shown = make({ status: 'PENDING' });
  open(`/${idOf(7)}`);
  expect((await field('Body')).matches(':disabled')).toBe(true);
  expect(['Save', 'Submit'].map((name) => screen.queryByRole('button', { name }))).toEqual([null, null]);
});

test('a refused save shows the server’s faults beside their fields', async () => {
  server.replies[`PUT ${api}/update/${idOf(7)}`] = () =>
    refused('template.invalid', 'name: Taken.', { errors: [{ field: 'name', code: 'test.fault', values: {}, message: 'Taken.' }] });
  open(`/${idOf(7)}`);
  type(await field('Body'), 'Hello to you all.');
  await press('Save');
  expect(await screen.findByText('Taken.', { selector: 'p' })).toBeTruthy();
});

test('an SMS counts its segments as it is typed', async () => {
  open('/create?tab=sms');
  type(await field('Body'), 'अ'.repeat(71));
  expect(screen.getByText(/^UCS-2, 71 characters, 2 segments/)).toBeTruthy();
  type(await field('Body'), 'a'.repeat(160));
  expect(screen.getByText(/^GSM-7, 160 characters, 1 segments/)).toBeTruthy();
  expect(await field(/Principal entity ID/)).toBeTruthy();
});
