import { endpoints } from '@parley/contract';
import readWorkbook from 'read-excel-file/node';
import { beforeAll, expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { ZipFile } from 'yazl';
import { sharedApp } from '../../../../test/app.ts';
import { at, createBots } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { upload } from '../../../../test/upload.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeBot, makeStory, makeIntent, makeEntity } = createBots(app);
const { training, intents, entities } = endpoints;
let user: TestUser;
beforeAll(async () => {
  user = await makeUser();
});

const send = async (botId: string, name: string, content: Buffer | string) =>
  (await as(user).post(at(training.importData.path, { agentId: botId }), ...upload(name, content))).json();
const take = (botId: string, query: string) => as(user).get(`${at(training.exportData.path, { agentId: botId })}?${query}`);
const phrasesOf = async (botId: string) => {
  const { intents: list } = (await as(user).get(at(intents.names.path, { agentId: botId }))).json().data;
  return Promise.all(
    (list as { id: string; name: string; storyId: string }[]).map(async ({ id, name, storyId }) => {
      const { utterances } = (await as(user).get(at(intents.get.path, { agentId: botId, storyId, intentId: id }))).json().data;
      return [name, (utterances as { utterance: string }[]).map(({ utterance }) => utterance)];
    }),
  );
};
type Cell = { type?: unknown; value: unknown; [more: string]: unknown } | null;
const text = (value: string, more: object = {}): Cell => ({ type: String, value, ...more });
const workbook = (...sheets: { name: string; rows: Cell[][] }[]): Promise<Buffer> =>
  writeWorkbook(sheets.map(({ name, rows }) => ({ sheet: name, data: rows })) as never).toBuffer();

test('a workbook is read as a table: merged cells, numbers, days, formulas’ results, gaps by row, and other sheets are named', async () => {
  const { id: botId } = await makeBot(user, 'Workbook');
  const content = await workbook(
    {
      name: 'Phrases',
      rows: [
        [text('Intent'), text('Phrase'), text('Response')],
        [text('Hours', { rowSpan: 2 }), text('when do you open'), text('At nine.')],
        [null, text('opening time')],
        [],
        [text('Codes'), { type: Number, value: 4711 }],
        [text('Codes'), { type: Date, value: new Date('2026-03-11T00:00:00Z'), format: 'yyyy-mm-dd' }],
        [text('Codes'), { type: 'Formula', value: '=1+1' }],
      ],
    },
    { name: 'Notes & more', rows: [[text('not read')]] },
  );
  const answer = await send(botId, 'bot.xlsx', content);
  expect(answer.data).toMatchObject({ format: 'xlsx', intentsAdded: 2, phrasesAdded: 4 });
  expect(answer.data.report).toEqual([
    { kind: 'left', part: 'row', name: 'Codes', place: 'row 7', message: 'The phrase is missing.' },
    { kind: 'left', part: 'file', name: 'Notes & more', place: 'Notes & more', message: 'Only the first sheet of a workbook is read.' },
    { kind: 'taken', part: 'intent', name: 'Hours', place: 'row 2', message: '2 phrases, 0 parameters' },
    { kind: 'taken', part: 'intent', name: 'Codes', place: 'row 5', message: '2 phrases, 0 parameters' },
  ]);
  expect(await phrasesOf(botId)).toEqual([
    ['Codes', ['4711', '2026-03-11']],
    ['Hours', ['when do you open', 'opening time']],
  ]);
});

test('intents and entities go out as CSV, XLSX and JSON and come back; nothing in them is a formula', async () => {
  const { id: botId } = await makeBot(user, 'Source');
  const storyId = await makeStory(user, botId, 'Main');
  await makeIntent(user, botId, storyId, { name: 'Sum', phrases: ['=1+1', '@home', 'plain, with a comma'], response: '-2' });
  await makeEntity(user, botId, 'city', { Mumbai: ['bombay', 'mumbai'], '=Delhi': ['dilli'] });
  const patterns = [{ value: 'code', type: 'pattern', synonyms: [], pattern: ['[A-Z]{2},\\d', '-\\d{3}'] }];
  await as(user).post(entities.save.path, { agentId: botId, name: 'code', values: patterns });
  const phrases = await take(botId, 'format=xlsx');
  expect([phrases.statusCode, phrases.headers['content-disposition']]).toEqual([200, expect.stringContaining('Source.xlsx')]);
  const [sheet, ...others] = await readWorkbook(phrases.rawPayload);
  expect([others, sheet?.data]).toEqual([
    [],
    [
      ['story', 'intent', 'phrase', 'response'],
      ['Main', 'Sum', "'=1+1", "'-2"],
      ['Main', 'Sum', "'@home", null],
      ['Main', 'Sum', 'plain, with a comma', null],
    ],
  ]);
  const target = (await makeBot(user, 'Target')).id;
  expect((await send(target, 'x.xlsx', phrases.rawPayload)).data).toMatchObject({ format: 'xlsx', intentsAdded: 1, phrasesAdded: 3 });
  expect(await phrasesOf(target)).toEqual([['Sum', ['=1+1', '@home', 'plain, with a comma']]]);
  const read = async (id: string) =>
    (
      (await as(user).get(`${at(entities.list.path, { agentId: id })}?type=0`)).json().data.entities as { name: string; values: unknown }[]
    ).map(({ name, values }) => [name, values]);
  for (const format of ['csv', 'xlsx', 'json']) {
    const { id } = await makeBot(user, `Entities of ${format}`);
    const file = await take(botId, `format=${format}&part=entities`);
    expect((await send(id, `values.${format}`, file.rawPayload)).data).toMatchObject({ format, intentsAdded: 0, entitiesAdded: 2 });
    expect((await read(id)).toSorted()).toEqual((await read(botId)).toSorted());
  }
});

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
const sheetOf = (xml: string | Buffer) =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': xml,
  });
const oneCell = (ref: string) =>
  `<worksheet><sheetData><row r="${/\d+/.exec(ref)?.[0]}"><c r="${ref}" t="str"><v>x</v></c></row></sheetData></worksheet>`;

test.each<[string, string, () => Promise<Buffer> | Buffer, string]>([
  ['what is no workbook', 'bot.xlsx', () => Buffer.from('intent,phrase\nA,b\n'), 'no workbook that can be read'],
  ['an .xls of old', 'bot.xls', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'save it as .xlsx'],
  ['a zip that is called a workbook', 'bot.xlsx', () => zipOf({ 'a.txt': 'x' }), 'called a workbook and is none'],
  ['a workbook without its sheet', 'bot.xlsx', () => zipOf({ 'xl/workbook.xml': '<workbook/>' }), 'no sheet that can be read'],
  ['a cell in the last row', 'bot.xlsx', () => sheetOf(oneCell('A1048576')), 'up to 50000 rows'],
  ['a cell in the last column', 'bot.xlsx', () => sheetOf(oneCell('XFD1')), 'more than 50 columns'],
  ['a sheet that unfolds to 40 MB', 'bot.xlsx', () => sheetOf(Buffer.alloc(40 * 1024 * 1024, ' ')), 'holds more than'],
  ['an empty sheet', 'bot.xlsx', () => workbook({ name: 'A', rows: [[text(' ')]] }), 'empty'],
  ['broken XML', 'bot.xlsx', () => sheetOf('<worksheet><sheetData><row r="1"><c'), 'damaged'],
])('%s is refused in words', async (name, file, content, words) => {
  const { id: botId } = await makeBot(user, `Refused: ${name}`);
  const answer = await send(botId, file, await content());
  expect([answer.code, answer.message]).toEqual(['bot.data_invalid', expect.stringContaining(words)]);
});
