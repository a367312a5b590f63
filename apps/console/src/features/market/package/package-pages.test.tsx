import { endpoints } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { fingerprint, makeInstall, makePackage, makePackageItem, makePlan, makePlanItem } from './package.fixtures.ts';
import { PackageListSearch } from './package.search.ts';
import { PackageListPage } from './package-list-page.tsx';
import { PackagePage } from './package-page.tsx';

const { packages, channels } = endpoints;
const id = idOf(81);
const call = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(':packageId', id).replace(':fingerprint', fingerprint)}`;
const publicKey = `${'A'.repeat(59)}=`;
const server = stubServer(() => {
  setEnterpriseZone('Asia/Kolkata');
  return {
    [call(packages.list)]: () =>
      good({
        packages: [makePackageItem(), makePackageItem({ id: idOf(82), name: 'Survey', installed: '1.0.0', hasUpdate: true })],
        more: true,
      }),
    [call(packages.get)]: () => good(makePackage()),
    [call(packages.plan)]: () => good(makePlan()),
    [call(packages.install)]: () => good(makePackage({ install: makeInstall() }), 'The package is installed.'),
    [call(packages.update)]: () => good(makePackage({ install: makeInstall() }), 'The package is updated.'),
    [call(packages.remove)]: () => good({ binned: 2, kept: [] }, 'The package is removed.'),
    [call(packages.try)]: () => good({ results: [{ stream: 'Loan stream', name: 'Applies', passes: true, text: '' }] }),
    [call(packages.make)]: () => good(makePackageItem(), 'The package is made.'),
    [call(packages.own)]: () => good({ things: [{ id: idOf(61), name: 'Loan stream' }] }),
    [call(packages.accept)]: () =>
      good({ fingerprint, name: 'Bank', isOwn: false, isShipped: false, acceptedBy: 'Priya', acceptedOn: null }),
    [call(packages.withdraw)]: () => good(null, 'The publisher is accepted no more.'),
    [call(packages.publishers)]: () =>
      good({
        publishers: [
          { fingerprint: 'ff00'.repeat(16), name: 'Parley', isOwn: false, isShipped: true, acceptedBy: '', acceptedOn: null },
          { fingerprint, name: 'Bank', isOwn: false, isShipped: false, acceptedBy: 'Priya', acceptedOn: '2026-03-05T10:30:00.000Z' },
        ],
      }),
    [call(channels.list)]: () => ({ ...good(null), response: { channelConfig: [], more: false } }),
  };
});

const uploads = stubUploads();
const groups = ['JOURNEYS', 'ENCAPS', 'RICHCARDS', 'MSG_TEMPLATES'];
const everything = [
  'MARKET_PLACE.VIEW',
  'ENTERPRISE.EDIT',
  ...groups.flatMap((group) => ['CREATE', 'EDIT', 'DELETE'].map((act) => `${group}.${act}`)),
];
const as = (...permissions: string[]) => ({ ...sampleMe, permissions }) as never;
const open = (address = '', me = as(...everything)) =>
  openScreens(
    `/marketplace${address}`,
    (root) => [
      screenAt(root, '/marketplace', PackageListPage, { validateSearch: PackageListSearch }),
      screenAt(root, '/marketplace/$packageId', PackagePage),
    ],
    me,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const act = async (name: string) => {
  await press('More of Loan enquiry');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const file = (name = 'loan.parley') => new File(['PK'], name, { type: 'application/zip' });
const drop = async (given: File) => {
  const dialog = await screen.findByRole('dialog');
  await userEvent.upload(dialog.querySelector('input[type="file"]') as HTMLInputElement, given, { applyAccept: false });
};

test('SHELL-017 the marketplace lists packages with their contents and standing, and its address holds the filters', async () => {
  const router = open();
  const tile = within(await screen.findByRole('article', { name: 'Loan enquiry' }));
  for (const text of ['v1.1.0', 'Asks for a loan.', 'Rich cards', 'Forms', 'Streams']) expect(tile.getByText(text), text).toBeTruthy();
  expect(tile.getByText(/By Parley · Comes with the product · Banking/)).toBeTruthy();
  expect(within(screen.getByRole('article', { name: 'Survey' })).getByText('Update available')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search packages' }), 'lo{Enter}');
  await choose('Contents', 'Forms');
  await choose('Industry', 'Banking');
  await choose('Language', 'Hindi');
  await choose('State', 'Update available');
  await press('Next');
  const filters = { name: 'lo', kind: 'form', industry: 'banking', language: 'hi', standing: 'update' };
  await waitFor(() => expect(router.state.location.search).toEqual({ ...filters, from: 24 }));
  await waitFor(() => expect(server.queriesOf(call(packages.list)).at(-1)).toEqual({ ...filters, from: '24', perPage: '24' }));
});

test('a marketplace without packages says how to get some', async () => {
  server.replies[call(packages.list)] = () => good({ packages: [], more: false });
  open();
  expect(await screen.findByText('No packages yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Upload' }).length).toBe(2);
});

test('a list of packages that cannot be read says why', async () => {
  server.replies[call(packages.list)] = () => refused('server.unexpected', 'It is down.', { requestId: 'r1' });
  open();
  expect(await screen.findByText('It is down.')).toBeTruthy();
});

test('a reader of the marketplace neither uploads, makes nor installs', async () => {
  const router = open('', as('MARKET_PLACE.VIEW'));
  expect(await screen.findByRole('article', { name: 'Loan enquiry' })).toBeTruthy();
  for (const name of ['Upload', 'Make a package', 'Publishers']) expect(screen.queryByRole('button', { name }), name).toBeNull();
  await router.navigate({ to: `/marketplace/${id}` } as never);
  expect(await screen.findByRole('heading', { name: 'Loan enquiry' })).toBeTruthy();
  for (const name of ['Install', 'More of Loan enquiry']) expect(screen.queryByRole('button', { name }), name).toBeNull();
});

test('a package shows its contents, publisher, needs and permissions', async () => {
  open(`/${id}`);
  expect(await screen.findByRole('heading', { name: 'Loan enquiry' })).toBeTruthy();
  expect(screen.getByText('Full name · City')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Publisher' })).getByText(/^ab12 ab12/)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Needs' })).getByText('Department')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Permissions' })).getByText('JOURNEYS.CREATE')).toBeTruthy();
  expect(screen.getByText('2 saved conversations')).toBeTruthy();
});

test('a package that is not there says so', async () => {
  server.replies[call(packages.get)] = () => refused('package.not_found', 'No such package.');
  open(`/${id}`);
  expect(await screen.findByText('No such package.')).toBeTruthy();
});

test('an install lists what it brought, with links to it', async () => {
  server.replies[call(packages.get)] = () => good(makePackage({ installed: '1.0.0', hasUpdate: true, install: makeInstall() }));
  open(`/${id}`);
  const here = within(await screen.findByRole('region', { name: 'Installed here' }));
  expect(here.getByText(/Version 1\.0\.0, by Priya on 5 Mar 2026 04:00 PM/)).toBeTruthy();
  expect(here.getByRole('link', { name: 'Loan form' }).getAttribute('href')).toBe(`/encaps/forms/${idOf(61)}`);
  for (const text of ['Was here before', 'In the bin', 'Left away']) expect(here.getByText(text), text).toBeTruthy();
  expect(here.queryByRole('link', { name: 'Loan stream' })).toBeNull();
});

test('installing asks for names, conflicts and a channel, and one request key serves all tries', async () => {
  server.replies[call(packages.plan)] = () =>
    good(
      makePlan({
        items: [
          makePlanItem({ conflict: { id: idOf(61), name: 'Loan form' }, freeName: 'Loan form (2)' }),
          makePlanItem({ path: 'items/card.json', kind: 'card', name: 'Loan offer', freeName: 'Loan offer' }),
          makePlanItem({ path: 'items/template.json', kind: 'template', name: 'loan_ready', freeName: 'loan_ready' }),
        ],
        channelTypes: [4],
        refs: [
          { kind: 'department', name: 'Claims', found: 'Claims' },
          { kind: 'media', name: 'Logo', found: '' },
        ],
        lacking: ['MSG_TEMPLATES.CREATE'],
      }),
    );
  server.replies[call(packages.install)] = () => refused('package.name_taken', 'There is a thing with the name X already.', { name: 'X' });
  open(`/${id}`);
  await press('Install');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Loan form is here already.')).toBeTruthy();
  expect(dialog.getByText(/You lack the permission MSG_TEMPLATES\.CREATE/)).toBeTruthy();
  expect(dialog.getByText('There is no channel of this type. Leave the templates away, or add a channel first.')).toBeTruthy();
  expect(dialog.getByText('Found')).toBeTruthy();
  expect(dialog.getByText('Open')).toBeTruthy();
  await choose('What to do with Loan form (Form)', 'Use Loan form, which is here');
  await choose('What to do with loan_ready (Template)', 'Leave it away');
  const name = dialog.getByRole('textbox', { name: 'Name of Loan offer (Rich card)' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Offer');
  await userEvent.click(dialog.getByRole('button', { name: 'Install' }));
  expect(await dialog.findByText('There is a thing with the name X already.')).toBeTruthy();
  server.replies[call(packages.install)] = () => good(makePackage(), 'The package is installed.');
  await userEvent.click(dialog.getByRole('button', { name: 'Install' }));
  await waitFor(() => expect(toastTexts()).toContain('The package is installed.'));
  const bodies = server.asked.filter((one) => one.call === call(packages.install)).map(({ body }) => body as Record<string, unknown>);
  expect(bodies[1]).toEqual({
    requestKey: bodies[0]?.requestKey,
    channelIds: [],
    choices: [
      { item: 'items/form.json', take: 'use' },
      { item: 'items/card.json', take: 'create', name: 'Offer' },
      { item: 'items/template.json', take: 'skip' },
    ],
  });
});

test('an update shows what differs, and waits for a side of each part that both have changed', async () => {
  server.replies[call(packages.get)] = () => good(makePackage({ installed: '1.0.0', hasUpdate: true, install: makeInstall() }));
  server.replies[call(packages.plan)] = () =>
    good(
      makePlan({
        items: [
          makePlanItem({ step: 'choose', reason: 'changedBoth', differences: [{ at: 'screens › label', mine: 'Ours', theirs: '' }] }),
          makePlanItem({ path: 'items/card.json', kind: 'card', name: 'Loan offer', step: 'keep', reason: 'changedHere' }),
        ],
      }),
    );
  open(`/${id}`);
  await press('Update to v1.1.0');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Changed here and in the new version')).toBeTruthy();
  expect(dialog.getByText('Stays')).toBeTruthy();
  expect((dialog.getByRole('button', { name: 'Update' }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(dialog.getByText('1 difference'));
  expect(dialog.getByText('Ours')).toBeTruthy();
  expect(dialog.getByText('(empty)')).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: 'Keep mine' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(toastTexts()).toContain('The package is updated.'));
  expect(server.bodyOf(call(packages.update))).toEqual({ choices: [{ item: 'items/form.json', take: 'mine' }], channelIds: [] });
});

test('removing says what goes and what stays, and lists afterwards what has stayed', async () => {
  server.replies[call(packages.get)] = () => good(makePackage({ installed: '1.0.0', install: makeInstall() }));
  server.replies[call(packages.plan)] = () =>
    good(
      makePlan({
        items: [
          makePlanItem({ step: 'keep', reason: 'changedHere' }),
          makePlanItem({ path: 'items/card.json', name: 'Loan offer', step: 'bin', reason: '' }),
        ],
      }),
    );
  server.replies[call(packages.remove)] = () =>
    good({ binned: 1, kept: [{ kind: 'form', name: 'Loan form', recordId: idOf(61) }] }, 'The package is removed.');
  open(`/${id}`);
  await act('Remove');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('To the bin')).toBeTruthy();
  expect(dialog.getByText('Changed here')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText(/1 part is in the bin\./)).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Loan form' })).toBeTruthy();
});

test('something live keeps a package from being removed', async () => {
  server.replies[call(packages.get)] = () => good(makePackage({ installed: '1.0.0', install: makeInstall() }));
  server.replies[call(packages.plan)] = () => good(makePlan({ uses: ['stream Loan, which is published'] }));
  open(`/${id}`);
  await act('Remove');
  expect(await screen.findByText(/Stop that first: stream Loan, which is published/)).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Remove' }) as HTMLButtonElement).disabled).toBe(true);
});

test('a trial shows which saved conversations pass', async () => {
  open(`/${id}`);
  await press('Try');
  expect(await screen.findByText('Applies')).toBeTruthy();
  expect(screen.getByText('Passed')).toBeTruthy();
});

test('an upload of an unknown publisher shows the fingerprint, accepts the key once and is sent again', async () => {
  uploads.answer = () => refused('package.publisher_unknown', 'Unknown.', { name: 'Bank', fingerprint, publicKey });
  const router = open();
  await press('Upload');
  await drop(file('loan.zip'));
  expect(await screen.findByText('This is no .parley file.')).toBeTruthy();
  await drop(file());
  expect(await screen.findByText('Accept this publisher?')).toBeTruthy();
  expect(screen.getByText(/^ab12 ab12/)).toBeTruthy();
  uploads.answer = () => good(makePackageItem(), 'The package is added.');
  await press('Accept and upload');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/marketplace/${id}`));
  expect(server.bodyOf(call(packages.accept))).toEqual({ name: 'Bank', publicKey });
});

test('a file that was altered stays in the dialog with its reason', async () => {
  uploads.answer = () => refused('package.file_invalid', 'items/form.json was changed.', { reason: 'x' });
  open();
  await press('Upload');
  await drop(file());
  expect(await screen.findByText('items/form.json was changed.')).toBeTruthy();
});

test('a package is made of chosen things; what is missing, and where a key stands, is said', async () => {
  server.replies[call(packages.make)] = () =>
    refused('package.secret_in_text', 'A text looks like a key.', { places: [{ name: 'Loan stream', at: 'nodes.0.text' }] });
  const router = open();
  await press('Make a package');
  const dialog = within(await screen.findByRole('dialog'));
  expect((dialog.getByRole('button', { name: 'Make' }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Loan stream' }));
  expect(dialog.getByText('1 part chosen')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Make' }));
  expect(await dialog.findByText('This field is required.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Loan');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Key/ }), 'bank.loan');
  await userEvent.click(dialog.getByRole('button', { name: 'Make' }));
  expect(await dialog.findByText('Loan stream: nodes.0.text')).toBeTruthy();
  server.replies[call(packages.make)] = () => good(makePackageItem(), 'The package is made.');
  await userEvent.click(dialog.getByRole('button', { name: 'Make' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/marketplace/${id}`));
  expect(server.bodyOf(call(packages.make))).toEqual({
    ...{ key: 'bank.loan', version: '1.0.0', name: 'Loan', purpose: '', industry: 'general', licence: '' },
    items: [{ kind: 'stream', id: idOf(61) }],
  });
});

test('publishers are listed with their fingerprints, and one that was accepted can be withdrawn', async () => {
  open();
  await press('Publishers');
  expect(await screen.findByText('Makers of the product')).toBeTruthy();
  expect(screen.getByText('Accepted by Priya on 5 Mar 2026 04:00 PM')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Withdraw Parley' })).toBeNull();
  await press('Withdraw Bank');
  await waitFor(() => expect(toastTexts()).toContain('The publisher is accepted no more.'));
});

test('the file of a package is saved under its key and version', async () => {
  server.replies[call(packages.file)] = (() => new Response('PK', { headers: { 'content-type': 'application/zip' } })) as never;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  open(`/${id}`);
  await act('Download the file');
  await waitFor(() => expect(clicked).toHaveBeenCalled());
});
