import { endpoints, type FormItem, formStates } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { exportCall, exportLink, makeExport } from '../../../test-exports.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { makeAnswer, makeFigures, makeFormDocument, makeFormItem, makeFormVersion } from './form.fixtures.ts';
import { FormListSearch, FormSearch } from './form.search.ts';
import { FormListPage } from './form-list-page.tsx';
import { FormPage } from './form-page.tsx';

const { forms } = endpoints;
const id = idOf(61);
const call = ({ method, path }: { method: string; path: string }, formId = id) => `${method} ${path.replace(':formId', formId)}`;
const page = 'https://parley.example/p/abcdefghij234567';
const saved = (change: Partial<FormItem> = {}) => ({ ...makeFormItem(change), document: makeFormDocument() });
const whole = (change: Partial<FormItem> = {}) => ({ ...saved(change), readOnly: false });
const server = stubServer(() => {
  setEnterpriseZone('Asia/Kolkata');
  return {
    [call(forms.list)]: () => good({ forms: [makeFormItem()], more: true }),
    [call(forms.save)]: () => good(saved({ id: idOf(66), name: 'Survey' }), 'The form is saved.'),
    [call(forms.get)]: () => good(whole()),
    [call(forms.get, idOf(66))]: () => good(whole({ id: idOf(66), name: 'Survey' })),
    [call(forms.check)]: () => good({ findings: [] }),
    [call(forms.publish)]: () => good(makeFormItem({ published: 3 }), 'The form is published.'),
    [call(forms.page)]: () => good(makeFormItem({ pageUrl: page, version: 5 }), 'The page is open.'),
    [call(forms.remove)]: () => good(null, 'The form is in the bin.'),
    [call(forms.versions)]: () => good({ versions: [makeFormVersion(), makeFormVersion({ number: 1, note: '', answered: 0 })] }),
    [`${call(forms.versions)}/1`]: () => good({ number: 1, document: makeFormDocument() }),
    [`${call(forms.versions)}/2`]: () => good({ number: 2, document: makeFormDocument() }),
    [call(forms.answers)]: () => good({ answers: [makeAnswer()], more: true }),
    [call(forms.figures)]: () => good(makeFigures()),
    'GET /e/enterprise/screen-filters': () => good({ filters: [] }),
    [`${call(endpoints.files.downloadToken)}`]: () => good({ id: 'access' }),
    [exportCall]: () => good(makeExport()),
  };
});
const everything = ['JOURNEYS.CREATE', 'JOURNEYS.EDIT', 'JOURNEYS.VIEW', 'JOURNEYS.DELETE', 'JOURNEYS.VIEW_REPORTS'];
const as = (...permissions: string[]) => ({ ...sampleMe, permissions }) as never;
const open = (address: string, me = as(...everything, 'JOURNEYS.VIEW_JOURNEYMONITOR', 'CUSTOMER.VIEW')) =>
  openScreens(
    `/encaps/forms${address}`,
    (root) => [
      screenAt(root, '/encaps/forms', FormListPage, { validateSearch: FormListSearch }),
      screenAt(root, '/encaps/forms/$formId', FormPage, { validateSearch: FormSearch }),
      screenAt(root, '/designer/forms/$formId', () => <h1>The form designer</h1>),
    ],
    me,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const act = async (name: string) => {
  await press('Actions of Loan');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const cellsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('CAMP-046 forms are listed with their standing, their content, who opened and answered them, and where they are used', async () => {
  const router = open('');
  const row = within(await screen.findByRole('row', { name: /Loan/ }));
  for (const text of ['Published v2', 'Changed since', '2 screens, 3 fields', 'English, Hindi', '12', '7', '5 Mar 2026 04:00 PM', 'Priya'])
    expect(row.getByText(text), text).toBeTruthy();
  expect(row.getByRole('link', { name: 'Appointment' }).getAttribute('href')).toBe(`/designer/journey/${idOf(71)}`);
  expect(row.getByRole('link', { name: 'Edit Loan' }).getAttribute('href')).toBe(`/designer/forms/${id}`);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'lo{Enter}');
  await choose('State', 'Published');
  await press('Next');
  await waitFor(() => expect(router.state.location.search).toEqual({ name: 'lo', state: 'published', from: 24 }));
  await waitFor(() => expect(server.queriesOf(call(forms.list)).at(-1)).toEqual({ name: 'lo', state: '2', from: '24', perPage: '24' }));
});

test('a list without forms offers to write one', async () => {
  server.replies[call(forms.list)] = () => good({ forms: [], more: false });
  open('');
  expect(await screen.findByText('No forms yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'New form' }).length).toBe(2);
});

test('a list that cannot be read says so', async () => {
  server.replies[call(forms.list)] = () => refused('server.unexpected', 'It is down.', { requestId: 'r1' });
  open('');
  expect(await screen.findByText('It is down.')).toBeTruthy();
});

test('a reader neither makes nor changes a form', async () => {
  open('', as('JOURNEYS.VIEW'));
  expect(await screen.findByRole('link', { name: 'Loan' })).toBeTruthy();
  for (const name of ['New form', 'Actions of Loan']) expect(screen.queryByRole('button', { name }), name).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit Loan' })).toBeNull();
});

test('CAMP-047 a new form has a name and a language and opens where it is written; a copy opens its own page', async () => {
  const router = open('');
  await press('New form');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' Survey ');
  await choose('Language', 'Hindi (hi)');
  await press('Create and open');
  expect(await screen.findByRole('heading', { name: 'The form designer' })).toBeTruthy();
  expect(server.bodyOf(call(forms.save))).toEqual({ name: 'Survey', language: 'hi' });
  expect(router.state.location.pathname).toBe(`/designer/forms/${idOf(66)}`);
  await router.navigate({ to: '/encaps/forms' });
  await act('Make a copy');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/encaps/forms/${idOf(66)}`));
  expect(server.bodyOf(call(forms.save))).toEqual({ name: 'Loan', copyOf: id });
});

test('a form is renamed by its version; a name that is taken stays in the dialog with its words', async () => {
  open('');
  await act('Rename');
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Credit');
  server.replies[call(forms.save)] = () => refused('form.name_taken', 'A form with this name exists already.');
  await press('Save');
  expect(await screen.findByText('A form with this name exists already.')).toBeTruthy();
  expect(server.bodyOf(call(forms.save))).toEqual({ id, name: 'Credit', version: '4' });
});

test('a form is published with a note; the errors of its check stop it, each at its field', async () => {
  open('');
  await act('Publish');
  expect(await screen.findByText('The check finds nothing.')).toBeTruthy();
  expect(screen.getByText(/The draft becomes version 3/)).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Income');
  await press('Publish');
  await waitFor(() => expect(server.bodyOf(call(forms.publish))).toEqual({ note: 'Income', version: '4' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The form is published.']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const at = { screen: 'screen02', part: 'least', slots: {} };
  server.replies[call(forms.check)] = () =>
    good({
      findings: [
        { code: 'TRANSLATION', level: 'warning', field: '', text: 'There is no text in hi.', ...at },
        { code: 'EXPRESSION', level: 'error', field: 'field002', text: 'There is no name “nobody”.', ...at },
      ],
    });
  await act('Publish');
  const errors = within(await screen.findByRole('region', { name: '1 error' }));
  expect(errors.getByRole('listitem').textContent).toBe('Income: There is no name “nobody”.');
  expect(within(screen.getByRole('region', { name: '1 warning' })).getByRole('listitem').textContent).toBe(
    'Screen 2: There is no text in hi.',
  );
  expect((screen.getByRole('button', { name: 'Publish' }) as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText('Mend the errors first.')).toBeTruthy();
});

test('the page of a form is opened with its address and QR code, and closed with a warning', async () => {
  open('');
  await act('Open page');
  server.replies[call(forms.get)] = () => good(whole({ pageUrl: page, version: 5 }));
  await press('Open page');
  await waitFor(() => expect(server.bodyOf(call(forms.page))).toEqual({ isOpen: 'true', version: '4' }));
  expect(await screen.findByText(page)).toBeTruthy();
  expect(screen.getByRole('img', { name: 'QR code of the page of Loan' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Look at the page' }).getAttribute('href')).toBe(page);
  expect(screen.getByText(/Opened again, the page has a new address/)).toBeTruthy();
  await press('Close page');
  await waitFor(() => expect(server.bodyOf(call(forms.page))).toEqual({ isOpen: 'false', version: '5' }));
});

test('a form that was never published has no page yet', async () => {
  server.replies[call(forms.get)] = () => good(whole({ published: 0, state: formStates.draft }));
  open('');
  await act('Open page');
  expect(await screen.findByText(/Publish the form first/)).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Open page' }) as HTMLButtonElement).disabled).toBe(true);
});

test('CAMP-048 a form that is used says by whom and stays; one that is not goes to the bin', async () => {
  const router = open(`/${id}`);
  server.replies[call(forms.remove)] = () => refused('form.in_use', 'Loan is used by Appointment.', { uses: ['Appointment'] });
  await act('Delete');
  expect(await screen.findByText('It is used in Appointment. Take it out of there first.')).toBeTruthy();
  await press('Delete');
  expect(await screen.findByText('Loan is used by Appointment.')).toBeTruthy();
  server.replies[call(forms.remove)] = () => good(null, 'The form is in the bin.');
  await press('Delete');
  await waitFor(() => expect(router.state.location.pathname).toBe('/encaps/forms'));
});

test('answers have a column for each field of the newest version and those of older ones; erased ones say so', async () => {
  const old = { field: 'field009', name: 'town', label: 'Town', text: 'Pune', isHidden: false };
  server.replies[call(forms.answers)] = () =>
    good({
      answers: [
        makeAnswer(),
        makeAnswer({ id: idOf(67), number: 1, faces: ['page'], seconds: 4000, customerName: '', streamName: '', values: [old] }),
        makeAnswer({ id: idOf(68), isErased: true, values: [], conflicts: [] }),
      ],
      more: false,
    });
  open(`/${id}`);
  await screen.findByText('Asha Rao');
  await screen.findByRole('columnheader', { name: 'Card' });
  const [head, first, second, third] = cellsOf('Answers');
  expect(head).toEqual(['Time', 'Customer', 'Full name', 'Income', 'Card', 'Town', 'Face', 'Took', 'Version']);
  expect(first?.slice(1)).toEqual(['AshaAppointment', 'Asha Rao', '20000', '•••', '–', 'Questions, Page', '1 min 35 s', '2']);
  expect(second?.slice(1)).toEqual(['–', '–', '–', '–', 'Pune', 'Page', '1 h 06 min', '1']);
  expect(third?.slice(2, 6)).toEqual(['Erased', 'Erased', 'Erased', 'Erased']);
});

test('filters of the answers stand in the address, are asked for, and go with the file', async () => {
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href') ?? '');
  });
  const router = open(`/${id}?fromDate=2026-03-01&toDate=2026-03-06`);
  await screen.findByText('Asha Rao');
  await userEvent.type(screen.getByLabelText('Text contains'), 'rao{Enter}');
  await choose('Face', 'Page');
  await choose('Version', 'Version 2');
  await userEvent.click(screen.getByRole('radio', { name: 'Sandbox' }));
  await press('Next');
  const days = { fromDate: '2026-03-01', toDate: '2026-03-06' };
  const chosen = { search: 'rao', face: 'page', environment: 'sandbox', ...days };
  await waitFor(() => expect(router.state.location.search).toMatchObject({ ...chosen, number: 2, from: 25 }));
  await waitFor(() => expect(server.queriesOf(call(forms.answers)).at(-1)).toEqual({ ...chosen, number: '2', from: '25', perPage: '25' }));
  await press('Download CSV');
  await waitFor(() => expect(followed.length).toBe(1));
  expect(followed).toEqual([`${exportLink}?x-access-id=access`]);
  expect(server.bodyOf(exportCall)).toMatchObject({ kind: 'formAnswers', filter: { formId: id, ...chosen, number: '2' } });
});

test('an answer opens with all of it; sensitive values are revealed after a question, and what was not written is told', async () => {
  const revealed = call(forms.reveal).replace(':answerId', idOf(62));
  server.replies[revealed] = () =>
    good({ values: makeAnswer().values.map((value) => (value.isHidden ? { ...value, text: '4111 1111', isHidden: false } : value)) });
  const router = open(`/${id}`);
  await press(/^Open the answer of Asha/);
  const panel = within(await screen.findByRole('dialog', { name: 'Answer of Asha' }));
  expect(router.state.location.search).toMatchObject({ answer: idOf(62) });
  for (const text of ['Asha Rao', '1 min 35 s', 'Questions, Page', 'Production', 'Appointment'])
    expect(panel.getByText(text), text).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Open the customer Asha' }).getAttribute('href')).toBe(
    `/customer-master/customers/view/${idOf(63)}`,
  );
  expect(panel.getByRole('link', { name: 'Open the walk through the stream' }).getAttribute('href')).toBe(`/journey/monitor/${idOf(64)}`);
  expect(cellsOf('Not written into the customer')).toEqual([
    ['Attribute', 'Had', 'Now', 'Said'],
    ['city', 'Pune', 'Nagpur', 'Mumbai'],
  ]);
  await userEvent.click(panel.getByRole('button', { name: 'Reveal sensitive values' }));
  expect(await screen.findByText('The audit trail records that you looked at them.')).toBeTruthy();
  expect(server.countOf(revealed)).toBe(0);
  const [, sure] = await screen.findAllByRole('button', { name: 'Reveal sensitive values' });
  await userEvent.click(sure as HTMLElement);
  expect(await panel.findByText('4111 1111')).toBeTruthy();
  expect(panel.queryByRole('button', { name: 'Reveal sensitive values' })).toBeNull();
});

test('somebody who may not read answers sees versions and uses alone', async () => {
  open(`/${id}?tab=figures`, as('JOURNEYS.VIEW'));
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Versions', 'Used in']);
  expect(server.countOf(call(forms.figures))).toBe(0);
});

test('figures add up, and show the screen on which people leave', async () => {
  open(`/${id}?tab=figures&number=1&environment=sandbox&fromDate=2026-03-01&toDate=2026-03-06`);
  expect(
    await screen.findByText('10 started = 6 submitted + 1 closed + 2 expired + 1 open. Answers by face: Page 5, Questions 2.'),
  ).toBeTruthy();
  expect(cellsOf('How far people come')).toEqual([
    ['Screen', 'Seen', 'Left here', 'Share'],
    ['1 You', '10', '1', '10 %'],
    ['2 2', '8', '2', '25 %'],
  ]);
  expect(screen.getByText('1 min 35 s')).toBeTruthy();
  const asked = { number: '1', environment: 'sandbox', fromDate: '2026-03-01', toDate: '2026-03-06' };
  expect(server.queriesOf(call(forms.figures))).toEqual([asked]);
  await userEvent.click(screen.getByRole('radio', { name: 'Production' }));
  server.replies[call(forms.figures)] = () => good(makeFigures({ opened: 0 }));
  await choose('Version', 'Version 2');
  expect(await screen.findByText('Nobody has begun')).toBeTruthy();
});

test('versions are read as an outline, and uses lead to their drawings', async () => {
  const router = open(`/${id}?tab=versions`);
  await press('Show version 1');
  const outline = within(await screen.findByRole('region', { name: 'Version 1' }));
  const lines = () => outline.getAllByRole('listitem').map(({ textContent }) => textContent);
  await waitFor(() => expect(lines().length).toBe(6));
  expect(lines()).toEqual([
    expect.stringContaining('1. You'),
    'Full nameTextfullNameRequired',
    'Please be exactNote',
    expect.stringContaining('2. Without a title'),
    'IncomeNumberincomeShown if fullName != ""',
    'CardTextcardSensitive',
  ]);
  expect(router.state.location.search).toMatchObject({ tab: 'versions', shown: 1 });
  await userEvent.click(screen.getByRole('tab', { name: 'Used in' }));
  const link = await screen.findByRole('link', { name: 'Open designer: Appointment' });
  expect(link.getAttribute('href')).toBe(`/designer/journey/${idOf(71)}`);
});
