/**
 * Finds references of code and docs: rows of the specification, sections of its pages, decisions, files and links. Each `find…` returns the
 * ones that do not resolve as `file:line words`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const leftOut = new Set(['node_modules', 'dist', '.cache', '.git', 'data', 'test-results', 'playwright-report', 'coverage']);
const exclude = (name: string) => leftOut.has(path.basename(name));

export type SourceFile = { name: string; text: string };

/** Every text of the repository that may point at something; its own test's examples would not resolve. */
export function readSources(): SourceFile[] {
  const names = [
    ...globSync('**/*.{ts,tsx,sql,md,yml,yaml,service}', { cwd: root, exclude }),
    ...globSync('.github/**/*.{md,yml}', { cwd: root }),
    'Dockerfile',
  ];
  return names
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => !name.startsWith('scripts/references') && existsSync(path.join(root, name)))
    .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));
}

/** The ids of the specification's rows. */
export const readRows = (): Set<string> =>
  new Set(readFileSync(path.join(root, 'docs/product/requirements.tsv'), 'utf8').match(/^[A-Z0-9]+-\d{3}(?=\t)/gm));

function findUnknown(
  files: readonly SourceFile[],
  pattern: RegExp,
  isKnown: (match: RegExpExecArray, file: SourceFile) => boolean,
): string[] {
  return files.flatMap((file) =>
    [...file.text.matchAll(pattern)]
      .filter((match) => !isKnown(match, file))
      .map((match) => `${file.name}:${file.text.slice(0, match.index).split('\n').length} ${match[0]}`),
  );
}

const isTest = ({ name }: SourceFile) => /\.(test|e2e)\.tsx?$/.test(name);
const isPage = ({ name }: SourceFile) => name.endsWith('.md');

/** Rows, in titles of tests or elsewhere, that the specification does not have. */
export function findUnknownRows(files: readonly SourceFile[], rows: ReadonlySet<string>): string[] {
  const modules = [...new Set([...rows].map((id) => id.slice(0, -4)))].join('|');
  const named = findUnknown(files, new RegExp(String.raw`\b(?:${modules})-\d{3}\b`, 'g'), ([id]) => rows.has(id));
  // A title that begins like a row names one, so a module that nobody knows is a slip too.
  const titles = findUnknown(files.filter(isTest), /(?<=\b(?:test|it)\(\s*['"`])[A-Z][A-Z0-9]+-\d{3}\b/g, ([id]) => rows.has(id));
  return [...new Set([...named, ...titles])];
}

const productPages = ['administration', 'channels', 'decisions', 'journeys', 'nlu', 'screens'];
const sectionList = String.raw`(\d+(?:\.\d+)?(?:(?:, | and | to )\d+(?:\.\d+)?)*)\b(?!:)`;

/** The numbers of a page's headings, such as '2' and '2.1'. */
const sectionsOf = (page: string): Set<string> =>
  new Set([...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number ?? ''));

/** Sections named as `screens.md 2.1` or `screens 2.1` or, inside a page, as `section 2` that the page does not have. */
export function findUnknownSections(files: readonly SourceFile[]): string[] {
  const pages = files.filter(({ name }) => productPages.some((page) => name === `docs/product/${page}.md`));
  const sections = new Map(pages.map(({ name, text }) => [path.basename(name, '.md'), sectionsOf(text)]));
  const hasAll = (page: string, numbers: string) =>
    (numbers.match(/\d+(?:\.\d+)?/g) ?? []).every((number) => sections.get(page)?.has(number) ?? false);
  const elsewhere = new RegExp(
    String.raw`\b(${productPages.join('|')})(?:\.md(?:\]\([^)]*\))?)?(?: sections?)? (?!\d{4})${sectionList}`,
    'g',
  );
  const here = new RegExp(String.raw`(?<!\.md )\b[Ss]ections? ${sectionList}`, 'g');
  return [
    ...findUnknown(files, elsewhere, ([, page = '', numbers = '']) => hasAll(page, numbers)),
    ...findUnknown(pages, here, ([, numbers = ''], { name }) => hasAll(path.basename(name, '.md'), numbers)),
  ];
}

/** Decisions named by number, such as `decision 0015`, that have no page; and pages that the list of decisions leaves out. */
export function findUnknownDecisions(files: readonly SourceFile[]): string[] {
  const numbers = new Set(files.flatMap(({ name }) => /^docs\/decisions\/(\d{4})-/.exec(name)?.[1] ?? []));
  const list = files.find(({ name }) => name === 'docs/decisions/README.md')?.text ?? '';
  return [
    ...findUnknown(files, /\b[Dd]ecisions? (\d{4})\b/g, ([, number = '']) => numbers.has(number)),
    ...[...numbers]
      .filter((number) => !list.includes(`[${number}](${number}-`))
      .map((number) => `docs/decisions/README.md leaves out ${number}`),
  ];
}

/** GitHub's address of a heading. */
const slugOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Relative links and pictures of pages whose file, or whose heading, is not there. */
export function findDeadLinks(files: readonly SourceFile[]): string[] {
  const headings = new Map(
    files
      .filter(isPage)
      .map(({ name, text }) => [name, new Set([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => slugOf(heading)))]),
  );
  return findUnknown(files.filter(isPage), /\]\((?!https?:|mailto:)([^)\s]+)\)/g, ([, target = ''], { name }) => {
    const [file = '', anchor] = target.split('#');
    const place = file === '' ? name : path.posix.join(path.posix.dirname(name), file);
    const isThere = headings.has(place) || existsSync(path.join(root, place));
    return isThere && (anchor === undefined || (headings.get(place)?.has(anchor) ?? false));
  });
}

/** Files and folders that the pages plan and nobody has written yet. */
const planned = new Set<string>([]);
/** Paths that a command makes, or that a recipe of CONTRIBUTING tells to write, and that no clone has. */
const made = /^deploy\/secrets$|announcement|\/NNNN_|\/locales\/de\/$/;
const folders = 'apps|packages|docs|scripts|e2e|bench|attack|deploy|domains|platform|features|modules|lib|operations|migrations|seed';

/**
 * Files that pages and comments name by a path, whole or from some folder on, such as `platform/jobs/batcher.ts` or `pump.ts`,
 * and folders that pages name, such as `domains/messaging/inbound`.
 */
export function findDeadPaths(files: readonly SourceFile[]): string[] {
  const names = globSync('**/*', { cwd: root, exclude }).map((name) => `/${name.replaceAll(path.sep, '/')}`);
  const endings = new Set(names.flatMap((name) => [...name.matchAll(/\//g)].map(({ index }) => name.slice(index + 1))));
  const isThere = (name: string) => endings.has(name.replace(/\/$/, '')) || planned.has(name) || made.test(name);
  const inPages = files.filter(isPage);
  const dead = [
    ...findUnknown(inPages, /(?<=`)[\w@-][\w./@-]*\.(?:ts|tsx|sql|tsv|css|service|bin)(?=[`:])/g, ([name]) => isThere(name)),
    ...findUnknown(inPages, new RegExp(String.raw`(?<=\`)(?:${folders})/[\w./-]+(?=\`)`, 'g'), ([name]) => isThere(name)),
    ...findUnknown(
      files.filter((file) => !isPage(file)),
      /(?<![\w./@'"`$-])(?:apps|packages|docs|scripts|e2e|bench|deploy)\/[\w./-]+\.(?:ts|tsx|sql|md|tsv)\b/g,
      ([name]) => isThere(name),
    ),
  ];
  return [...new Set(dead)];
}

/** Finds planned paths that exist by now: the list above has to shrink with the plan. */
export const findBuiltPlans = (): string[] => [...planned].filter((name) => existsSync(path.join(root, name)));
