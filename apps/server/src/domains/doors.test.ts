// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are texts here, placeholders included
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFunctions } from '#platform/db/functions.ts';
import {
  checkCircles,
  checkImports,
  checkNouns,
  checkOwners,
  checkTables,
  checkUnusedDoors,
  type DoorRules,
  findLargeNouns,
  tablesOfMigrations,
} from '../../test/doors.ts';
import { checkFragments, createFragmentFinder, type KnownFragments } from '../../test/fragments.ts';
import { fieldsOfTypes, readFunction, readSource, readSources, tablesOfSql } from '../../test/sources.ts';
import { domains, type Ownership } from './domain.ts';
import { domainTables, platformTables } from './tables.ts';

const server = path.join(import.meta.dirname, '../..');
const textsIn = (folder: string, pattern: RegExp) =>
  readdirSync(path.join(server, folder))
    .filter((file) => pattern.test(file))
    .sort()
    .map((file) => readFileSync(path.join(server, folder, file), 'utf8'));

/** Most files of a noun, tests aside. */
const filesOfNoun = 12;

/** Files with queries that are no repository yet. A number that falls is written down here. */
const queriesElsewhere = {
  file: 0,
  account: 40,
  customer: 55,
  channel: 0,
  integration: 0,
  messaging: 42,
  billing: 0,
  chat: 26,
  outreach: 0,
  bot: 45,
  journey: 0,
  market: 0,
  insight: 2,
};

/** Pieces of SQL that domains let others use, each with the reason why rows or values would not do. They may become fewer. */
const fragments: KnownFragments = {
  file: { fileHolds: 'a page of unused attachments leaves out those that templates hold, in the statement that cuts the page' },
  account: { holdsPermission: 'chats choose and lock agents by their rights, status and load in one statement' },
  customer: {
    addressSql: 'an audience of a million and a batch of walks are read with their addresses in one statement',
    filterWhere: 'an audience joins the conditions of people with groups and files in one statement of any size',
    CustomerTrace: 'an import is undone and a page of the timeline is cut in one statement each, over tables of several domains',
    customerTraces: 'the extension point of CustomerTrace',
  },
  outreach: {
    markedStreams: 'milestones of a campaign join a hundred thousand recipients with the walks of their customers in one statement',
    MarkedStreams: 'the part of markedStreams',
  },
  messaging: {
    PeopleQuery: 'people of an audience, who are judged, counted and compared where they are and never carried to the program',
    judgeAll: 'it counts a million people by the verdict of the gate in one statement',
    reachableOf: 'contact pressure leaves out refusals of a million people in one statement',
    reachableAmong: 'the same among people whose addresses are known already',
    marketingSince: 'contact pressure adds what counts against the cap to what is booked, in one statement',
    listRecipients: 'a page of recipients is cut by results and clicks, which outreach knows, and joined to their times in one statement',
    chatLine: 'each message of a chat reads the line with the lock of the chat: no trip of its own',
    ledgerInsert: 'each message of a chat is written by one statement with the chat, its record and its keys',
    takenRefunds: 'refunds are taken at the very moment at which the ledger is summed, or the wallet would be off by those between',
  },
};

/** `Database` and the parts that it is made of. */
const tablesTypes = /^(Database|\w+Tables)$/;

describe('the program', () => {
  const sources = readSources(server, ['src', 'seed', 'test']);
  const program = sources.filter((source) => !source.path.endsWith('.test.ts'));
  const functions = readFunctions().map(({ owner, name, text }) => readFunction(`functions/${owner}/${name}.sql`, text));
  const rules: DoorRules = {
    order: domains,
    ownership: domainTables,
    platformTables,
    madeTables: tablesOfMigrations(textsIn('migrations', /\.sql$/)),
    typedTables: textsIn('src/platform/db', /^schema.*\.ts$/).flatMap((schema) => fieldsOfTypes(schema, tablesTypes)),
  };

  test('every folder of a domain is in the order, and has its list of tables', () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...domains].sort());
    expect(sources.length).toBeGreaterThan(300);
    expect(rules.madeTables.length).toBeGreaterThan(60);
    expect(rules.typedTables.length).toBeGreaterThan(60);
  });

  test('domains use each other by their doors alone, in their order', () => {
    expect(checkImports(sources, domains)).toEqual([]);
    expect(checkUnusedDoors(sources)).toEqual([]);
  });

  test('pieces of SQL leave a domain by its door for them alone, each with a reason', () => {
    const read = (file: string) => {
      const at = path.join(server, file);
      return existsSync(at) ? readFileSync(at, 'utf8') : undefined;
    };
    expect(checkFragments(sources, createFragmentFinder(read), fragments)).toEqual([]);
  });

  test('no file imports itself by a circle', () => {
    expect(checkCircles(program)).toEqual([]);
  });

  test('nouns of a domain import one way', () => {
    expect(checkNouns(sources)).toEqual([]);
  });

  test('a noun has at most a dozen files', () => {
    expect(findLargeNouns(sources, filesOfNoun)).toEqual({});
  });

  test('queries lie in repositories: the files of a domain that hold some elsewhere become fewer', () => {
    const holds = program.filter(({ path: file, tables }) => file.startsWith('src/domains/') && tables.length > 0);
    const outside = holds.filter(({ path: file }) => !file.endsWith('.repository.ts'));
    const byDomain = Object.groupBy(outside, ({ path: file }) => file.split('/')[2] ?? '');
    expect(Object.fromEntries(domains.map((domain) => [domain, byDomain[domain]?.length ?? 0]))).toEqual(queriesElsewhere);
  });

  test('every table has one owner, who alone writes it; others read what they are let', () => {
    expect(checkOwners(rules)).toEqual([]);
    expect(functions.length).toBeGreaterThan(100);
    expect(checkTables([...program, ...functions], rules)).toEqual([]);
  });
});

/** Each rule is broken once, in sources that are made up. */
describe('the rules', () => {
  const source = (file: string, text: string) => readSource(file, text);
  const chatDoor = source('src/domains/chat/door.ts', "export { openChat } from './chat/chat.service.ts';");
  const order = ['file', 'chat', 'bot'];
  const own = (tables: string[], grantedReads: Record<string, Record<string, string>> = {}) =>
    ({ tables, grantedReads }) as unknown as Ownership;
  const rules: DoorRules = {
    order,
    ownership: { file: own(['files']), chat: own(['chats'], { chats: { bot: 'a reason' } }), bot: own(['bots']) },
    platformTables: ['outbox'],
    madeTables: ['files', 'chats', 'bots', 'outbox'],
    typedTables: ['files', 'chats'],
  };
  const reading = source('src/domains/bot/bot/bot.ts', "export const a = (tx: Tx) => tx.selectFrom('chats as c').selectAll();");
  const tableFaults = (file: string, text: string) => checkTables([reading, source(file, text)], rules);

  test('an import by the door of an earlier domain passes, of types too, and from the program around the domains', () => {
    const allowed = [
      source('src/domains/bot/bot/bot.ts', "import { openChat, type Chat } from '../../chat/door.ts';"),
      source('src/domains/bot/bot/more.ts', "import { own } from './bot.ts';\nimport { db } from '#platform/db/database.ts';"),
      source('src/domains/chat/chat/chat.api.test.ts', "import { makeBot } from '../../bot/door.ts';"),
      source('src/app.ts', "import { openChat } from './domains/chat/door.ts';"),
      source('src/domains.ts', "import { chat } from './domains/chat/chat/chat.module.ts';"),
      source('src/domains/bot/bot/bot.ts', "import { openChat } from '../../chat/door.talk.ts';"),
      source('src/domains/bot/bot/bot.api.test.ts', "import { openChat } from '../../chat/door.inside.ts';"),
      source('seed/demo.ts', "import { openChat } from '../src/domains/chat/door.inside.ts';"),
    ];
    expect(checkImports(allowed, order)).toEqual([]);
    expect(checkUnusedDoors([chatDoor, ...allowed])).toEqual([]);
  });

  test.each([
    ['src/domains/bot/bot/bot.ts', "import { lockChats } from '../../chat/record/chat.repository.ts';", 'past the door of chat'],
    ['src/domains/bot/bot/bot.ts', "import type { Chat } from '../../chat/record/chat.repository.ts';", 'past the door of chat'],
    ['src/domains/bot/bot/bot.ts', "const chat = await import('../../chat/record/chat.repository.ts');", 'past the door of chat'],
    ['src/domains/bot/bot/bot.ts', "type Chat = import('../../chat/record/chat.repository.ts').Chat;", 'past the door of chat'],
    ['src/domains/bot/door.ts', "export { lockChats } from '../chat/record/chat.repository.ts';", 'past the door of chat'],
    ['src/domains/bot/bot/bot.api.test.ts', "import { lockChats } from '../../chat/record/chat.repository.ts';", 'past the door of chat'],
    ['src/domains.ts', "import { lockChats } from './domains/chat/record/chat.repository.ts';", 'past the door of chat'],
    ['seed/demo.ts', "import { lockChats } from '../src/domains/chat/record/chat.repository.ts';", 'past the door of chat'],
    ['src/domains/bot/bot/bot.ts', "import { openChat } from '../../chat/door.inside.ts';", 'takes what only tests and the demo may'],
    ['src/domains.ts', "import { openChat } from './domains/chat/door.inside.ts';", 'takes what only tests and the demo may'],
    ['src/domains/chat/chat/chat.ts', "import { bot } from '../../bot/door.ts';", 'uses bot, which comes after chat'],
    ['src/domains/chat/chat/chat.ts', "import { openChat } from '../door.ts';", 'the door of its own domain'],
    ['src/platform/db/database.ts', "import { openChat } from '../../domains/chat/door.ts';", 'is of the platform'],
  ])('%s: %s is refused', (file, text, reason) => {
    expect(checkImports([source(file, text)], order)).toEqual([expect.stringContaining(reason)]);
  });

  describe('pieces of SQL', () => {
    const files: Record<string, string> = {
      'src/domains/chat/chat/types.ts': "import type { RawBuilder } from 'kysely';\nexport type People = { rows: RawBuilder<unknown> };",
      'src/domains/chat/chat/helper.ts': 'export const own = (id: string) => sql`c.id = ${id}`;',
    };
    const isFragment = (text: string) => {
      const all: Record<string, string> = { ...files, 'src/domains/chat/chat/chat.ts': text };
      return createFragmentFinder((file) => all[file])('src/domains/chat/chat/chat.ts', 'given');
    };

    test.each([
      'export const given = sql`c.deleted_at is null`;',
      'export const given = sql<string[]>`array(select 1)`.as(name);',
      "export const given = (chats: 'c') => sql.ref(`${chats}.state`);",
      'export const given = { by: 1, condition: sql`true` };',
      "export const given = (tx: Tx) => tx.selectFrom('chats').select('chatId');",
      "export const given = (id: string) => (tx: Tx) => tx.selectFrom('chats').where('chatId', '=', id);",
      'export function given(by: string) {\n  if (by) return sql`true`;\n  const answer = sql`false`;\n  return answer;\n}',
      "import { own } from './helper.ts';\nexport const given = (id: string) => own(id);",
      "import { own as mine } from './helper.ts';\nexport async function given(id: string) {\n  const wait = await ask();\n  return wait ? mine(id) : undefined;\n}",
      "import type { RawBuilder } from 'kysely';\nexport async function given(tx: Tx): Promise<RawBuilder<boolean> | undefined> {}",
      "import type { People } from './types.ts';\nexport function given(tx: Tx, people: People): Promise<number> {}",
      "import type { People } from './types.ts';\nexport const given = (tx: Tx, { people }: { people: People }) => count(tx, people);",
      "import type { ExpressionBuilder as EB } from 'kysely';\nexport type given = { where: (eb: EB<Database, 'chats'>) => boolean };",
      "import type { People } from './types.ts';\nexport const given = defineExtensionPoint<(people: People) => number>('chat.people');",
      "import type { People } from './types.ts';\nexport class given {\n  find(people: People): number {}\n}",
    ])('%s', (text) => {
      expect(isFragment(text)).toBe(true);
    });

    test.each([
      'export const given = (tx: Tx) => sql<Row>`select 1`.execute(tx);',
      "export const given = (tx: Tx) => tx.selectFrom('chats').selectAll().executeTakeFirst();",
      'export async function given(tx: Tx) {\n  const { rows } = await sql<Row>`select 1`.execute(tx);\n  return rows;\n}',
      "import { own } from './helper.ts';\nexport async function given(tx: Tx) {\n  const rows = await tx.selectFrom('chats').where(own('1')).execute();\n  return rows.map(({ id }) => id);\n}",
      "import type { RawBuilder } from 'kysely';\nexport const given = (rows: readonly string[]) => Array.from(rows);\nconst own: RawBuilder<unknown> = sql`1`;",
      "import type { Insertable } from 'kysely';\nexport const given = (tx: Tx, row: Insertable<ChatTable>): Promise<void> => insert(tx, row);",
      'export type given = { next: given | null };',
    ])('rows and values are none: %s', (text) => {
      expect(isFragment(text)).toBe(false);
    });

    test('they pass by their own door alone, which has nothing else, and where a reason is written', () => {
      const helper = "export { own } from './chat/helper.ts';";
      const door = (name: string, text: string) => source(`src/domains/chat/${name}`, text);
      const check = (one: Parameters<typeof checkFragments>[0][number], known: KnownFragments) =>
        checkFragments(
          [one],
          createFragmentFinder((file) => files[file]),
          known,
        );
      expect(check(door('door.sql.ts', helper), { chat: { own: 'a reason' } })).toEqual([]);
      expect(check(door('door.sql.ts', helper), {})).toEqual(['src/domains/chat/door.sql.ts lets own through, and nothing says why']);
      expect(check(door('door.talk.ts', helper), {})).toEqual(['src/domains/chat/door.talk.ts lets own through, a fragment of SQL']);
      expect(check(door('door.sql.ts', "export { chat } from './chat/none.ts';"), { chat: { own: 'a reason' } })).toEqual([
        'src/domains/chat/door.sql.ts lets chat through, which is no fragment',
        "no door lets chat's fragment own through",
      ]);
    });
  });

  test('a circle of nouns is told with its way, of types alone too, and tests may', () => {
    const nouns = [
      source('src/domains/chat/queue/queue.ts', "import type { Offer } from '../offer/offer.ts';"),
      source('src/domains/chat/offer/offer.ts', "import { label } from '../label/label.ts';\nimport { own } from './own.ts';"),
      source('src/domains/chat/label/label.ts', "import { ready } from '../queue/ready.ts';\nimport { file } from '../../file/door.ts';"),
      source('src/domains/chat/queue/ready.ts', 'export const ready = true;'),
      source('src/domains/chat/queue/queue.api.test.ts', "import { label } from '../label/label.ts';"),
    ];
    expect(checkNouns(nouns)).toEqual(['a circle: chat/queue → chat/offer → chat/label → chat/queue']);
    expect(checkNouns(nouns.filter(({ path }) => !path.endsWith('label.ts')))).toEqual([]);
    expect(findLargeNouns(nouns, 0)).toEqual({ 'chat/queue': 2, 'chat/offer': 1, 'chat/label': 1 });
    expect(findLargeNouns(nouns, 1)).toEqual({ 'chat/queue': 2 });
    expect(findLargeNouns(nouns, 2)).toEqual({});
  });

  test('an export of a door that nobody takes is told', () => {
    expect(checkUnusedDoors([chatDoor])).toEqual([expect.stringContaining('lets openChat through')]);
  });

  test('a circle of files is told with its way, of types alone too', () => {
    const circle = [
      source('src/a.ts', "import type { B } from './b.ts';"),
      source('src/b.ts', "import { c } from './c.ts';"),
      source('src/c.ts', "export { a } from './a.ts';"),
    ];
    expect(checkCircles(circle)).toEqual(['a circle: src/a.ts → src/b.ts → src/c.ts → src/a.ts']);
    expect(checkCircles(circle.slice(0, 2))).toEqual([]);
  });

  test.each([
    ["tx.insertInto('chats').values(row)", 'writes chats of chat'],
    ["tx.updateTable('chats').set(change)", 'writes chats of chat'],
    ["tx.deleteFrom('chats')", 'writes chats of chat'],
    ["tx.mergeInto('chats as c').using('given as g', on)", 'writes chats of chat'],
    ["for (const table of ['bots', 'chats'] as const) await tx.deleteFrom(table).execute();", 'writes chats of chat'],
    ['sql`insert into chats (chat_id) values (${id})`', 'writes chats of chat'],
    ['sql`with gone as (delete from only chats c using given g where true) select 1`', 'writes chats of chat'],
    ['sql<Row>`update chats set state = 1`.execute(tx)', 'writes chats of chat'],
    ["client.query('update chats set state = 1')", 'writes chats of chat'],
    ['tx.insertInto(anyTable).values(row)', 'does not say which table'],
    ['tx.selectFrom(anyTable).selectAll()', 'does not say which table'],
  ])('a write to a foreign table is refused: %s', (text, reason) => {
    expect(tableFaults('src/domains/bot/bot/write.ts', text)).toEqual([expect.stringContaining(reason)]);
    expect(tableFaults('src/domains/chat/chat/write.ts', text).filter((fault) => fault.includes('chats of'))).toEqual([]);
  });

  test.each([
    ["tx.selectFrom('files').selectAll()"],
    ["tx.selectFrom(['bots', 'files as f']).selectAll()"],
    ["tx.selectFrom('bots').leftJoin('files as f', (join) => join)"],
    ["tx.updateTable('bots').from('files').set(change)"],
    ['sql`select * from bots b, files f`'],
    ['sql`select (select count(*) from files) from bots`'],
    ['sql`exists (select from files f where f.id = ${id})`'],
    ['sql`${outer} join files using (id)`'],
    ['copying.copyOut(`copy (select ${cells} from files f where true) to stdout`)'],
  ])('a read that the owner does not let is refused: %s', (text) => {
    const faults = tableFaults('src/domains/bot/bot/read.ts', text);
    expect(faults).toEqual([expect.stringContaining('reads files, and file does not let it')]);
    expect(tableFaults('src/domains/file/file/read.ts', text).filter((fault) => fault.includes('reads files'))).toEqual([]);
  });

  test('the program around the domains and the seed touch no table of a domain', () => {
    expect(tableFaults('src/start.ts', "db.selectFrom('chats')")).toEqual([expect.stringContaining('reads chats')]);
    expect(tableFaults('seed/demo.ts', 'sql`update chats set state = 1`')).toEqual([expect.stringContaining('writes chats')]);
    expect(tableFaults('src/platform/events/publisher.ts', "db.deleteFrom('outbox')")).toEqual([]);
    expect(tableFaults('src/domains/bot/bot/event.ts', "db.insertInto('outbox')")).toEqual([
      expect.stringContaining('writes outbox of platform'),
    ]);
  });

  test('a read that is let and that nobody needs is told, and one against the order, and one of a table that is not owned', () => {
    expect(checkTables([], rules)).toEqual(['nobody needs the read of chats by bot']);
    const against = { ...rules, ownership: { ...rules.ownership, bot: own(['bots'], { bots: { chat: 'a reason' } }) } };
    const chatReads = source('src/domains/chat/chat/chat.ts', "tx.selectFrom('bots')");
    expect(checkTables([reading, chatReads], against)).toEqual([expect.stringContaining('lets chat read bots, which comes before it')]);
    const foreign = { ...rules, ownership: { ...rules.ownership, file: own(['files'], { bots: {} }) } };
    expect(checkTables([reading], foreign)).toEqual([expect.stringContaining('file lets others read bots, which it does not own')]);
  });

  test('a table has one owner and a migration', () => {
    expect(checkOwners(rules)).toEqual([]);
    expect(checkOwners({ ...rules, madeTables: [...rules.madeTables, 'rates'] })).toEqual(['nobody owns rates']);
    expect(checkOwners({ ...rules, typedTables: ['rates'] })).toEqual(['nobody owns rates']);
    expect(checkOwners({ ...rules, platformTables: ['outbox', 'chats'] })).toEqual(['chat and platform own chats']);
    expect(checkOwners({ ...rules, madeTables: rules.madeTables.slice(1) })).toEqual(['no migration makes files']);
    expect(
      tablesOfMigrations(['create table chat_actions (\n id uuid)', 'create table old (id uuid); -- create table none\ndrop table old;']),
    ).toEqual(['chatActions']);
    const schema = 'export type Database = {\n  chats: ChatTable;\n  chatOffers: ChatOfferTable & { id: string };\n} & BotTables;';
    expect(fieldsOfTypes(schema, tablesTypes)).toEqual(['chats', 'chatOffers']);
  });

  test('words of SQL that are no tables are not taken for some', () => {
    expect(tablesOfSql("select 'update chats' from given -- from files\n for update of q skip locked")).toEqual([
      { table: 'given', kind: 'read' },
    ]);
    expect(tablesOfSql('insert into bots (id) values (1) on conflict do update set id = 2')).toEqual([{ table: 'bots', kind: 'write' }]);
  });
});
