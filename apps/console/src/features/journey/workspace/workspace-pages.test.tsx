import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { makeChannel } from '../../channel/shared/channel.fixtures.ts';
import {
  at,
  makeDocument,
  makeFinding,
  makeJourney,
  makeJourneyRule,
  makeRehearsal,
  makeReplay,
  makeTest,
  makeVersion,
} from '../shared/journey.fixtures.ts';
import { StreamPage } from './stream-page.tsx';
import { StreamSearch, WorkspaceSearch } from './workspace.search.ts';
import { WorkspacePage } from './workspace-page.tsx';

const base = '/e/enterprise/journey';
const one = `${base}/${idOf(71)}`;
const server = stubServer(() => {
  setEnterpriseZone('Asia/Kolkata');
  return {
    [`GET ${base}`]: () => good({ journeys: [makeJourney()], more: true, folders: ['Front desk'] }),
    [`GET ${base}/examples`]: () => good({ examples: [{ id: 'nps', name: 'Survey', description: 'Asks.', nodes: 7 }] }),
    [`POST ${base}`]: () => good(makeJourney({ id: idOf(72), name: 'Survey' }), 'The stream is created.'),
    [`GET ${one}`]: () => good(makeJourney()),
    [`GET ${base}/${idOf(72)}`]: () => good(makeJourney({ id: idOf(72), name: 'Survey', state: 'DRAFT', version: 0 })),
    [`GET ${one}/draft`]: () =>
      good({
        journey: { id: idOf(71), name: 'Appointment', state: 'PUBLISHED', version: 2 },
        revision: 9,
        document: makeDocument(),
        savedAt: at,
        unpublishedBy: ['Ravi'],
        readOnly: false,
        lease: { holderId: '', holderName: '', isMine: false, until: '' },
        place: { zone: 'Asia/Kolkata', country: 'IN' },
      }),
    [`GET ${one}/check`]: () => good({ revision: 10, fingerprint: 'abc', findings: [makeFinding()] }),
    [`GET ${one}/tests`]: () => good({ tests: [makeTest()] }),
    [`POST ${one}/rehearse`]: () => good(makeRehearsal(false)),
    [`GET ${one}/versions`]: () => good({ versions: [makeVersion(), makeVersion({ version: 1, note: 'First', running: 0 })] }),
    [`GET ${one}/replay`]: () => good(null),
    [`GET ${one}/versions/2`]: () => good({ ...makeVersion(), document: makeDocument({ settings: { priority: 7 }, edges: [] }) }),
    'GET /e/enterprise/publish': () => good({ entries: [makeJourneyRule()], skills: [] }),
    'GET /e/enterprise/channels': () => ({ ...good(null), response: { channelConfig: [makeChannel({ id: idOf(8) })], more: false } }),
  };
});
const uploads = stubUploads();
const me = {
  ...sampleMe,
  permissions: ['JOURNEYS.CREATE', 'JOURNEYS.EDIT', 'JOURNEYS.VIEW', 'JOURNEYS.DELETE', 'JOURNEYS.VIEW_JOURNEYMONITOR'],
} as never;
const open = (address: string, as = me) =>
  openScreens(
    `/journey/workspace${address}`,
    (root) => [
      screenAt(root, '/journey/workspace', WorkspacePage, { validateSearch: WorkspaceSearch }),
      screenAt(root, '/journey/workspace/$journeyId', StreamPage, { validateSearch: StreamSearch }),
      screenAt(root, '/designer/journey/$journeyId', () => <h1>The designer</h1>),
    ],
    as,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const act = async (name: string) => {
  await press('Actions of Appointment');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('JOURNEY-002 streams show as cards or as a table; view and filters stand in the address', async () => {
  const router = open('');
  expect(await screen.findByRole('heading', { name: 'Streams' })).toBeTruthy();
  const card = within(await screen.findByRole('article', { name: 'Appointment' }));
  for (const text of ['Published', 'Unpublished changes', 'Version 2', '3', '75 %', 'Front desk', '5 Mar 2026 04:00 PM'])
    expect(card.getByText(text), text).toBeTruthy();
  expect(card.getByText('Keyword “book” · Shop, Any message · Website')).toBeTruthy();
  expect(card.getByRole('link', { name: 'Open designer: Appointment' }).getAttribute('href')).toBe(`/designer/journey/${idOf(71)}`);

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'app{Enter}');
  await choose('Folder', 'Front desk');
  await choose('State', 'Paused');
  await choose('Channel', 'Shop');
  await press('Next');
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
  const filter = { search: 'app', folder: 'Front desk', state: 'PAUSED', channelId: idOf(8), from: 24 };
  await waitFor(() => expect(router.state.location.search).toEqual({ ...filter, view: 'table' }));
  await waitFor(() => expect(server.queriesOf(`GET ${base}`).at(-1)).toEqual({ ...filter, from: '24', perPage: '24' }));
  const headers = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(headers).toEqual([
    'Name',
    'Version',
    'State',
    'Begins with',
    'Running now',
    'Completed, 7 days',
    'Changed by',
    'Updated',
    'Actions',
  ]);
});

test('actions of a stream are those that the server allows, and a reader creates no stream', async () => {
  server.replies[`GET ${base}`] = () => good({ journeys: [makeJourney({ may: ['export'] })], more: false, folders: [] });
  open('', { ...sampleMe, permissions: ['JOURNEYS.VIEW'] } as never);
  await press('Actions of Appointment');
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Export']);
  for (const name of ['New stream', 'Import']) expect(screen.queryByRole('button', { name }), name).toBeNull();
});

test('a stream is made from an example, renamed, copied, paused and saved as a file', async () => {
  const router = open('');
  await press('New stream');
  await userEvent.click(await screen.findByRole('radio', { name: /^Survey/ }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Survey');
  await press('Create');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/journey/workspace/${idOf(72)}`));
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({ name: 'Survey', example: 'nps' });

  await router.navigate({ to: '/journey/workspace' } as never);
  server.replies[`PUT ${one}`] = () => refused('journey.name_taken', 'A stream with this name exists already.');
  await act('Rename or move');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), ' 2');
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('A stream with this name exists already.');
  expect(server.bodyOf(`PUT ${one}`)).toMatchObject({ name: 'Appointment 2', folder: 'Front desk', revision: '9' });
  await press('Cancel');

  server.replies[`POST ${one}/pause`] = () => good(makeJourney({ state: 'PAUSED' }), 'The stream is paused.');
  await act('Pause');
  await waitFor(() => expect(toastTexts()).toEqual(['The stream is paused.']));
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:stream');
  await act('Export');
  await waitFor(() => expect(server.countOf(`GET ${one}/export`)).toBe(1));
  expect(save).not.toHaveBeenCalled();
  server.replies[`POST ${one}/clone`] = () => good(makeJourney({ id: idOf(72), name: 'Survey' }), 'The stream is copied.');
  await act('Clone');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/journey/workspace/${idOf(72)}`));
});

test('a stream that runs goes to the bin only with those inside', async () => {
  open('');
  await act('Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Appointment?' }));
  expect(dialog.getByText('3 people are inside now.')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
  await userEvent.click(dialog.getByRole('switch', { name: /^Stop them too/ }));
  server.replies[`DELETE ${one}`] = () => good(null, 'The stream is in the bin.');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The stream is in the bin.']));
  expect(server.queriesOf(`DELETE ${one}`)).toEqual([{ stopInstances: 'true' }]);
});

test('a file is imported, and what it names is shown as found or left open', async () => {
  open('');
  await press('Import');
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a stream' }));
  uploads.answer = () =>
    good({
      journeyId: idOf(73),
      name: 'Flow',
      tests: 2,
      notes: [{ node: 'Group 1', text: 'A script has no twin.' }],
      references: [
        { ref: 'channel', id: '1', name: 'Shop', found: 'Shop', isNew: false },
        { ref: 'template', id: '2', name: 'order_ready', found: '', isNew: false },
        { ref: 'media', id: '3', name: 'Map', found: 'Map', isNew: true },
        { ref: 'stream', id: '4', name: 'Credit check', found: '', isNew: false },
      ],
    });
  const input = (await screen.findByRole('dialog')).querySelector('input[type="file"]') as HTMLInputElement;
  await userEvent.upload(input, new File(['{}'], 'flow.json', { type: 'application/json' }));
  expect(await dialog.findByText(/“Flow” is imported as a draft/)).toBeTruthy();
  for (const text of [
    'Found',
    'Added to the library',
    'Medium: Map',
    'Channel: Shop',
    'Template: order_ready',
    'Stream: Credit check',
    'A script has no twin.',
  ])
    expect(dialog.getByText(text), text).toBeTruthy();
  expect(dialog.getAllByText('Left open').length).toBe(2);
  expect(dialog.getByRole('link', { name: 'Open designer' }).getAttribute('href')).toBe(`/designer/journey/${idOf(73)}`);
});

test('publishing shows check and rehearsal; errors stop it, a failed conversation needs a reason', async () => {
  server.replies[`GET ${one}/check`] = () =>
    good({
      revision: 10,
      fingerprint: 'abc',
      findings: [
        makeFinding(),
        makeFinding({ code: 'MAYBE_UNSET', node: 'n2', text: '“day” is not set on every way to here.', way: ['n1', 'n2'] }),
        makeFinding({ code: 'UNTESTED', node: 'n2', text: 'No saved conversation comes here.' }),
        makeFinding({ code: 'EXIT_MISSING', level: 'error', node: 'n2', exit: 'timeout' }),
      ],
    });
  open('');
  await act('Publish');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Appointment' }));
  const errors = within(await dialog.findByRole('region', { name: '1 error' }));
  expect(errors.getByRole('link', { name: 'End' }).getAttribute('href')).toBe(`/designer/journey/${idOf(71)}?nodeId=n2`);
  expect(dialog.getByRole('region', { name: '1 error' }).textContent).toContain('End → Timeout: ');
  // The list below holds the untested parts, with the results of the rehearsal.
  const warnings = dialog.getByRole('region', { name: '2 warnings' }).textContent;
  expect(warnings).toContain('Greeting: No timeout.');
  expect(warnings).toContain('“day” is not set on every way to here. On this way: Greeting → End.');
  expect(dialog.getByText(/After turn 1: A message says “See you”\. Instead: Goodbye/)).toBeTruthy();
  expect(dialog.getByText(/Tested: 1 of 2 nodes, 1 of 1 exits\. Nobody has tried: End\./)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));

  server.replies[`GET ${one}/check`] = () => good({ revision: 10, fingerprint: 'abc', findings: [] });
  await act('Publish');
  const again = within(await screen.findByRole('dialog', { name: 'Publish Appointment' }));
  expect(await again.findByText('Nothing is wrong.')).toBeTruthy();
  const publish = again.getByRole<HTMLButtonElement>('button', { name: 'Publish' });
  expect(publish.disabled).toBe(true);
  const changes = within(await again.findByRole('region', { name: 'What changes since version 2' }));
  expect(await changes.findByText('Added: Greeting (Next) → End')).toBeTruthy();
  const rules = within(again.getByRole('region', { name: 'What newcomers begin' }));
  expect(rules.getByText('Version 1: Keyword “book” on Shop')).toBeTruthy();
  // A production channel takes it once there is a reason for the conversation that fails.
  const renews = rules.getByRole<HTMLInputElement>('switch', { name: /^Its rules begin this version/ });
  expect([renews.disabled, renews.checked]).toEqual([true, false]);
  await userEvent.type(again.getByRole('textbox', { name: /^Publish although/ }), 'The words changed');
  expect([renews.disabled, renews.checked]).toEqual([false, true]);
  // Waiting walks are moved; newcomers are separate from them and begin the version that the rules name.
  const moves = again.getByRole('switch', { name: /^Move who waits/ });
  expect(document.getElementById(moves.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent).toContain(
    'goes on in version 3',
  );
  await userEvent.click(moves);
  const begun = () => rules.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(begun()).toEqual(['Version 3: Keyword “book” on Shop']);
  await userEvent.click(renews);
  expect(begun()).toEqual(['Version 1: Keyword “book” on Shop']);
  await userEvent.click(renews);
  server.replies[`POST ${one}/publish`] = () =>
    good({ version: makeVersion({ version: 3 }), moved: 2, left: [{ instanceId: idOf(91), reason: 'Its node is gone.' }] }, 'Published.');
  await userEvent.click(publish);
  expect(await again.findByText('Its node is gone. (1)')).toBeTruthy();
  expect(server.bodyOf(`POST ${one}/publish`)).toMatchObject({
    revision: '10',
    waiver: 'The words changed',
    moves: 'true',
    rules: 'true',
  });
});

test('a stream that nothing begins is published with its first rule; one that is refused is mended, and the version is not published twice', async () => {
  server.replies[`GET ${one}`] = () => good(makeJourney({ version: 0, state: 'DRAFT', entries: [] }));
  server.replies['GET /e/enterprise/publish'] = () => good({ entries: [], skills: [] });
  server.replies[`POST ${one}/rehearse`] = () => good(makeRehearsal(true));
  server.replies[`POST ${one}/publish`] = () =>
    good({ version: makeVersion({ version: 1 }), moved: 0, left: [] }, 'The stream is published.');
  server.replies['POST /e/enterprise/publish'] = () =>
    refused('journey.entry_conflict', '“Old” has this rule on this channel already.', { name: 'Old' });
  open(`/${idOf(71)}`);
  await press('Publish');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Appointment' }));
  // The only channel is chosen already; with a word the rule is whole.
  const word = await dialog.findByRole('textbox', { name: /^Word/ });
  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: /^Channel/ }).value).toBe('Shop');
  // A version may wait for its rule: no field of the rule is asked for.
  const isRequired = () =>
    ['textbox', 'combobox'].flatMap((role) => dialog.queryAllByRole<HTMLInputElement>(role)).map(({ required }) => required);
  expect(new Set(isRequired())).toEqual(new Set([false]));
  expect(dialog.queryByRole('region', { name: /^What changes/ })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Publish' })).toBeTruthy();
  await userEvent.type(word, ' visit ');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish and attach' }));
  expect(await dialog.findByText('“Old” has this rule on this channel already.')).toBeTruthy();
  expect(dialog.getByText('The version is published. Its rule is not attached yet.')).toBeTruthy();
  // The rule alone is left to save: now it is asked for whole.
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Word/ }).required).toBe(true);
  expect(server.bodyOf('POST /e/enterprise/publish')).toMatchObject({
    journeyId: idOf(71),
    channelId: idOf(8),
    kind: 'keyword',
    word: 'visit',
  });

  server.replies['POST /e/enterprise/publish'] = () => good(makeJourneyRule(), 'The rule is attached.');
  await userEvent.clear(dialog.getByRole('textbox', { name: /^Word/ }));
  await userEvent.type(dialog.getByRole('textbox', { name: /^Word/ }), 'book');
  await userEvent.click(dialog.getByRole('button', { name: 'Attach' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf('POST /e/enterprise/publish')).toMatchObject({ word: 'book' });
  expect([server.countOf(`POST ${one}/publish`), server.countOf('POST /e/enterprise/publish')]).toEqual([1, 2]);
});

test('a stream without a rule that is on says that nobody new begins it', async () => {
  server.replies['GET /e/enterprise/publish'] = () => good({ entries: [makeJourneyRule({ isActive: false })], skills: [] });
  open('');
  await act('Publish');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Appointment' }));
  expect((await dialog.findByRole('region', { name: 'What newcomers begin' })).textContent).toContain(
    'Nobody: no rule of this stream is on.',
  );
});

test('the page of a stream: overview, versions compared in words, saved conversations, rules', async () => {
  open(`/${idOf(71)}`);
  expect(await screen.findByText('Ravi')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Greeting' })).toBeTruthy();

  await userEvent.click(screen.getByRole('tab', { name: 'Versions' }));
  expect(await screen.findByText('Reminds a day before')).toBeTruthy();
  expect(await screen.findByText('Added: Greeting (Next) → End')).toBeTruthy();
  const settings = within(await screen.findByRole('region', { name: 'Settings' }));
  for (const text of ['priority', '7', '5']) expect(settings.getByText(text), text).toBeTruthy();
  server.replies[`POST ${one}/versions/1/restore`] = () => good(makeJourney(), 'The version is the draft again.');
  await press('Restore as draft: version 1');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore as draft' }));
  await waitFor(() => expect(server.bodyOf(`POST ${one}/versions/1/restore`)).toEqual({ revision: '9' }));

  await userEvent.click(screen.getByRole('tab', { name: 'Saved conversations' }));
  await press('Run all');
  expect(await screen.findByText('0 of 1 passed')).toBeTruthy();
  const told = within(screen.getByText(/Instead: Goodbye/).closest('ul') as HTMLElement);
  expect(told.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'After turn 1: A message says “See you”. Instead: Goodbye',
    'Greeting leaves by Next. Instead: Greeting waits',
    'After turn 1: It comes to End. Instead: It goes no further',
    'After turn 1: A message says “On ⟨any date⟩, ⟨name⟩”. Instead: nothing',
    'After turn 1: day is "Monday". Instead: day is empty',
    'After turn 1: It stands at Completed booked. Instead: It stands at Waiting',
  ]);
  server.replies[`DELETE ${one}/tests/t1`] = () => good(null);
  await press('Delete Books a day');
  await press('Yes');
  await waitFor(() => expect(server.countOf(`DELETE ${one}/tests/t1`)).toBe(1));

  await userEvent.click(screen.getByRole('tab', { name: 'Rules' }));
  expect(await screen.findByText('Keyword “book”')).toBeTruthy();
  expect(server.queriesOf('GET /e/enterprise/publish').at(-1)).toMatchObject({ journeyId: idOf(71) });
});

test('the people of the last days are played through the draft: counts, where they part, and each of them in the monitor', async () => {
  const node = (id: string, name: string) => ({ stream: idOf(71), id, name, type: 'message.buttons' });
  const parting = {
    node: node('n1', 'Greeting'),
    was: { exit: 'i1', exitTitle: 'Yes, please', to: node('n2', ''), state: '' as const },
    would: { exit: null, exitTitle: '', to: null, state: 'TIMEDOUT' as const },
  };
  const done = makeReplay({
    walks: 20_000,
    looked: 10_000,
    same: 9_996,
    elsewhere: 3,
    uncompared: [{ why: 'MOVED', walks: 1 }],
    cut: 'walks',
    revision: 8,
    partings: [{ ...parting, walks: 3 }],
    gone: [{ ...parting, instanceId: idOf(76), startedOn: at }],
  });
  server.replies[`POST ${one}/replay`] = () => good(makeReplay({ state: 'running', walks: 20_000, looked: 5_000 }));
  open(`/${idOf(71)}?tab=versions`);
  const panel = within(await screen.findByRole('region', { name: 'Play the last days' }));
  await choose('Days', 'The last 3 days');
  await userEvent.click(panel.getByRole('button', { name: 'Play' }));
  expect(server.bodyOf(`POST ${one}/replay`)).toEqual({ version: '2', days: '3' });
  expect((await panel.findByRole('progressbar', { name: 'How far it is' })).getAttribute('aria-valuenow')).toBe('25');
  server.replies[`GET ${one}/replay`] = () => good(done);
  expect(await panel.findByText('The draft has changed since.')).toBeTruthy();
  expect(panel.getByRole('status').textContent).toBe('Same way9,996Elsewhere3Not compared1');
  expect(panel.getByText('Moved from another version on the way: 1')).toBeTruthy();
  expect(panel.getByText('10,000 of 20,000 people were played, the newest: more are not played at once.')).toBeTruthy();
  const partings = within(panel.getByRole('table', { name: 'Where they part' }));
  for (const text of ['Greeting', 'Yes, please → Buttons', 'Ends: Timed out', '3']) expect(partings.getByText(text), text).toBeTruthy();
  const gone = within(panel.getByRole('table', { name: 'Who would go elsewhere' }));
  expect(gone.getByRole('link', { name: '5 Mar 2026 04:00 PM' }).getAttribute('href')).toBe(`/journey/monitor/${idOf(76)}`);
  expect(panel.getByText('The newest 1 of them.')).toBeTruthy();
});

test('a stream that has paused by itself says which template it cannot send, in the list and on its page, and when it can be resumed', async () => {
  const paused = (isReady: boolean) =>
    makeJourney({ state: 'PAUSED', pausedBy: { templateId: idOf(90), template: 'order_sent', why: 'PAUSED', isReady } });
  server.replies[`GET ${base}`] = () => good({ journeys: [paused(false)], more: false, folders: [] });
  server.replies[`GET ${one}`] = () => good(paused(false));
  open('');
  await screen.findByText('Template order_sent was paused by its vendor.');
  await userEvent.click(screen.getByRole('link', { name: 'Appointment' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Template order_sent was paused by its vendor. Nobody begins this stream, and who is inside waits.');
  expect(within(alert).queryByRole('link')).toBeNull();
});
