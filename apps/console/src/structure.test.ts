import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Checks the imports of each file (docs/ARCHITECTURE.md, "How the console is cut"): routes → features → components, lib. A feature lies in
 * `features/<domain>/<noun>`; code that two nouns or two domains need lies in `features/<domain>/shared`.
 */
const source = import.meta.dirname;

/** The frame and the header of a bot place parts of other features; they are to these what a route is to its page. */
const composers = ['features/shell/top-bar.tsx', 'features/shell/bare-chat-page.tsx', 'features/bot/bot/bot-frame.tsx'];

const isTest = (file: string) => /\.(test|fixtures)\.tsx?$|^test-[^/]+$/.test(file);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file));

/** Every import of a file of this console, types included: `import`, `export … from`, and what is loaded later. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(source, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g);
  return [...new Set([...found].map(([, target = '']) => path.posix.join(path.posix.dirname(file), target)))];
}
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const edges = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

type Place = { layer: string; domain: string; noun: string };
/** The frame is one noun: `features/shell/…` has no folders. */
function placeOf(file: string): Place {
  const [layer = '', domain = '', noun = ''] = file.split('/').slice(0, -1);
  return { layer: layer || 'root', domain, noun: noun || domain };
}

/** Layers that each layer may import besides itself. Files at the root start the console and may import all of it. */
const below: Record<string, readonly string[]> = {
  routes: ['features', 'components', 'lib', 'locales'],
  features: ['components', 'lib', 'theme', 'locales'],
  components: ['lib', 'theme', 'locales'],
  theme: ['lib', 'locales'],
  lib: ['locales'],
  locales: ['lib'],
};

/** The rule that an import breaks; undefined when it may stay. */
function faultOf({ from, to }: { from: string; to: string }): string | undefined {
  const [one, other] = [placeOf(from), placeOf(to)];
  if (isTest(to) && !isTest(from)) return 'a test is imported by the console';
  if (other.layer === 'root') return isTest(to) || one.layer === 'root' ? undefined : 'the start of the console is imported';
  if (one.layer === 'root') return undefined;
  if (one.layer !== other.layer && !below[one.layer]?.includes(other.layer)) return `${one.layer} imports ${other.layer}`;
  if (['components', 'lib', 'theme'].includes(one.layer) && other.layer === 'locales' && to !== 'locales/common.ts')
    return 'the words of a domain are imported';
  if (one.layer !== 'features' || other.layer !== 'features' || other.noun === 'shared' || composers.includes(from)) return undefined;
  if (one.domain !== other.domain) return 'a noun of another domain is imported';
  return one.noun === other.noun ? undefined : 'another noun of the domain is imported';
}

test('each file imports only what its place allows', () => {
  expect(edges.length).toBeGreaterThan(1000);
  const faults = edges.flatMap((edge) => {
    const fault = faultOf(edge);
    return fault ? [`${fault}: ${edge.from} → ${edge.to}`] : [];
  });
  expect(faults).toEqual([]);
});

test('the rules find what breaks them', () => {
  const faults = [
    { from: 'lib/api.ts', to: 'features/account/shared/me.ts' },
    { from: 'components/panel.tsx', to: 'features/bot/shared/bot.queries.ts' },
    { from: 'lib/api.ts', to: 'components/panel.tsx' },
    { from: 'components/panel.tsx', to: 'locales/bot.ts' },
    { from: 'features/bot/bot/bot-form.tsx', to: 'routes/_frame/dashboard.ts' },
    { from: 'features/bot/bot/bot-form.tsx', to: 'features/bot/entity/entity-form.tsx' },
    { from: 'features/bot/bot/bot-form.tsx', to: 'features/chat/chat/composer.tsx' },
    { from: 'features/bot/shared/bot.queries.ts', to: 'features/bot/bot/bot-form.tsx' },
    { from: 'features/bot/bot/bot-form.tsx', to: 'features/shell/top-bar.tsx' },
    { from: 'features/bot/bot/bot-form.tsx', to: 'router.tsx' },
    { from: 'features/bot/bot/bot-form.tsx', to: 'test-draw.tsx' },
  ].map(faultOf);
  expect(faults.every((fault) => fault !== undefined)).toBe(true);
  const allowed = [
    { from: 'routes/_frame/chat/conversation.ts', to: 'features/chat/chat/chat.search.ts' },
    { from: 'features/bot/bot/bot-form.tsx', to: 'features/bot/bot/bot.module.css' },
    { from: 'features/bot/bot/bot-form.tsx', to: 'features/account/shared/me.ts' },
    { from: 'features/bot/bot/bot-form.test.tsx', to: 'test-draw.tsx' },
    { from: 'components/panel.tsx', to: 'locales/common.ts' },
    { from: 'router.tsx', to: 'features/shell/app-loader.tsx' },
  ].map(faultOf);
  expect(allowed).toEqual(allowed.map(() => undefined));
});

const routeTree = 'routes/route-tree.gen.ts';
test('the generated tree holds every route file', () => {
  const routeFiles = files.filter((file) => file.startsWith('routes/') && !isTest(file) && file !== routeTree);
  expect(imports.get(routeTree)?.toSorted()).toEqual(routeFiles.toSorted());
});

test('every import names a file that is there', () => {
  expect(edges.filter(({ to }) => /\.tsx?$/.test(to) && !imports.has(to)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  // Files that only the bundler reads (chunks.ts) start at the files of the root, so the count shows that imports are found at all.
  expect(edges.length).toBeGreaterThan(files.length);
});

test('no files import each other in a circle, types included', () => {
  expect(findCircles(imports)).toEqual([]);
  expect(
    findCircles(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual([['b', 'c']]);
});

/** Groups of files of which each reaches every other (Tarjan's strongly connected components). */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    path.push(file);
    let low = own;
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      const seen = order.get(next);
      if (seen === undefined) low = Math.min(low, visit(next));
      else if (path.includes(next)) low = Math.min(low, lowest.get(next) ?? seen);
    }
    lowest.set(file, low);
    if (low === own) {
      const group = path.splice(path.indexOf(file));
      if (group.length > 1) circles.push(group.toSorted());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

const textOf = (file: string) => readFileSync(path.join(source, file), 'utf8');
const screens = files.filter((file) => !isTest(file) && !file.startsWith('lib/'));

/** Components whose form is not written on lib/use-form.ts, each with the reason. */
const formsByHand: Readonly<Record<string, string>> = {
  'components/app-dialog.tsx Question': 'a question; its one field, the reason, is there for some',
  'features/account/sign-in/account-form.tsx AccountForm': 'a frame: its pages have the fields, and it holds back an early submit',
  'features/bot/insight/classify-test.tsx ClassifyTest': 'a text to try, never saved',
  'features/bot/knowledge/search-test.tsx SearchTest': 'a question to try, never saved',
  'features/bot/try-it/try-it-panel.tsx TryItPanel': "a conversation's composer, beside switches of its view",
  'features/channel/sandbox/load-panel.tsx LoadPanel': 'one number to make customers by, never saved',
  'features/channel/sandbox/phone-list.tsx PhoneList': 'one number to open, never saved',
  'features/chat/chat/agent-status.tsx AgentStatus': 'one optional text, which stays from one time to the next',
  'features/chat/chat/composer.tsx Composer': "a chat's composer: its text and files are kept by chat (use-reply.ts)",
  'features/chat/chat/note-composer.tsx NoteComposer': "a chat's note: its text is kept by chat (use-note.ts)",
  'features/market/moving/start-dialog.tsx StartDialog':
    'files and an address that are sent once: nobody else has a record of it to change meanwhile',
  'features/market/package/install-dialog.tsx InstallForm': 'choices of a plan, each beside its part; they are sent and kept nowhere',
  'features/market/package/update-dialog.tsx UpdateForm': 'choices of a plan, each beside its part; they are sent and kept nowhere',
  'features/outreach/activity/message-panel.tsx MessagePanel': 'a number to look up, never saved',
  'features/outreach/activity/why-panel.tsx WhyPanel': 'a number to look up, never saved',
  'features/outreach/shared/plan/mapping-step.tsx NumberPreview': 'a number to look up, never saved',
  'features/outreach/shared/unknown-dialog.tsx Decision': 'one box to tick, never saved',
};

/** Components of a file: text from one function at the margin to the next. */
const componentsOf = (file: string) =>
  textOf(file)
    .split(/^(?=(?:export )?(?:const|function) [A-Z])/m)
    .map((text) => ({ name: `${file} ${/^(?:export )?(?:const|function) (\w+)/.exec(text)?.[1] ?? ''}`, text }));

test('every form with fields is written on lib/use-form.ts; one that is not has its reason', () => {
  expect(screens.filter((file) => imports.get(file)?.includes('lib/use-draft.ts'))).toEqual([]);
  expect(files.filter((file) => textOf(file).includes(`'@mantine${'/form'}'`))).toEqual([]);
  const byHand = screens
    .flatMap(componentsOf)
    .filter(
      ({ text }) =>
        /<(?:Dialog)?[Ff]orm\b|<FormDrawer\b/.test(text) &&
        /\buseState[<(]/.test(text) &&
        !/\buse(?:(?:Guarded|Record|Conditions)?Form|RecordDialog)[<(]/.test(text),
    );
  expect(byHand.map(({ name }) => name).toSorted()).toEqual(Object.keys(formsByHand));
});
