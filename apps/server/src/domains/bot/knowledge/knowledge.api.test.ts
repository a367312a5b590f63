import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints, type KnowledgePassage, type KnowledgeSource } from '@parley/contract';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { foldedPdf } from '../../../../../../attack/hostile/documents.ts';
import { startApp } from '../../../../test/app.ts';
import { at, createBots } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { lacking } from '../../../../test/lacking.ts';
import { watchMemory } from '../../../../test/memory.ts';
import { makeEncryptedPdf, makePdf } from '../../../../test/pdf.ts';
import { upload } from '../../../../test/upload.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { readWaiting } from './source.read.ts';
import { updateSource } from './source.repository.ts';

const app = await startApp({ config: { privateHosts: ['localhost'] } });
const { as, makeUser, contextOf } = app;
const { makeBot, train, talk } = createBots(app);
const { knowledge, bots } = endpoints;
let user: TestUser;
beforeAll(async () => {
  user = await makeUser();
});

const sourcesOf = async (botId: string): Promise<KnowledgeSource[]> =>
  (await as(user).get(at(knowledge.sources.path, { agentId: botId }))).json().data.sources;
/** The sources as soon as none waits to be read any more. */
const settled = (botId: string, timeout = 20_000): Promise<KnowledgeSource[]> =>
  vi.waitFor(
    async () => {
      const sources = await sourcesOf(botId);
      if (sources.some(({ status }) => status === 'PENDING' || status === 'READING')) throw new Error('still reading');
      return sources;
    },
    { timeout, interval: 30 },
  );
const sendPdf = async (botId: string, name: string, content: Buffer | string) =>
  (await as(user).post('/chatbird/api/nlp/agent/upload_documents', ...upload(name, content, { agentId: botId }))).json();
const saveConfig = async (botId: string, more: object) =>
  (
    await as(user).post(at('/chatbird/api/nlp/agent/:agentId/genai/config', { agentId: botId }), {
      kbFromWebsite: false,
      kbFromDoc: false,
      websitesUrls: [],
      documents: [],
      genAiConfigId: '',
      ...more,
    })
  ).json();
const search = async (botId: string, question: string): Promise<KnowledgePassage[]> =>
  (await as(user).post(at(knowledge.search.path, { agentId: botId }), { question })).json().data.passages;

const handbook = makePdf([
  ['Handbook of the coffee machine', 'Thank you for choosing this machine.'],
  ['Descaling', 'Descale the machine every two months with citric acid.', 'Rinse the tank twice afterwards.'],
  [],
  ['Warranty', 'The warranty ends after three years.', 'Keep the receipt for the whole time.'],
]);

test('KB-012 KB-013 KB-026 KB-027 KB-028 KB-029 KB-035 a PDF is read page by page, and a question lands on its page', async () => {
  const { id: botId } = await makeBot(user, 'Reader');
  const sent = await sendPdf(botId, 'handbook.pdf', handbook);
  expect(sent).toMatchObject({ status: true, code: '100', data: [{ fileName: 'handbook.pdf' }] });
  const [source] = await settled(botId);
  expect(source).toMatchObject({
    kind: 'document',
    name: 'handbook.pdf',
    status: 'READY',
    pageCount: 4,
    reason: 'Without text, as scanned pages are: 3.',
  });
  const saved = await saveConfig(botId, { kbFromDoc: true });
  expect(saved).toMatchObject({ status: true, code: '100', data: { kbFromDoc: true, documents: [{ fileName: 'handbook.pdf' }] } });
  expect((await as(user).get(at(bots.get.path, { agentId: botId }))).json().data.config.documents).toEqual([{ fileName: 'handbook.pdf' }]);
  expect((await as(user).get(`/chatbird/api/nlp/agent/${botId}/genai/config`)).json()).toMatchObject({
    code: '100',
    data: { kbFromWebsite: false, kbFromDoc: true, websitesUrls: [], documents: [{ fileName: 'handbook.pdf' }], genAiConfigId: '' },
  });

  const [best] = await search(botId, 'when does the warranty end?');
  expect(best).toMatchObject({ sourceName: 'handbook.pdf', page: 4, isRelevant: true });
  expect(best?.text.slice(best.answer?.start, best.answer?.end)).toContain('The warranty ends after three years.');
  expect(best?.url).toMatch(/^\/e\/enterprise\/files\/.+#page=4$/);

  await train(user, botId);
  const say = talk(user, botId);
  const answer = await say('how often should i descale the machine?');
  expect(answer.output.text[0]).toContain('Descale the machine every two months with citric acid.');
  expect(answer.output.source).toHaveLength(1);
  expect(answer.output.sources.map(({ label }: { label: string }) => label)).toEqual(['handbook.pdf, page 2 (extract)']);
  const [link = ''] = answer.output.source;
  expect(link).toMatch(/#page=2$/);
  const { pathname, search: token } = new URL(link);
  expect((await app.stranger().get(pathname + token)).headers['content-type']).toBe('application/pdf');
  // A question that the knowledge does not answer gets no guess.
  expect((await say('who won the football world cup?')).details?.answeredBy).toBe('outOfScope');
  const { passages } = (await as(user).get(at(knowledge.text.path, { agentId: botId, sourceId: source?.id ?? '' }))).json().data;
  expect(passages.map(({ page }: { page: number }) => page)).toEqual(expect.arrayContaining([1, 2, 4]));
});

test.each<[string, Buffer | string, object]>([
  ['encrypted', makeEncryptedPdf(), { status: 'FAILED', reason: 'The document is protected by a password.' }],
  ['scanned', makePdf([[], []]), { status: 'FAILED', reason: 'No page of the document holds text: it looks scanned.' }],
  [
    'endless',
    makePdf(Array.from({ length: 3001 }, () => ['One of many.'])),
    { status: 'FAILED', reason: 'The document has 3001 pages; 3000 are read at most.' },
  ],
  ['broken', `%PDF-1.4\n${'x'.repeat(3000)}`, { status: 'FAILED', reason: 'The document is damaged or no PDF.' }],
])('an %s PDF is told as that, and leaves the serving model alone', async (name, content, wanted) => {
  const { id: botId } = await makeBot(user, `Bad ${name}`);
  await sendPdf(botId, `${name}.pdf`, content);
  expect(await settled(botId)).toMatchObject([wanted]);
});

test('KB-022 KB-023 a file that is no PDF and a name that exists are refused whole', async () => {
  const { id: botId } = await makeBot(user, 'Refusing');
  expect((await sendPdf(botId, 'notes.txt', 'hello')).message).toBe('Accepts only pdf file');
  expect((await sendPdf(botId, 'fake.pdf', 'hello')).message).toBe('Accepts only pdf file');
  await sendPdf(botId, 'one.pdf', handbook);
  expect(await sendPdf(botId, 'ONE.pdf', handbook)).toMatchObject({ status: false, message: 'File "ONE.pdf" is already exist' });
  expect(await sourcesOf(botId)).toHaveLength(1);
  const other = await makeUser();
  expect((await as(other).post(knowledge.upload.path, ...upload('x.pdf', handbook, { agentId: botId }))).json().code).toBe('bot.not_found');
});

test('the same document sent twice at once is kept once', async () => {
  const { id: botId } = await makeBot(user, 'Twice at once');
  const answers = await Promise.all([sendPdf(botId, 'one.pdf', handbook), sendPdf(botId, 'one.pdf', handbook)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([false, true]);
  expect(answers.find(({ status }) => !status)).toMatchObject({ code: 'knowledge.invalid', message: 'File "one.pdf" is already exist' });
  expect(await sourcesOf(botId)).toHaveLength(1);
});

test('a document that is too large is refused by its size, and nothing of it is kept', async () => {
  const { id: botId } = await makeBot(user, 'Large');
  const answer = await sendPdf(botId, 'large.pdf', Buffer.concat([handbook, Buffer.alloc(51 * 1024 * 1024)]));
  expect(answer).toMatchObject({ status: false, code: 'file.too_large', message: 'large.pdf is larger than 50 MB.' });
  expect(await sourcesOf(botId)).toEqual([]);
});

test('KB-015 KB-016 KB-021 a switch without anything behind it is refused', async () => {
  const { id: botId } = await makeBot(user, 'Switches');
  expect((await saveConfig(botId, { kbFromWebsite: true })).message).toBe(
    'Please provide at least one website URL or disable Get knowledge base from Website',
  );
  expect((await saveConfig(botId, { kbFromDoc: true })).message).toBe(
    'Please provide at least one Document or disable Get knowledge base from Document',
  );
  expect((await saveConfig(botId, { kbFromWebsite: true, websitesUrls: [' '] })).message).toBe('Website Url cannot be empty');
});

test('KB-030 KB-032 documents are deleted by their names', async () => {
  const { id: botId } = await makeBot(user, 'Deleting');
  await sendPdf(botId, 'a.pdf', handbook);
  await sendPdf(botId, 'b.pdf', handbook);
  const answer = (await as(user).post('/chatbird/api/nlp/agent/delete_documents', { agentId: botId, filenames: ['a.pdf'] })).json();
  expect(answer).toMatchObject({ status: true, code: '100', message: 'File has been removed', data: { deletedCount: 1 } });
  expect(await sourcesOf(botId)).toMatchObject([{ name: 'b.pdf' }]);
});

test('a removal of a document while it is read waits for the reader, and neither fails', async () => {
  const { id: botId } = await makeBot(user, 'Read and removed');
  await sendPdf(botId, 'a.pdf', handbook);
  const [source] = await settled(botId);
  const ctx = contextOf(user);
  const sourceId = source?.id ?? '';
  const ofSource = { enterpriseId: user.enterpriseId, sourceId };
  await ctx.transaction((tx) => updateSource(tx, ofSource, { status: 'PENDING', contentHash: 'other' }));
  const { reading } = await ctx.transaction(async (tx) => {
    // The transaction locks the bot first and the source next, as a removal does.
    await accessBot(tx, user.enterpriseId, botId, { lock: true });
    const begun = readWaiting(ctx, app.deps, sourceId);
    await vi.waitFor(
      async () => {
        const waiting = await sql`select pid from pg_locks where not granted
          and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(app.deps.db);
        expect(waiting.rows).not.toEqual([]);
      },
      { interval: 20 },
    );
    await sql`select from knowledge_sources where source_id = ${sourceId} for update nowait`.execute(tx);
    return { reading: begun };
  });
  await reading;
  expect(await sourcesOf(botId)).toMatchObject([{ name: 'a.pdf', status: 'READY' }]);
});

type Site = Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
async function startSite(pages: Site) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const page = pages[path];
    if (page) page(request, response);
    else response.writeHead(404).end();
  }).listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, asked };
}
const page =
  (text: string, links: string[] = []) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<html><head><title>T</title><script>alert(1)</script></head><body><nav>${links.map((link) => `<a href="${link}">x</a>`).join('')}</nav><article><h1>T</h1><p>${text}</p></article></body></html>`,
      );

const readSite = async (name: string, url: string) => {
  const { id: botId } = await makeBot(user, name);
  await saveConfig(botId, { kbFromWebsite: true, websitesUrls: [url] });
  const [source] = await settled(botId);
  return { botId, source: source as KnowledgeSource };
};

test('a website is read within robots.txt, its own pages and no others, loops included', async () => {
  const site = await startSite({
    '/robots.txt': (_request, response) => void response.end('User-agent: *\nDisallow: /secret'),
    '/': page('Our garden centre sells roses and tulips, and delivers them on Mondays. '.repeat(5), [
      '/a',
      '/secret',
      'http://127.0.0.1:9/other',
      '/#top',
    ]),
    '/a': page('Tomatoes are watered every evening in summer. '.repeat(6), ['/', '/b?utm_source=x', '/loop']),
    '/b': page('Tomatoes are watered every evening in summer. '.repeat(6), ['/']),
    '/loop': (_request, response) => void response.writeHead(302, { location: '/loop' }).end(),
  });
  const { botId, source } = await readSite('Crawler', site.url);
  expect(source).toMatchObject({ status: 'READY', pageCount: 2 });
  expect(source.reason).toContain('robots.txt');
  expect(source.reason).toContain('1 page could not be read');
  expect(site.asked).not.toContain('/secret');
  const [best] = await search(botId, 'how often are tomatoes watered?');
  expect(best).toMatchObject({ isRelevant: true, url: `${site.url}/a`, page: 0 });
});

test.each<[string, Site, string]>([
  ['is forbidden by robots.txt', { '/robots.txt': (_q, r) => void r.end('User-agent: *\nDisallow: /') }, 'robots.txt does not allow'],
  [
    'redirects to a private address',
    { '/': (_q, r) => void r.writeHead(302, { location: 'http://169.254.169.254/' }).end() },
    'private network',
  ],
  ['redirects in a circle', { '/': (_q, r) => void r.writeHead(302, { location: '/' }).end() }, 'redirects in a circle'],
  ['answers 500', { '/': (_q, r) => void r.writeHead(500).end() }, 'answered 500'],
  ['is a picture', { '/': (_q, r) => void r.writeHead(200, { 'content-type': 'image/png' }).end('x') }, 'no web page'],
  [
    'has nothing to read',
    { '/': (_q, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html><body><p> </p></body></html>') },
    'holds text',
  ],
  [
    'is filled by scripts alone',
    {
      '/': (_q, r) =>
        void r
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            '<html><body><noscript>Please enable JavaScript to use this page.</noscript><div id="root"></div><p>Loading…</p><script src="/app.js"></script></body></html>',
          ),
    },
    'scripts fill it in a browser',
  ],
  [
    'sends a page without end',
    {
      '/': (_q, r) => {
        r.writeHead(200, { 'content-type': 'text/html' });
        const more = () => r.write('x'.repeat(500_000), (error) => error ?? setImmediate(more));
        more();
      },
    },
    'too large',
  ],
])('a website that %s is told as that', async (name, pages, reason) => {
  const site = await startSite(pages);
  const { source } = await readSite(`Site ${name}`, site.url);
  expect(source).toMatchObject({ status: 'FAILED', reason: expect.stringContaining(reason) });
});

test('a site of 10,000 changing pages has its first 60 read, each once, and both limits and losses are told', async () => {
  let requests = 0;
  const pages = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, number): [string, Site[string]] => [
      number === 0 ? '/' : `/p${number}`,
      (request, response) => {
        requests += 1;
        const links = Array.from({ length: 10 }, (_each, at) => `/p${(number * 10 + at + 1) % 10_000}`);
        page(`Room ${number} was visited ${requests} times and has a window to the garden. `.repeat(4), links)(request, response);
      },
    ]),
  );
  // Cut while it is sent: half of a page is none.
  pages['/p1'] = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
    response.write('<html><body><p>Half of a page', () => response.destroy());
  };
  const site = await startSite(pages);
  const { botId, source } = await readSite('Endless site', site.url);
  expect(source).toMatchObject({
    status: 'READY',
    pageCount: 60,
    reason: 'Only the first 60 pages were read. 1 page could not be read.',
  });
  const asked = site.asked.filter((path) => path !== '/robots.txt');
  expect(asked).toHaveLength(61);
  expect(new Set(asked).size).toBe(61);
  const { passages } = (await as(user).get(at(knowledge.text.path, { agentId: botId, sourceId: source.id }))).json().data;
  expect(passages[0].text).toContain('Room 0 was visited 1 times');
  expect(JSON.stringify(passages)).not.toContain('Half of a page');
});

test('robots.txt is asked of the site that a redirect leads to', async () => {
  const closed = await startSite({
    '/robots.txt': (_request, response) => void response.end('User-agent: *\nDisallow: /'),
    '/': page('Nobody may read that roses bloom in June. '.repeat(6)),
  });
  const open = await startSite({ '/': (_request, response) => void response.writeHead(302, { location: `${closed.url}/` }).end() });
  const { source } = await readSite('Redirected', open.url);
  expect(source).toMatchObject({
    status: 'FAILED',
    reason: 'The website’s robots.txt does not allow this page to be read.',
    passageCount: 0,
  });
});

test('a website in a private network is refused', async () => {
  const { source } = await readSite('Private', 'http://127.0.0.1:5432/');
  expect(source).toMatchObject({ status: 'FAILED', reason: 'The address leads to a private network, which is never read.' });
});

test('the read text stays when reading again fails, and nothing changes when the site has not', async () => {
  let isUp = true;
  const answer = page('The museum opens at ten and closes at five. '.repeat(6));
  const site = await startSite({ '/': (request, response) => (isUp ? answer(request, response) : void response.writeHead(503).end()) });
  const { botId, source } = await readSite('Again', site.url);
  await train(user, botId);
  const again = async () => {
    await as(user).post(at(knowledge.readAgain.path, { agentId: botId, sourceId: source.id }));
    return (await settled(botId))[0];
  };
  expect(await again()).toMatchObject({ status: 'READY' });
  expect((await as(user).get(at(bots.get.path, { agentId: botId }))).json().data.training.state).toBe('TRAINED');
  isUp = false;
  expect(await again()).toMatchObject({ status: 'FAILED', reason: 'The website answered 503.', passageCount: source.passageCount });
  expect((await talk(user, botId)('when does the museum open?')).output.text[0]).toContain('opens at ten');
});

test('a site that is asked for while it is being read is read once more, as it is then', async () => {
  let hour = 'ten';
  let held: (() => void) | undefined;
  let isHeld = false;
  const site = await startSite({
    '/': (request, response) => {
      const answer = page(`The aquarium opens at ${hour} and closes at five. `.repeat(6));
      if (isHeld) held = () => answer(request, response);
      else answer(request, response);
    },
  });
  const { botId, source } = await readSite('Twice', site.url);
  const press = () => as(user).post(at(knowledge.readAgain.path, { agentId: botId, sourceId: source.id }));
  isHeld = true;
  await press();
  await vi.waitFor(() => expect(held).toBeDefined());
  hour = 'eleven';
  isHeld = false;
  await press();
  held?.();
  const read = async () =>
    JSON.stringify((await as(user).get(at(knowledge.text.path, { agentId: botId, sourceId: source.id }))).json().data);
  await vi.waitFor(async () => expect(await read()).toContain('opens at eleven'), { interval: 200 });
});

test('a website is named by the title of its page and the anchor of the heading, and its frames are read by their own rules', async () => {
  const html = (body: string) => (_request: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<html><head><title>Help of the zoo</title></head><body>${body}</body></html>`);
  const site = await startSite({
    '/': html(
      '<main><h1>Help</h1><h2 id="hours">Opening hours</h2><p>The zoo opens at nine and closes at six.</p></main><iframe src="/map"></iframe><iframe src="http://127.0.0.1:9/video"></iframe>',
    ),
    '/map': html('<h2 id="lions">Lions</h2><p>The lions live behind the lake.</p>'),
  });
  const { botId, source } = await readSite('Zoo', site.url);
  expect(source).toMatchObject({ status: 'READY', pageCount: 2, reason: 'Frames of other sites were not read: 127.0.0.1:9.' });
  await train(user, botId);
  const say = talk(user, botId);
  expect((await say('when does the zoo open?')).output).toEqual({
    text: ['The zoo opens at nine and closes at six.'],
    source: [`${site.url}/#hours`],
    sources: [{ label: 'Help of the zoo (extract)', url: `${site.url}/#hours` }],
  });
  expect((await say('where do the lions live?')).output.source).toEqual([`${site.url}/map#lions`]);
});

test('a website on a schedule is read again by itself, and its bot trained with what is new', async () => {
  let text = 'The museum opens at ten and closes at five. ';
  const site = await startSite({ '/': (request, response) => page(text.repeat(6))(request, response) });
  const { botId, source } = await readSite('Scheduled', site.url);
  await train(user, botId);
  const path = at(knowledge.schedule.path, { agentId: botId, sourceId: source.id });
  const { data } = (await as(user).put(path, { schedule: 'daily' })).json();
  expect(new Date(data.nextReadAt).getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
  text = 'The museum opens at noon on all days of the week. ';
  await app.contextOf(user).transaction((tx) =>
    tx
      .updateTable('knowledgeSources')
      .set({ nextReadAt: new Date(Date.now() - 1000) })
      .where('sourceId', '=', source.id)
      .execute(),
  );
  await vi.waitFor(async () => expect((await talk(user, botId)('when does the museum open?')).output.text[0]).toContain('at noon'), {
    interval: 100,
  });
});

test('an entry that is written by hand is knowledge as well', async () => {
  const { id: botId } = await makeBot(user, 'Notes');
  const body = { title: 'Parking', text: 'Customers park for free behind the house.' };
  const note = (await as(user).post(at(knowledge.addNote.path, { agentId: botId }), body)).json().data;
  expect(note).toMatchObject({ kind: 'note', status: 'READY', passageCount: 1 });
  expect((await as(user).post(at(knowledge.addNote.path, { agentId: botId }), body)).json()).toMatchObject({
    status: false,
    code: 'knowledge.invalid',
  });
  expect((await search(botId, 'where can customers park?'))[0]).toMatchObject({ sourceName: 'Parking', isRelevant: true });
  await as(user).delete(at(knowledge.removeSource.path, { agentId: botId, sourceId: note.id }));
  expect(await search(botId, 'where can customers park?')).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'a PDF of 2 kB that unfolds to a gigabyte fails in words, and takes no more memory than a reader may',
  lacking.linux,
  async () => {
    const { id: botId } = await makeBot(user, 'Folded');
    expect(foldedPdf().length).toBeLessThan(2048);
    const watch = watchMemory();
    await sendPdf(botId, 'folded.pdf', foldedPdf());
    const [source] = await settled(botId, 60_000);
    const grownBytes = watch.end();
    expect(source).toMatchObject({
      status: 'FAILED',
      reason: 'The document takes too much memory to read: the limit is 512 MB.',
      passageCount: 0,
    });
    expect(grownBytes).toBeLessThan(640 * 1024 ** 2);
    // The next document is read by another process.
    await sendPdf(botId, 'plain.pdf', handbook);
    expect((await settled(botId)).map(({ status }) => status)).toEqual(['FAILED', 'READY']);
  },
);
