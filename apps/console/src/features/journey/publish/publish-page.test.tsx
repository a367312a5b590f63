import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { makeChannel } from '../../channel/shared/channel.fixtures.ts';
import { makeCampaignItem } from '../../outreach/shared/campaign.fixtures.ts';
import { makeJourney, makeJourneyRule, makeVersion } from '../shared/journey.fixtures.ts';
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
  setEnterpriseZone('UTC');
  return {
    [`GET ${base}`]: () =>
      good({
        entries: [
          makeJourneyRule(),
          makeJourneyRule({
            id: idOf(82),
            channelId: idOf(9),
            channelName: 'Website',
            channelType: 12,
            link: '',
            version: 2,
            isActive: false,
          }),
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

test('rules stand with version, channel and environment; they change version, go off and are detached', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Rules' }));
  const row = within((await table.findByText('Shop')).closest('tr') as HTMLElement);
  for (const text of ['Appointment', '1', '2 is published', 'Keyword “book”', 'Production', 'On', '5 Mar 2026 10:30 AM', 'Priya'])
    expect(row.getByText(text), text).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Helper' })).toBeTruthy();

  server.replies[`PUT ${one}`] = () => good(makeJourneyRule(), 'The rule is changed.');
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
  server.replies[`POST ${base}`] = () => good(makeJourneyRule(), 'The rule is attached.');
  await choose('What begins it', 'Any message');
  await press('Attach');
  await waitFor(() => expect(toastTexts()).toEqual(['The rule is attached.']));
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({ journeyId: idOf(71), version: 1, channelId: idOf(8), kind: 'any', word: '' });
});

test('a campaign is chosen with the hours for its answer, and the table says the rule in words', async () => {
  server.replies['GET /chatbird/api/campaign/list'] = () =>
    good({ campaigns: [makeCampaignItem({ id: idOf(41), name: 'Diwali offer' })], more: false, makers: [] });
  server.replies[`GET ${base}`] = () =>
    good({
      entries: [
        makeJourneyRule({ kind: 'campaign', word: idOf(41), about: 'Diwali offer', settings: { hours: 24 }, link: '' }),
        makeJourneyRule({ id: idOf(83), kind: 'campaign', word: idOf(42), about: '', settings: { hours: 24 }, link: '' }),
      ],
      skills: [],
    });
  open();
  expect(await screen.findByText('Answers the campaign “Diwali offer”')).toBeTruthy();
  expect(screen.getByText('Answers a campaign')).toBeTruthy();
  await press('Attach a stream');
  await choose(/^Stream/, 'Appointment');
  await choose(/^Channel/, 'Shop');
  await choose('What begins it', 'An answer to a campaign');
  const attach = screen.getByRole<HTMLButtonElement>('button', { name: 'Attach' });
  expect(attach.disabled).toBe(true);
  await choose(/^Campaign/, 'Diwali offer');
  const hours = screen.getByRole('textbox', { name: /^Hours to answer/ });
  await userEvent.clear(hours);
  await userEvent.type(hours, '24');
  server.replies[`POST ${base}`] = () => good(makeJourneyRule(), 'The rule is attached.');
  await userEvent.click(attach);
  await waitFor(() => expect(toastTexts()).toEqual(['The rule is attached.']));
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({
    journeyId: idOf(71),
    version: 0,
    channelId: idOf(8),
    kind: 'campaign',
    word: '',
    campaignId: idOf(41),
    hours: 24,
  });
});

test('a value of a customer and its change are chosen, and the table says the rule in words', async () => {
  server.replies[`GET /e/enterprise/journey/${idOf(71)}/refs`] = () =>
    good({ refs: [{ id: idOf(91), name: 'Plan', detail: 'plan', extra: {} }] });
  const rule = { kind: 'attribute', word: idOf(91), about: 'Plan', link: '' } as const;
  server.replies[`GET ${base}`] = () =>
    good({
      entries: [
        makeJourneyRule({ ...rule, settings: { change: 'became', value: 'Gold' } }),
        makeJourneyRule({ ...rule, id: idOf(83), settings: { change: 'emptied' } }),
        makeJourneyRule({ ...rule, id: idOf(84), word: 'emailId', about: 'Email', settings: { change: 'changed' } }),
        makeJourneyRule({ ...rule, id: idOf(85), about: '', settings: { change: 'changed' } }),
      ],
      skills: [],
    });
  open();
  for (const words of ['“Plan” becomes “Gold”', '“Plan” is emptied', '“Email” changes', 'A value that is gone changes'])
    expect(await screen.findByText(words)).toBeTruthy();
  await press('Attach a stream');
  await choose(/^Stream/, 'Appointment');
  await choose(/^Channel/, 'Shop');
  await choose('What begins it', 'A change of a customer');
  const attach = screen.getByRole<HTMLButtonElement>('button', { name: 'Attach' });
  expect(attach.disabled).toBe(true);
  await choose(/^Value/, 'Plan');
  expect(attach.disabled).toBe(false);
  await choose('Change', 'It becomes a value');
  expect(attach.disabled).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: /^Becomes/ }), 'Gold');
  server.replies[`POST ${base}`] = () => good(makeJourneyRule(), 'The rule is attached.');
  await userEvent.click(attach);
  await waitFor(() => expect(toastTexts()).toEqual(['The rule is attached.']));
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({
    kind: 'attribute',
    word: '',
    attribute: idOf(91),
    change: 'became',
    value: 'Gold',
  });
});

test('a time and whom it is for are chosen; the table says the rule in words, its next time, and what became of the last one', async () => {
  server.replies[`GET /e/enterprise/journey/${idOf(71)}/refs`] = ({ query }) =>
    good({ refs: query.kind === 'group' ? [{ id: idOf(92), name: 'VIP', detail: '', extra: {} }] : [] });
  const rule = { kind: 'schedule', word: idOf(92), about: 'VIP', link: '' } as const;
  const at = { time: '09:00', timeZone: '' };
  const run = { dueAt: '2026-03-05T09:00:00.000Z', people: 9, started: 5, refused: { NO_ADDRESS: 2, INSIDE: 1 }, skipped: '' } as const;
  server.replies[`GET ${base}`] = () =>
    good({
      entries: [
        makeJourneyRule({ ...rule, settings: { schedule: { ...at, repeat: 'daily' } }, nextAt: '2026-03-06T09:00:00.000Z', lastRun: run }),
        makeJourneyRule({
          ...rule,
          id: idOf(83),
          settings: { schedule: { ...at, repeat: 'weekly', weekdays: [1, 5], timeZone: 'Asia/Kolkata' } },
          lastRun: { ...run, people: 5001, started: 0, refused: {}, skipped: 'TOO_MANY' },
        }),
        makeJourneyRule({ ...rule, id: idOf(84), settings: { schedule: { ...at, repeat: 'monthly', day: 31 } } }),
        makeJourneyRule({ ...rule, id: idOf(85), about: '', settings: { schedule: { ...at, repeat: 'once', date: '2026-03-05' } } }),
      ],
      skills: [],
    });
  open();
  const cell = async (words: string | RegExp) => (await screen.findByText(words)).closest('td')?.textContent;
  expect(await cell(/^Daily at 09:00 AM: “VIP”/)).toBe(
    'Daily at 09:00 AM: “VIP”Next: 6 Mar 2026 09:00 AMLast: 5 Mar 2026 09:00 AM: 5 began, 1 are in it now, 2 are not reached here, 1 still to begin',
  );
  expect(await cell(/^Mon, Fri at 09:00 AM \(Asia\/Kolkata\): “VIP”/)).toContain('nobody, 5,001 people are the work of a campaign');
  expect(await cell(/^On day 31 of the month at 09:00 AM: “VIP”/)).toContain('No further time');
  expect(await cell(/^Once on 5 Mar 2026 at 09:00 AM: “a group that is gone”/)).toBeTruthy();
  await press('Attach a stream');
  await choose(/^Stream/, 'Appointment');
  await choose(/^Channel/, 'Shop');
  await choose('What begins it', 'A time');
  const attach = screen.getByRole<HTMLButtonElement>('button', { name: 'Attach' });
  await choose(/^Group or label/, 'VIP');
  await choose('How often', 'On days of the week');
  fireEvent.change(screen.getByLabelText(/^Time \*?$|^Time$/), { target: { value: '09:00' } });
  expect(attach.disabled).toBe(true);
  await choose(/^Days of the week/, 'Friday');
  await userEvent.type(screen.getByRole('combobox', { name: 'Time zone' }), 'Dubai');
  await userEvent.click(await screen.findByRole('option', { name: 'Asia/Dubai' }));
  await waitFor(() => expect(attach.disabled).toBe(false));
  server.replies[`POST ${base}`] = () =>
    refused('journey.audience_too_large', '“VIP” has 5001 people.', { name: 'VIP', people: 5001, most: 5000 });
  await userEvent.click(attach);
  expect((await screen.findByRole('alert')).textContent).toContain('“VIP” has 5001 people.');
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({
    kind: 'schedule',
    word: '',
    audienceId: idOf(92),
    repeat: 'weekly',
    time: '09:00',
    weekdays: [5],
    timeZone: 'Asia/Dubai',
  });
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
