import { type KnowledgeConfig, type KnowledgeEmbedding, type KnowledgePassage, type KnowledgeSource, nlp } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { botBase, botId, sampleBot } from '../shared/bot.fixtures.ts';
import { KnowledgeSearch } from './knowledge.search.ts';
import { KnowledgePage } from './knowledge-page.tsx';

const save = `POST ${botBase}/genai/config`;
const removeDocuments = `POST ${nlp}/agent/delete_documents`;
const uploadPath = `${nlp}/agent/upload_documents`;
const website: KnowledgeSource = {
  id: idOf(20),
  kind: 'website',
  name: 'https://shop.example/help',
  status: 'READY',
  reason: '',
  pageCount: 3,
  passageCount: 12,
  sizeBytes: 2048,
  lastReadAt: '2024-01-06T15:05:00.000Z',
  nextReadAt: null,
  schedule: 'off',
  url: 'https://shop.example/help',
};
const note: KnowledgeSource = { ...website, id: idOf(22), kind: 'note', name: 'Opening hours', pageCount: 1, passageCount: 1, url: '' };
const broken: KnowledgeSource = {
  ...website,
  id: idOf(21),
  kind: 'document',
  name: 'terms.pdf',
  status: 'FAILED',
  reason: 'The file holds no text.',
  passageCount: 0,
  lastReadAt: null,
};
const stored: KnowledgeConfig = {
  kbFromWebsite: true,
  kbFromDoc: true,
  websitesUrls: ['https://shop.example/help'],
  documents: [{ fileName: 'terms.pdf' }],
  genAiConfigId: idOf(5),
  version: 1,
};

let config: KnowledgeConfig;
let sources: KnowledgeSource[];
let embedding: KnowledgeEmbedding;
const uploads = stubUploads();
const server = stubServer(() => {
  config = stored;
  sources = [website, broken, note];
  embedding = { state: 'OFF', model: '', dimension: 0, embeddedCount: 0, textCount: 0, reason: '', retryAt: null };
  return {
    [`GET ${botBase}`]: () => good(sampleBot),
    [`GET ${nlp}/genai/config`]: () => good([{ id: idOf(5), name: 'Our OpenAI' }]),
    [`GET ${botBase}/genai/config`]: () => good(config),
    [`GET ${botBase}/knowledge`]: () => good({ sources }),
    [`GET ${botBase}/knowledge/embedding`]: () => good(embedding),
    [`POST ${botBase}/knowledge/embedding`]: () => {
      embedding = { ...embedding, state: 'WAITING', reason: '', retryAt: null };
      return good(embedding);
    },
    [save]: ({ body }) => {
      config = { ...config, ...(body as KnowledgeConfig), documents: config.documents };
      return good(config, 'Knowledge base Updated Successfully');
    },
    [removeDocuments]: () => {
      config = { ...config, documents: [] };
      return good({ deletedCount: 1 });
    },
  };
});
const open = (search = '') =>
  openScreens(`/bots/${botId}/gen-ai${search}`, (root) => [
    screenAt(root, '/bots/$botId/gen-ai', KnowledgePage, { validateSearch: KnowledgeSearch }),
    screenAt(root, '/bots/$botId/intents', () => 'The intents'),
    screenAt(root, '/bots/$botId/prompt', () => 'The prompt'),
  ]);
// The first screen of a file loads its parts as well, which takes its time on a busy machine.
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const siteSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Get knowledge base from Website' });
const fileSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Get knowledge base from Document' });
const update = () => userEvent.click(screen.getByRole('button', { name: 'Update' }));
const pdf = (name: string, type = 'application/pdf') => new File(['%PDF'], name, { type });
const chooser = () => document.querySelector('input[type="file"]') as HTMLInputElement;
const choose = (...files: File[]) => userEvent.setup({ applyAccept: false }).upload(chooser(), files);
const pendingNames = () =>
  within(screen.getByRole('list', { name: 'Chosen files' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('[title]')?.getAttribute('title'));

test('KB-001 KB-002 KB-003 KB-004 KB-006 KB-007 KB-008 KB-009 KB-010 KB-026 BOT-047 BOT-048 the screen shows what is saved', async () => {
  open();
  const websites = await part('Website');
  expect([siteSwitch().checked, fileSwitch().checked]).toEqual([true, true]);
  expect(websites.getByRole('textbox', { name: 'Website URL' }).getAttribute('type')).toBe('url');
  expect(websites.getByRole('button', { name: 'Add' }).textContent).toBe('Add');
  expect(websites.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['https://shop.example/help']);
  expect(
    websites
      .getAllByRole('button')
      .slice(1)
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Edit https://shop.example/help', 'Remove https://shop.example/help']);
  const documents = await part('Documents');
  expect(documents.getByText('No file').textContent).toBe('No file');
  expect([chooser().multiple, chooser().accept]).toEqual([true, 'application/pdf,.pdf']);
  const uploaded = within(documents.getByRole('list', { name: 'Uploaded documents' }));
  expect(uploaded.getByRole('button', { name: 'Remove terms.pdf' })).toBeTruthy();
  const selectors = screen.getAllByRole<HTMLInputElement>('combobox', { name: 'Select Configuration' });
  await waitFor(() => expect(selectors.map(({ value }) => value)).toEqual(['Our OpenAI']));
  expect(screen.getByRole('button', { name: 'Create Configuration' })).toBeTruthy();
  await choose(pdf('new.pdf'));
  expect([screen.getByRole('button', { name: 'Clear new.pdf' }), screen.getByRole('button', { name: 'Upload new.pdf' })]).toHaveLength(2);
});

test('KB-002 KB-012 KB-027 KB-028 KB-033 BOT-086 websites are added, changed and removed, and Update saves the screen', async () => {
  open();
  const websites = await part('Website');
  const url = websites.getByRole('textbox', { name: 'Website URL' });
  await userEvent.type(url, ' https://shop.example/a {Enter}');
  await userEvent.type(url, 'https://shop.example/b');
  await userEvent.click(websites.getByRole('button', { name: 'Add' }));
  await userEvent.click(websites.getByRole('button', { name: 'Edit https://shop.example/a' }));
  const edited = websites.getByRole('textbox', { name: 'Change the address' });
  await userEvent.clear(edited);
  await userEvent.type(edited, 'https://shop.example/c{Enter}');
  await userEvent.click(websites.getByRole('button', { name: 'Remove https://shop.example/help' }));
  expect(toastTexts()).toEqual(['Url has been removed']);
  expect(server.countOf(save)).toBe(0);
  await update();
  await waitFor(() => expect(toastTexts()).toEqual(['Knowledge base Updated Successfully']));
  expect(server.bodyOf(save)).toEqual({
    kbFromWebsite: true,
    kbFromDoc: true,
    websitesUrls: ['https://shop.example/c', 'https://shop.example/b'],
    documents: [],
    genAiConfigId: idOf(5),
    version: 1,
  });
});

test('KB-021 KB-025 an empty address is refused; a malformed or repeated one is not', async () => {
  open();
  const websites = await part('Website');
  const url = websites.getByRole('textbox', { name: 'Website URL' });
  await userEvent.type(url, '  ');
  await userEvent.click(websites.getByRole('button', { name: 'Add' }));
  expect(websites.getByText('Website Url cannot be empty').textContent).toBe('Website Url cannot be empty');
  await userEvent.clear(url);
  await userEvent.type(url, 'no address{Enter}');
  await userEvent.type(url, 'no address{Enter}');
  expect(websites.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'https://shop.example/help',
    'no address',
    'no address',
  ]);
  await userEvent.click(websites.getByRole('button', { name: 'Edit https://shop.example/help' }));
  await userEvent.clear(websites.getByRole('textbox', { name: 'Change the address' }));
  await userEvent.click(websites.getByRole('button', { name: 'Keep the change' }));
  expect(websites.getByText('Website Url cannot be empty').textContent).toBe('Website Url cannot be empty');
});

test('KB-015 KB-016 a switch that is on needs something to read', async () => {
  config = { ...stored, websitesUrls: [], documents: [] };
  open();
  await part('Website');
  await choose(pdf('only-pending.pdf'));
  await update();
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'Please provide at least one website URL or disable Get knowledge base from Website',
    'Please provide at least one Document or disable Get knowledge base from Document',
  ]);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Website URL' })));
  await userEvent.click(siteSwitch());
  await userEvent.click(fileSwitch());
  expect(screen.queryAllByRole('alert')).toEqual([]);
  await update();
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ kbFromWebsite: false, kbFromDoc: false }));
});

test('KB-017 KB-019 KB-020 a missing configuration is told in the form, and by the bar on Update', async () => {
  config = { ...stored, genAiConfigId: '' };
  open();
  expect((await screen.findByText('Please select a configuration')).textContent).toBe('Please select a configuration');
  expect(screen.queryByText('Configuration is mandatory')).toBeNull();
  await update();
  expect(screen.getByText('Configuration is mandatory').textContent).toBe('Configuration is mandatory');
  expect(server.countOf(save)).toBe(0);
});

test('Extract only can be chosen without a configuration of one’s own', async () => {
  config = { ...stored, genAiConfigId: '' };
  open();
  await userEvent.click(await screen.findByRole('combobox', { name: 'Select Configuration' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Extract only' }));
  expect(screen.queryByText('Please select a configuration')).toBeNull();
  await update();
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ genAiConfigId: 'extract' }));
});

test('KB-018 a prompt bot has words of its own for the missing configuration', async () => {
  config = { ...stored, genAiConfigId: '' };
  open('?type=prompt');
  const text = 'Please select a configuration in the prompt section.';
  expect((await screen.findByText(text)).textContent).toBe(text);
});

test('KB-011 Cancel goes to the intents, or to the prompt when the address says so', async () => {
  for (const [search, goal] of [
    ['', 'The intents'],
    ['?type=prompt', 'The prompt'],
  ] as const) {
    open(search);
    await part('Website');
    await userEvent.click(siteSwitch());
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByText(goal)).textContent).toContain(goal);
    document.body.replaceChildren();
  }
});

test('KB-005 KB-022 KB-023 the chooser is off with the switch, takes PDF only, and each name once', async () => {
  open();
  await part('Documents');
  await choose(pdf('list.csv', 'text/csv'));
  expect(toastTexts()).toEqual(['Accepts only pdf file']);
  await choose(pdf('fake.pdf', 'text/html'));
  expect(screen.getByText('No file').textContent).toBe('No file');
  await choose(pdf('terms.pdf'));
  expect(toastTexts()).toEqual(['File "terms.pdf" is already exist']);
  await choose(pdf('a.pdf'), pdf('b.PDF', ''));
  await choose(pdf('a.pdf'));
  expect(toastTexts()).toEqual(['File "a.pdf" is already exist']);
  expect(pendingNames()).toEqual(['a.pdf', 'b.PDF']);
  await userEvent.click(fileSwitch());
  expect([chooser().disabled, screen.getByRole<HTMLButtonElement>('button', { name: 'Choose PDF files' }).disabled]).toEqual([true, true]);
});

test('KB-013 KB-024 KB-029 KB-036 the file of a row is sent; once uploaded it cannot be cleared', async () => {
  uploads.answer = ({ fields }) => {
    config = { ...config, documents: [...config.documents, { fileName: fields.files?.[0] ?? '' }] };
    return good([{ id: idOf(30), fileName: fields.files?.[0] }], 'File Uploaded Successfully');
  };
  open();
  await part('Documents');
  await choose(pdf('a.pdf'), pdf('b.pdf'));
  await userEvent.click(screen.getByRole('button', { name: 'Upload b.pdf' }));
  await waitFor(() => expect(toastTexts()).toEqual(['File Uploaded Successfully']));
  expect(uploads.sent).toEqual([{ path: uploadPath, fields: { agentId: [botId], files: ['b.pdf'] } }]);
  const uploaded = within(screen.getByRole('list', { name: 'Uploaded documents' }));
  expect((await uploaded.findByRole('button', { name: 'Remove b.pdf' })).tagName).toBe('BUTTON');
  await userEvent.click(screen.getByRole('button', { name: 'Clear b.pdf' }));
  expect(toastTexts()).toEqual(['Delete action cannot be done']);
  expect(pendingNames()).toEqual(['a.pdf', 'b.pdf']);
});

test('KB-014 KB-032 a pending file is cleared before it is sent', async () => {
  open();
  await part('Documents');
  await choose(pdf('a.pdf'));
  await userEvent.click(screen.getByRole('button', { name: 'Clear a.pdf' }));
  expect([toastTexts(), screen.getByText('No file').textContent, uploads.sent]).toEqual([['File has been removed'], 'No file', []]);
});

test('the progress of an upload is shown, and the file cannot be cleared meanwhile', async () => {
  open();
  await part('Documents');
  await choose(pdf('a.pdf'));
  await userEvent.click(screen.getByRole('button', { name: 'Upload a.pdf' }));
  expect((await screen.findByRole('progressbar', { name: 'Uploading a.pdf' })).getAttribute('aria-valuenow')).toBe('50');
  await userEvent.click(screen.getByRole('button', { name: 'Clear a.pdf' }));
  expect(toastTexts()).toEqual(['Delete action cannot be done']);
});

test('KB-031 a failed upload says so, keeps the file, and tells the reason beside it', async () => {
  uploads.answer = () => refused('file.too_large', 'The file is too large.');
  open();
  await part('Documents');
  await choose(pdf('a.pdf'));
  await userEvent.click(screen.getByRole('button', { name: 'Upload a.pdf' }));
  await waitFor(() => expect(toastTexts()).toEqual(['File Selection Failed']));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The file is too large.'));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload a.pdf' }).disabled).toBe(false));
});

test('SHELL-070 KB-030 KB-032 KB-034 an uploaded document is removed after it was confirmed', async () => {
  open();
  const documents = await part('Documents');
  const remove = async (answer: string) => {
    await userEvent.click(documents.getByRole('button', { name: 'Remove terms.pdf' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete?' });
    await userEvent.click(within(dialog).getByRole('button', { name: answer }));
  };
  await remove('No');
  expect(server.countOf(removeDocuments)).toBe(0);
  await remove('Yes');
  await waitFor(() => expect(toastTexts()).toEqual(['File has been removed']));
  expect(server.bodyOf(removeDocuments)).toEqual({ agentId: botId, filenames: ['terms.pdf'] });
  expect(server.asked.findLast(({ call }) => call === removeDocuments)?.contentType).toBe('application/json');
  await waitFor(() => expect(documents.queryByRole('button', { name: 'Remove terms.pdf' })).toBeNull());
});

test('the table tells how far each source is read, and offers what fits its kind', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Sources' }));
  await table.findByText('terms.pdf');
  const rows = table.getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1, 5)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['Ready', '3', '2.0 KB', '6 Jan 2024 03:05 PM'],
    ['FailedThe file holds no text.', '3', '2.0 KB', 'Not yet'],
    ['Ready', '1', '2.0 KB', '6 Jan 2024 03:05 PM'],
  ]);
  expect(
    rows.map((row) =>
      within(row)
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ),
  ).toEqual([
    ['Read https://shop.example/help again', 'Show the text of https://shop.example/help'],
    ['Read terms.pdf again', 'Show the text of terms.pdf'],
    ['Show the text of Opening hours', 'Remove Opening hours'],
  ]);
  server.replies[`POST ${botBase}/knowledge/${website.id}/read`] = () => good({ ...website, status: 'PENDING' });
  sources = [{ ...website, status: 'READING' }, broken, note];
  await userEvent.click(table.getByRole('button', { name: 'Read https://shop.example/help again' }));
  expect((await table.findByText('Reading')).textContent).toBe('Reading');
});

test('a website is read again by itself as chosen', async () => {
  const call = `PUT ${botBase}/knowledge/${website.id}/schedule`;
  server.replies[call] = () => good({ ...website, schedule: 'weekly' });
  open();
  await userEvent.click(await screen.findByRole('combobox', { name: 'Automatic reading of https://shop.example/help' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Weekly' }));
  await waitFor(() => expect(server.bodyOf(call)).toEqual({ schedule: 'weekly' }));
});

test('the text of a source is read page by page', async () => {
  const passages = Array.from({ length: 20 }, (_, index) => ({
    page: 1,
    paragraph: index + 1,
    headings: [],
    text: `Passage ${index + 1}`,
    url: '',
  }));
  const call = `GET ${botBase}/knowledge/${website.id}/text`;
  server.replies[call] = ({ query }) =>
    query.from === '0' ? good({ passages, more: true }) : good({ passages: [{ ...passages[0], text: 'The last' }], more: false });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show the text of https://shop.example/help' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Text of https://shop.example/help' }));
  expect((await drawer.findByText('1 to 20')).getAttribute('role')).toBe('status');
  await userEvent.click(drawer.getByRole('button', { name: 'Next' }));
  expect((await drawer.findByText('The last')).tagName).toBe('P');
  expect(drawer.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
});

test('an entry is written by hand', async () => {
  const call = `POST ${botBase}/knowledge`;
  server.replies[call] = () => good(note);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Write an entry' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write an entry' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save entry' }));
  expect(dialog.getAllByText('This field is mandatory.')).toHaveLength(2);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Opening hours');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'Nine to five.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save entry' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The entry is saved.']));
  expect(server.bodyOf(call)).toEqual({ title: 'Opening hours', text: 'Nine to five.' });
});

test('a passage that the search finds shows its quote, its place, and whether it passes the limit', async () => {
  const found: KnowledgePassage = {
    sourceId: idOf(21),
    sourceName: 'terms.pdf',
    page: 4,
    paragraph: 2,
    text: 'We deliver daily. We close at five.',
    title: '',
    headings: ['Delivery', 'Hours'],
    answer: { start: 0, end: 17 },
    score: 0.81,
    isRelevant: true,
    url: '/files/terms.pdf#page=4',
  };
  let passages = [found, { ...found, paragraph: 3, answer: null, isRelevant: false, score: 0.1 }];
  server.replies[`POST ${botBase}/knowledge/search`] = () => good({ passages });
  open();
  const test = await part('Test the search');
  await userEvent.type(test.getByRole('textbox', { name: 'Question' }), 'delivery?{Enter}');
  const items = await test.findAllByRole('listitem');
  expect(items.map((item) => [item.querySelector('mark')?.textContent, within(item).getByText(/limit/).textContent])).toEqual([
    ['We deliver daily.', 'Above the limit'],
    [undefined, 'Below the limit'],
  ]);
  expect(items[0]?.textContent).toContain('terms.pdfPage 4Paragraph 2Similarity 0.81');
  expect(items[0]?.textContent).toContain('Delivery › Hours');
  expect(test.getAllByRole('link')[0]?.getAttribute('href')).toBe('/files/terms.pdf#page=4');
  passages = passages.slice(1);
  await userEvent.click(test.getByRole('button', { name: 'Find' }));
  expect((await test.findByText(/^No result is above the limit/)).textContent).toBe(
    'No result is above the limit, so the bot would send its out-of-scope message.',
  );
});

test('the screen says what the embedding of passages is at, what leaves the house, and what went wrong', async () => {
  const failed = { state: 'FAILED' as const, model: 'small', reason: 'The endpoint answered 503.', retryAt: '2024-01-06T15:05:00.000Z' };
  embedding = { ...embedding, ...failed, dimension: 256, embeddedCount: 64, textCount: 90 };
  open();
  const told = async (text: string) => expect((await screen.findByText(text)).textContent).toBe(text);
  await told('small could not embed the passages. The bot finds passages by their words alone.');
  await told('The endpoint answered 503.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await told('The passages wait to be embedded by small. Until then, the bot finds passages by their words.');
  embedding = { ...embedding, state: 'RUNNING' };
  await told('small embeds the passages: 64 of 90. Until it is finished, the bot finds passages by their words.');
  embedding = { ...embedding, state: 'READY' };
  await told(
    'small embeds the passages, with vectors of 256 numbers. The passages and the questions of customers are sent to the endpoint of the configuration.',
  );
});
