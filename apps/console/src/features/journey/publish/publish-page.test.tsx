import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setUserZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { makeChannel } from '../../channel/shared/channel.fixtures.ts';
import { makeEntry, makeJourney, makeVersion } from '../shared/journey.fixtures.ts';
import { PublishSearch } from './publish.search.ts';
import { PublishPage } from './publish-page.tsx';

const base = '/e/enterprise/publish';
const one = `${base}/${idOf(81)}`;
const website = makeChannel({
  id: idOf(9),
  name: 'Website',
  type: 12,
  contactId: '',
  environment: 'production',
  widgetKey: 'key-1',
  data: { entry: 'bot', botId: idOf(21), allowedDomains: ['shop.example'] },
});
const server = stubServer(() => {
  setUserZone('UTC');
  return {
    [`GET ${base}`]: () =>
      good({
        entries: [
          makeEntry(),
          makeEntry({ id: idOf(82), channelId: idOf(9), channelName: 'Website', channelType: 12, link: '', version: 2, isActive: false }),
        ],
        skills: [
          { channelId: idOf(9), channelName: 'Website', channelType: 12, environment: 'production', botId: idOf(21), botName: 'Helper' },
        ],
      }),
    'GET /e/enterprise/journey': () => good({ journeys: [makeJourney()], more: false, folders: [] }),
    [`GET /e/enterprise/journey/${idOf(71)}/versions`]: () =>
      good({ versions: [makeVersion(), makeVersion({ version: 1, note: 'First' })] }),
    'GET /e/enterprise/channels': () => ({
      ...good(null),
      response: { channelConfig: [makeChannel({ id: idOf(8), environment: 'production' }), website], more: false },
    }),
  };
});
const open = (permissions: string[] = ['JOURNEYS.VIEW', 'JOURNEYS.EDIT', 'NLP.VIEW']) =>
  openScreens('/publish', (root) => [screenAt(root, '/publish', PublishPage, { validateSearch: PublishSearch })], {
    ...sampleMe,
    permissions,
  } as never);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const act = async (of: string, name: string) => {
  await press(`Actions of Keyword “book”, ${of}`);
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
const choose = async (label: string | RegExp, option: string | RegExp) => {
  const fields = await screen.findAllByRole('combobox', { name: label });
  await userEvent.click(fields.at(-1) as HTMLElement);
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('SHELL-020 JOURNEY-005 rules stand with version, channel and environment; they change version, go off and are detached', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Rules' }));
  const row = within((await table.findByText('Shop')).closest('tr') as HTMLElement);
  for (const text of ['Appointment', '1', '2 is published', 'Keyword “book”', 'Production', 'On', '5 Mar 2026 10:30 AM', 'Priya'])
    expect(row.getByText(text), text).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Helper' })).toBeTruthy();

  server.replies[`PUT ${one}`] = () => good(makeEntry(), 'The rule is changed.');
  await act('Shop', 'Use version 2');
  await waitFor(() => expect(server.bodyOf(`PUT ${one}`)).toEqual({ version: '2', isActive: 'true' }));
  await act('Shop', 'Switch off');
  await waitFor(() => expect(server.bodyOf(`PUT ${one}`)).toEqual({ version: '1', isActive: 'false' }));
  server.replies[`PUT ${base}/${idOf(82)}`] = () =>
    refused('journey.not_rehearsed', 'Version 1 has no rehearsal that passed.', { version: 1 });
  await act('Website', 'Change the version');
  await userEvent.click(await screen.findByRole('radio', { name: '1' }));
  await press('Use version 1');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByRole('link', { name: 'To the saved conversations' }).getAttribute('href')).toBe(
    `/journey/workspace/${idOf(71)}?tab=tests`,
  );
  await press('Cancel');
  server.replies[`DELETE ${one}`] = () => good(null, 'The rule is taken away.');
  await act('Shop', 'Detach');
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Detach this rule?' })).getByRole('button', { name: 'Detach' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The rule is taken away.']));
});

test('a rule that another stream has is refused with its name, then attached with another word', async () => {
  open();
  await press('Attach a stream');
  await screen.findByRole('dialog', { name: 'Attach a rule' });
  await choose(/^Stream/, 'Appointment');
  await choose(/^Channel/, 'Shop');
  await choose('Version', '1 · First');
  await userEvent.type(screen.getByRole('textbox', { name: /^Word/ }), 'book');
  server.replies[`POST ${base}`] = () =>
    refused('journey.entry_conflict', '“Loan” has this rule on this channel already.', { name: 'Loan' });
  await press('Attach');
  expect((await screen.findByRole('alert')).textContent).toContain('“Loan” has this rule on this channel already.');
  server.replies[`POST ${base}`] = () => good(makeEntry(), 'The rule is attached.');
  await choose('What begins it', 'Any message');
  await press('Attach');
  await waitFor(() => expect(toastTexts()).toEqual(['The rule is attached.']));
  expect(server.bodyOf(`POST ${base}`)).toEqual({ journeyId: idOf(71), version: '1', channelId: idOf(8), kind: 'any', word: '' });
});

test('link, QR code, card and the widget of a website are taken away as files and words', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:code';
  });
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open(['JOURNEYS.VIEW']);
  expect((await screen.findAllByText('Appointment')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Attach a stream' })).toBeNull();
  await act('Shop', 'Link, code and card');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyword “book” on Shop' }));
  expect(dialog.getByText('https://wa.me/919820012345?text=book')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Download SVG' }));
  expect(await saved[0]?.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
  await waitFor(() => expect(dialog.getByText('to +919820012345')).toBeTruthy());
  await userEvent.click(dialog.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  await act('Website', 'Link, code and card');
  expect(await screen.findByText(/data-key="key-1"/)).toBeTruthy();
  expect(screen.getByText('shop.example')).toBeTruthy();
});

test('every rule of a channel is switched off at once', async () => {
  const router = open();
  await choose('Channel', 'Shop');
  await waitFor(() => expect(router.state.location.search).toEqual({ journeyId: '', channelId: idOf(8) }));
  server.replies[`POST ${base}/pauseAll`] = () => good({ paused: 1 });
  await press('Switch all of Shop off');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Switch all off' }));
  await waitFor(() => expect(toastTexts()).toEqual(['1 rule is off.']));
  expect(server.bodyOf(`POST ${base}/pauseAll`)).toEqual({ channelId: idOf(8) });
});
