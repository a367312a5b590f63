/**
 * Builds the widget: first its parts and languages, each a file whose name has the hash of what is in it, then the one script that names them.
 * A part is a script of its own, which takes the tools of the first one instead of bringing its own.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const dist = path.join(root, 'dist');
const folderOfParts = path.join(dist, 'parts');
const partNames = ['message', 'forms', 'file', 'page', 'before'];

const shared: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};
// A host page may lack a charset, so nothing beyond ASCII leaves here.
const output = { charset: 'ascii' } as object;

const entry = path.join(root, 'src/part.ts');

/** A part tells the script that it has arrived. No file has these lines, since each part has the same. */
const entryOf = (name: string): Plugin => ({
  name: 'part',
  enforce: 'pre',
  resolveId: (id) => (id === entry ? entry : undefined),
  load: (id) =>
    id === entry
      ? `import { kit } from './kit/kit.ts'; import * as part from './parts/${name}.ts'; kit().keep('${name}', part, ${JSON.stringify(wordsOf(name))});`
      : undefined,
});

const english = JSON.parse(readFileSync(path.join(root, 'src/locales/en.json'), 'utf8')) as Record<string, string>;
const sourcesOf = (pattern: string): string =>
  globSync(path.join(root, 'src', pattern), { exclude: (file) => file.endsWith('.test.ts') })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
const mainSource = sourcesOf('*.{ts,tsx}');
const partSource = sourcesOf('parts/*.{ts,tsx}');
const saidIn = (source: string, key: string) => source.includes(`'${key.replace(/_(zero|one|two|few|many|other)$/, '')}'`);

/** English words that the first script has no use for go with the parts; a word that nobody says by its name stays. */
const isOfParts = (key: string) => !saidIn(mainSource, key) && saidIn(partSource, key);
const entriesOf = (keep: (key: string) => boolean) => Object.fromEntries(Object.entries(english).filter(([key]) => keep(key)));
const wordsOf = (part: string) => (part === 'page' ? {} : entriesOf((key) => isOfParts(key) && saidIn(sourceOfPart(part), key)));
const sourceOfPart = (part: string): string => {
  const index = readFileSync(path.join(root, `src/parts/${part}.ts`), 'utf8');
  const files = [...index.matchAll(/from '\.\/([\w.-]+\.tsx?)'/g)].map(([, file = '']) => path.join(root, 'src/parts', file));
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
};
const mainWords: Plugin = {
  name: 'words',
  enforce: 'pre',
  load: (id) => (id.endsWith('/src/locales/en.json') ? JSON.stringify(entriesOf((key) => !isOfParts(key))) : undefined),
};

async function buildScript(name: string, begin: string, more: InlineConfig): Promise<string> {
  const made = await build({
    ...shared,
    ...more,
    build: {
      target: 'baseline-widely-available',
      write: false,
      lib: { entry: begin, formats: ['iife'], name: 'ParleyWidget', fileName: () => `${name}.js` },
      rolldownOptions: { output },
    },
  });
  const [first] = Array.isArray(made) ? made : [made];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${name} was not built.`);
  return chunk.code;
}

/** Keeps a file under a name that its hash gives. @returns the hash, by which the script finds and pins it */
function keep(name: string, text: string, extension: string): [string, string] {
  const hash = createHash('sha256').update(text).digest('base64');
  writeFileSync(path.join(folderOfParts, `${name}-${hash.slice(0, 8).replace(/[+/]/g, '-')}.${extension}`), text);
  return [name, hash];
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(folderOfParts, { recursive: true });

const kit = (name: string) => path.join(root, `src/kit/${name}.ts`);
const parts: [string, string][] = [];
for (const name of partNames) {
  const code = await buildScript(name, entry, {
    plugins: [entryOf(name)],
    resolve: {
      alias: [
        { find: 'preact/jsx-runtime', replacement: kit('jsx-runtime') },
        { find: 'preact/hooks', replacement: kit('hooks') },
        { find: /^preact$/, replacement: kit('preact') },
      ],
    },
  });
  parts.push(keep(name, code, 'js'));
}
// The script pins the list of the languages, and the list pins each: thirty hashes would be a tenth of the script.
const locales = path.join(root, 'src/locales');
const languages = readdirSync(locales).flatMap((file) => {
  const language = path.basename(file, '.json');
  if (language === 'en') return [];
  const words: unknown = JSON.parse(readFileSync(path.join(locales, file), 'utf8'));
  return [keep(language, JSON.stringify(words), 'json')];
});
parts.push(keep('languages', JSON.stringify(Object.fromEntries(languages)), 'json'));

const script = await buildScript('widget', path.join(root, 'src/main.ts'), {
  plugins: [mainWords],
  define: {
    __PARTS__: JSON.stringify(Object.fromEntries(parts)),
    __LANGUAGES__: JSON.stringify(languages.map(([language]) => language).join(' ')),
  },
});
writeFileSync(path.join(dist, 'widget.js'), script);
copyFileSync(path.join(root, 'src/parley.d.ts'), path.join(dist, 'parley.d.ts'));

// Script of a form's page, which works without it.
writeFileSync(path.join(dist, 'form-page.js'), await buildScript('form-page', path.join(root, 'src/form/page.ts'), {}));
