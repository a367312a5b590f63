import type { BotTest, BotVersion, Training, TrainingReport } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setToken } from '../../../lib/session.ts';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { botBase, botId, sampleBot } from '../shared/bot.fixtures.ts';
import { TrainingSearch } from './training.search.ts';
import { TrainingPage } from './training-page.tsx';

const training: Training = {
  id: idOf(40),
  phase: 'DONE',
  step: 'switching',
  progress: 1,
  reason: '',
  requestedBy: 'Priya',
  startedAt: '2024-01-06T15:05:00.000Z',
  finishedAt: '2024-01-06T15:06:00.000Z',
  versionId: idOf(52),
};
const report: TrainingReport = {
  phraseCount: 40,
  intentCount: 3,
  passageCount: 0,
  modelType: 'Semantic',
  foldCount: 5,
  accuracy: 0.9,
  threshold: 0.5,
  falseRejection: 0.05,
  intents: [
    { name: 'pay', phraseCount: 10, correctCount: 8, precision: 0.9, recall: 0.8 },
    { name: 'buy', phraseCount: 30, correctCount: 30, precision: 0.7, recall: 1 },
  ],
  confusions: [{ intent: 'pay', predicted: 'buy', count: 2, phrases: ['take my card', 'cash'] }],
  histogram: [
    { from: 0, inScope: 2, outOfScope: 3 },
    { from: 0.5, inScope: 18, outOfScope: 1 },
    { from: 0.75, inScope: 20, outOfScope: 0 },
  ],
  learningCurve: [
    { share: 0.5, phraseCount: 20, accuracy: 0.8 },
    { share: 1, phraseCount: 40, accuracy: 0.9 },
  ],
  suspects: [{ text: 'cash', intent: 'pay', predicted: 'buy', confidence: 0.7 }],
  tests: [
    {
      testId: idOf(60),
      name: 'Cash',
      isPassed: false,
      turns: [{ say: 'cash?', wanted: 'pay', got: 'buy', confidence: 0.7, isPassed: false }],
    },
    { testId: idOf(61), name: 'Buying', isPassed: true, turns: [] },
  ],
  issues: [
    { kind: 'conflict', severity: 'error', message: 'The same phrase is in pay and buy.', intents: ['pay', 'buy'], texts: ['cash'] },
    { kind: 'few_phrases', severity: 'warning', message: 'greet has one phrase.', intents: ['greet'], texts: [] },
  ],
  outsiderCount: 4,
  tookMs: 1500,
  modelBytes: 2048,
};
const version = (number: number, isServing: boolean, fields: Partial<BotVersion> = {}): BotVersion => ({
  id: idOf(50 + number),
  number,
  createdAt: '2024-01-06T15:06:00.000Z',
  createdBy: 'Priya',
  isServing,
  canRestore: !isServing,
  modelType: 'Semantic',
  intentCount: 3,
  phraseCount: 40,
  passageCount: 0,
  accuracy: 0.9,
  testsPassed: 1,
  testsFailed: 1,
  modelBytes: 2048,
  hasData: true,
  ...fields,
});
const before: TrainingReport = { ...report, accuracy: 0.85, tests: report.tests.map((entry) => ({ ...entry, isPassed: true })) };
const savedTests: BotTest[] = [
  { id: idOf(60), name: 'Cash', version: 1, turns: [{ say: 'cash?', intent: 'pay', reply: '', values: [] }] },
  {
    id: idOf(62),
    version: 1,
    name: 'New one',
    turns: [
      { say: 'hi', intent: '', reply: 'Hello', values: [] },
      { say: 'bye', intent: '-', reply: '', values: [{ name: 'city', value: 'Pune' }] },
    ],
  },
];

let current: { training: Training | null; report: TrainingReport | null; passedBefore: string[] };
let versions: BotVersion[];
let modelType: 'Semantic' | 'SVM';
const uploads = stubUploads();
const server = stubServer(() => {
  current = { training, report, passedBefore: [] };
  versions = [version(2, true), version(1, false)];
  modelType = 'Semantic';
  return {
    [`GET ${botBase}`]: () => good({ ...sampleBot, config: { ...sampleBot.config, modelType } }),
    [`GET ${botBase}/training`]: () => good(current),
    [`GET ${botBase}/versions`]: () => good({ versions }),
    [`GET ${botBase}/versions/${idOf(51)}/report`]: () => good({ version: versions[1], report: before }),
    [`GET ${botBase}/versions/${idOf(52)}/report`]: () => good({ version: versions[0], report }),
    [`GET ${botBase}/tests`]: () => good({ tests: savedTests }),
    [`GET ${botBase}/checks`]: () => good({ issues: report.issues }),
    [`GET ${botBase}/intents`]: () =>
      good({
        intents: [
          { id: idOf(70), name: 'pay', storyId: idOf(80), storyName: 'Shop' },
          { id: idOf(71), name: 'buy', storyId: idOf(80), storyName: 'Shop' },
        ],
      }),
  };
});
const open = (search = '') =>
  openScreens(`/bots/${botId}/training${search}`, (root) => [
    screenAt(root, '/bots/$botId/training', TrainingPage, { validateSearch: TrainingSearch }),
    screenAt(root, '/bots/$botId/intents', () => 'The intents'),
  ]);
// The first screen of a file loads its parts as well, which takes its time on a busy machine.
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const figures = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent;
const links = (of: { getAllByRole: typeof screen.getAllByRole }) =>
  of.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const address = (intent: number) => `/bots/${botId}/intents?story=${idOf(80)}&intent=${idOf(intent)}`;

test('the result tells who trained and how it compares with the version before', async () => {
  open();
  const last = await part('Last training');
  expect(last.getByText('Done').tagName).toBe('SPAN');
  expect(last.getByText('Started by Priya').tagName).toBe('SPAN');
  expect((await screen.findByText('Version 2, compared with version 1')).tagName).toBe('DIV');
  expect(figures('Accuracy on unseen phrases')).toBe('Accuracy on unseen phrases90.0 %5.0 points better');
  expect(figures('Phrases above the threshold')).toBe('Phrases above the threshold95.0 %the same');
  expect(figures('Tests passed')).toBe('Tests passed1 / 2previously 2 / 2');
});

test('a cell of confused intents opens its phrases, which lead to the intents', async () => {
  open();
  const cells = await part('Confused intents');
  const cell = cells.getByRole('button', { name: 'pay recognised as buy 2 phrases' });
  expect(cell.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(cell);
  expect(cell.getAttribute('aria-expanded')).toBe('true');
  expect(
    cells
      .getAllByRole('listitem', { hidden: true })
      .slice(1, 3)
      .map((item) => item.textContent),
  ).toEqual(['take my card', 'cash']);
  const suspects = await part('Phrases that reduce the quality');
  await waitFor(() =>
    expect(links(suspects)).toEqual([
      ['pay', address(70)],
      ['buy', address(71)],
    ]),
  );
});

test('the table of intents sorts by each column', async () => {
  open();
  const table = await part('By intent');
  const names = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect(names()).toEqual(['pay', 'buy']);
  await userEvent.click(table.getByRole('button', { name: 'Precision' }));
  expect([names(), table.getByRole('columnheader', { name: 'Precision' }).getAttribute('aria-sort')]).toEqual([
    ['buy', 'pay'],
    'ascending',
  ]);
  await userEvent.click(table.getByRole('button', { name: 'Precision' }));
  expect(names()).toEqual(['pay', 'buy']);
});

test('the slider shows what a threshold would keep and let through', async () => {
  open();
  const chart = await part('Confidence and threshold');
  expect(chart.getByRole('status').textContent).toBe(
    'Accepted: 95.0 % of the bot’s own phrasesAccepted: 25.0 % of the out-of-scope phrasesCurrent threshold: 0.50',
  );
  const slider = chart.getByRole('slider', { name: 'Threshold to try: 0.50' });
  for (let step = 0; step < 5; step += 1) fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(chart.getByRole('status').textContent).toBe(
    'Accepted: 50.0 % of the bot’s own phrasesAccepted: 0.0 % of the out-of-scope phrasesCurrent threshold: 0.50',
  );
});

test('the tried threshold goes into the configuration in one click, and nothing else of it changes', async () => {
  const save = `POST ${botBase}/config`;
  server.replies[save] = () => good({ ...sampleBot.config, version: 2 });
  open();
  const chart = await part('Confidence and threshold');
  const apply = await chart.findByRole<HTMLButtonElement>('button', { name: 'Use this threshold' });
  expect([apply.disabled, chart.getByText('This is the threshold of the configuration.').tagName]).toEqual([true, 'P']);
  const slider = chart.getByRole('slider', { name: 'Threshold to try: 0.50' });
  for (let step = 0; step < 3; step += 1) fireEvent.keyDown(slider, { key: 'ArrowRight' });
  await userEvent.click(apply);
  await waitFor(() =>
    expect(toastTexts()).toEqual(['The threshold is now 0.65 in the configuration. The bot uses it after the next training.']),
  );
  expect(server.bodyOf(save)).toEqual({
    entityExtractRetries: '2',
    outOfScopeMessage: 'Sorry',
    modelType: 'Semantic',
    confidenceThreshold: '0.65',
    language: 'en',
    openaiKey: '',
    version: '1',
  });
});

test('a model that finds its threshold itself takes none', async () => {
  modelType = 'SVM';
  open();
  const chart = await part('Confidence and threshold');
  expect((await chart.findByText('Models of type SVM find their threshold themselves.')).tagName).toBe('P');
  expect(chart.queryByRole('button', { name: 'Use this threshold' })).toBeNull();
});

test('issues stand by kind with links to their intents', async () => {
  open();
  const issues = await part('Problems in the data');
  expect(issues.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'The same phrase in two intents1',
    'Too few phrases1',
  ]);
  await waitFor(() => expect(links(issues).map(([name]) => name)).toEqual(['pay', 'buy']));
});

test('errors are exported as a file that the page makes', async () => {
  const makeAddress = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:errors');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Export errors as CSV' }));
  const [[file]] = makeAddress.mock.calls as unknown as [[Blob]];
  expect((await file.text()).split('\r\n')).toEqual([
    'Kind,Phrase,Intent,Recognised as,Confidence',
    'confused,take my card,pay,buy,',
    'confused,cash,pay,buy,',
    'lowers quality,cash,pay,buy,0.7',
    'failed test,cash?,pay,buy,0.7',
    '',
  ]);
});

test('a version of the address is compared with the one that serves', async () => {
  open(`?version=${idOf(51)}`);
  expect((await screen.findByText('Version 1, compared with version 2')).tagName).toBe('DIV');
  expect(figures('Accuracy on unseen phrases')).toBe('Accuracy on unseen phrases85.0 %5.0 points worse');
});

test('a training that runs shows its step and can be stopped', async () => {
  const decide = `POST ${botBase}/training/${training.id}/decide`;
  current = { ...current, training: { ...training, phase: 'RUNNING', step: 'evaluating', progress: 0.6, finishedAt: null } };
  server.replies[decide] = () => {
    current = { ...current, training: { ...training, phase: 'CANCELLED', reason: 'The training was stopped.' } };
    return good(current.training);
  };
  open();
  expect((await screen.findByRole('progressbar', { name: 'Evaluating' })).getAttribute('aria-valuenow')).toBe('60');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect((await screen.findByText('The training was stopped.')).tagName).toBe('P');
  expect([server.bodyOf(decide), toastTexts()]).toEqual([{ isAccepted: 'false' }, ['The training is stopped.']]);
});

test('a training that asks shows the failing tests, and either button answers', async () => {
  const decide = `POST ${botBase}/training/${training.id}/decide`;
  server.replies[decide] = () => good(training);
  current = { training: { ...training, phase: 'ASKING', finishedAt: null }, report, passedBefore: [idOf(60), idOf(61)] };
  versions = [version(2, false), version(1, true)];
  open();
  const last = await part('Last training');
  expect(last.getByText('Passed before').tagName).toBe('SPAN');
  expect(last.getByText(/^“cash\?”/).textContent).toBe('“cash?” – Expected: pay. Recognised: buy (0.70).');
  await userEvent.click(last.getByRole('button', { name: 'Keep the previous version' }));
  await waitFor(() => expect(server.bodyOf(decide)).toEqual({ isAccepted: 'false' }));
  await userEvent.click(last.getByRole('button', { name: 'Use the new version' }));
  await waitFor(() => expect(server.bodyOf(decide)).toEqual({ isAccepted: 'true' }));
});

test('a failed training tells why; a bot without any says so', async () => {
  current = { training: { ...training, phase: 'FAILED', reason: 'There is nothing to train.' }, report: null, passedBefore: [] };
  versions = [];
  open();
  expect((await screen.findByRole('alert')).textContent).toBe('There is nothing to train.');
  document.body.replaceChildren();
  current = { training: null, report: null, passedBefore: [] };
  open();
  expect((await screen.findByRole('heading', { name: 'Not trained yet' })).tagName).toBe('H3');
});

test('tests are listed with their last result, edited and deleted', async () => {
  const save = `POST ${botBase}/tests`;
  const remove = `DELETE ${botBase}/tests/${idOf(60)}`;
  server.replies[save] = ({ body }) => good(body);
  server.replies[remove] = () => good(null);
  open('?tab=tests');
  const table = within(await screen.findByRole('table', { name: 'Saved tests' }));
  await table.findByText('Cash');
  await waitFor(() =>
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .slice(0, 3)
            .map((cell) => cell.textContent),
        ),
    ).toEqual([
      ['Cash', '1', 'FailedExpected: pay. Recognised: buy (0.70).'],
      ['New one', '2', 'Not run yet'],
    ]),
  );
  await userEvent.click(table.getByRole('button', { name: 'Edit New one' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the test' }));
  const second = within(dialog.getByRole('group', { name: 'Line 2' }));
  expect(second.getByRole<HTMLInputElement>('combobox', { name: 'Expected intent' }).value).toBe('Out of scope');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove line 1' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The test is saved.']));
  expect(server.bodyOf(save)).toEqual({
    id: idOf(62),
    version: 1,
    name: 'New one',
    turns: [{ say: 'bye', intent: '-', reply: '', values: [{ name: 'city', value: 'Pune' }] }],
  });
  await userEvent.click(table.getByRole('button', { name: 'Delete Cash' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect([server.countOf(remove), toastTexts()]).toEqual([1, ['The test is deleted.']]));
});

test('a phrase is added with the intent it must get; an empty line is refused', async () => {
  const save = `POST ${botBase}/tests`;
  server.replies[save] = ({ body }) => good({ id: idOf(63), version: 1, ...(body as object) });
  open('?tab=tests');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a phrase' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New test' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('This field is mandatory.').tagName).toBe('P');
  await userEvent.type(dialog.getByRole('textbox', { name: 'What the customer says' }), 'cash?');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Expected intent' }));
  await userEvent.click(await screen.findByRole('option', { name: 'pay' }));
  const values = dialog.getByRole('textbox', { name: 'Expected values' });
  await userEvent.type(values, 'city');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Write each line as name = value, 20 lines at most.').tagName).toBe('P');
  await userEvent.type(values, ' = Pune');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const turns = [{ say: 'cash?', intent: 'pay', reply: '', values: [{ name: 'city', value: 'Pune' }] }];
  await waitFor(() => expect(server.bodyOf(save)).toEqual({ name: '', turns }));
});

test('the tests run without a training, against the version that serves', async () => {
  server.replies[`POST ${botBase}/tests/run`] = () =>
    good({ versionId: idOf(52), versionNumber: 2, tests: [{ testId: idOf(60), name: 'Cash', isPassed: true, turns: [] }] });
  open('?tab=tests');
  const table = within(await screen.findByRole('table', { name: 'Saved tests' }));
  expect(await table.findByText('Failed')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Run tests now' }));
  expect((await screen.findByText('Version 2, which serves now: 1 of 1 passed')).getAttribute('role')).toBe('status');
  expect([table.queryByText('Failed'), table.getByText('Passed').textContent]).toEqual([null, 'Passed']);
});

test('a conversation begins with two lines', async () => {
  open('?tab=tests');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a conversation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New test' }));
  expect(dialog.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Line 1', 'Line 2']);
});

test('phrases and values are exported as CSV, XLSX or JSON, by a link with a download token', async () => {
  setToken('token');
  server.replies['GET /e/enterprise/download/getId'] = () => good({ id: 'once' });
  const links: (string | null)[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.getAttribute('href'));
  });
  open('?tab=data');
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Entities and values' }));
  await userEvent.click(screen.getByRole('button', { name: 'Export XLSX' }));
  await waitFor(() => expect(links).toHaveLength(2));
  expect(links).toEqual(
    ['format=csv&part=intents', 'format=xlsx&part=entities'].map((query) => `${botBase}/export?${query}&x-access-id=once`),
  );
});

test('a file of training data is sent with its progress, and its outcome is told', async () => {
  open('?tab=data');
  await part('Import');
  const chooser = document.querySelector('input[type="file"]') as HTMLInputElement;
  const choose = (name: string) => userEvent.setup({ applyAccept: false }).upload(chooser, new File(['x'], name));
  await choose('data.exe');
  expect((await screen.findByRole('alert')).textContent).toBe('Only csv, tsv, xlsx, json, yml, yaml, md and zip files can be imported.');
  uploads.answer = () =>
    good({
      format: 'rasa',
      intentsAdded: 2,
      intentsExtended: 1,
      phrasesAdded: 9,
      phrasesSkipped: 3,
      entitiesAdded: 0,
      report: [
        { kind: 'left', part: 'answer', name: 'utter_wave', place: 'domain.yml line 7', message: 'No intent leads to it.' },
        {
          kind: 'changed',
          part: 'parameter',
          name: 'when',
          place: 'domain.yml line 9',
          message: 'The entity time is read as sys.datetime.',
        },
        { kind: 'taken', part: 'intent', name: 'greet', place: 'nlu.yml line 2', message: '9 phrases, 0 parameters' },
      ],
      reportCounts: { left: 1, changed: 1, taken: 4 },
    });
  await choose('nlu.yml');
  expect((await screen.findByText('nlu.yml was read as Rasa')).tagName).toBe('P');
  expect(uploads.sent).toEqual([{ path: `${botBase}/import`, fields: { file: ['nlu.yml'] } }]);
  expect(['New intents', 'Intents extended', 'New phrases', 'Skipped phrases', 'New entities'].map(figures)).toEqual([
    'New intents2',
    'Intents extended1',
    'New phrases9',
    'Skipped phrases3',
    'New entities0',
  ]);
  const report = await part('What became of the file');
  const titles = () => report.queryAllByRole('heading', { level: 4 }).map((heading) => heading.textContent);
  expect(titles()).toEqual(['Left out: Answers1', 'Changed: Parameters1', 'Taken: Intents1']);
  expect(report.getByRole('list', { name: 'Left out: Answers' }).textContent).toBe('utter_waveNo intent leads to it.domain.yml line 7');
  expect(report.getByText('The first 3 of 6 entries are listed.').tagName).toBe('P');
  await userEvent.click(report.getByRole('radio', { name: 'Changed (1)' }));
  expect(titles()).toEqual(['Changed: Parameters1']);
  await userEvent.click(report.getByRole('radio', { name: 'All (6)' }));
  await userEvent.type(report.getByRole('textbox', { name: 'Filter by name, place or words' }), 'NLU.yml');
  expect(titles()).toEqual(['Taken: Intents1']);
  await userEvent.type(report.getByRole('textbox'), ' of nobody');
  expect([titles(), report.getByRole('status').textContent]).toEqual([[], 'No entry matches.']);
});

test('a refused import shows the words of the server, and one on its way can be given up', async () => {
  open('?tab=data');
  await part('Import');
  const choose = () => userEvent.upload(document.querySelector('input[type="file"]') as HTMLInputElement, new File(['x'], 'data.json'));
  await choose();
  expect((await screen.findByRole('progressbar', { name: 'Sending data.json' })).getAttribute('aria-valuenow')).toBe('50');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The import was cancelled.');
  uploads.answer = () => refused('import.unreadable', 'This is no JSON.');
  await choose();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This is no JSON.'));
});

test('versions are listed, opened, and restored after it was confirmed', async () => {
  const restore = `POST ${botBase}/versions/${idOf(51)}/restore`;
  server.replies[restore] = () => good(version(1, true));
  const router = open('?tab=versions');
  const table = within(await screen.findByRole('table', { name: 'Versions' }));
  await table.findByText('In use');
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 1)
          .map((cell) => cell.textContent),
      ),
  ).toEqual([['2In use'], ['1']]);
  await userEvent.click(table.getByRole('button', { name: 'Restore version 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect([server.countOf(restore), toastTexts()]).toEqual([1, ['The bot now answers with version 1.']]));
  await userEvent.click(table.getByRole('button', { name: 'Report of version 1' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'result', version: idOf(51) }));
});

test('the data of a version is taken into the editor after what changes was shown', async () => {
  const data = `${botBase}/versions/${idOf(51)}/data`;
  const changes = {
    number: 1,
    intents: { added: ['Refund'], changed: [], removed: ['New one', 'Other'] },
    entities: { added: [], changed: ['city'], removed: [] },
    tools: { added: [], changed: [], removed: ['look_up_order'] },
    hasOtherSettings: true,
  };
  server.replies[`GET ${data}`] = () => good(changes);
  server.replies[`POST ${data}`] = () => good(changes);
  open('?tab=versions');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore the data of version 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put the data of version 1 into the editor?' }));
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Intents that come back: 1Refund',
    'Intents that are deleted: 2New one, Other',
    'Entities that change: 1city',
    'Tools that are deleted: 1look_up_order',
    'The configuration and the prompt change.',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Restore data' }));
  await waitFor(() =>
    expect([server.countOf(`POST ${data}`), toastTexts()]).toEqual([1, ['The editor has the data of version 1. Train the bot to use it.']]),
  );
});
