/**
 * Puts beside the built console and designer what they serve themselves: emoji data, a Brotli copy of each text asset over 1 kB, and the list of chunks that
 * each of the first screens needs, so that the page can name them all before its first script has run.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const assets = path.join(import.meta.dirname, '../apps/console/dist/assets');
const emoji = path.join(assets, 'emoji/en');
const source = path.dirname(createRequire(import.meta.url).resolve('emojibase-data/en/data.json'));

mkdirSync(emoji, { recursive: true });
copyFileSync(path.join(source, 'messages.json'), path.join(emoji, 'messages.json'));
// The picker counts the tags that a search meets, and keeps the order of those that meet it alike. The first word of a name counts as a tag,
// once: so what is named for a word comes before what has it somewhere, and thumbs up before thumbs down.
const faces = JSON.parse(readFileSync(path.join(source, 'data.json'), 'utf8')) as { label: string; tags?: string[] }[];
const told = faces.map(({ tags = [], ...face }) => {
  const [named = ''] = face.label.split(' ');
  return { ...face, tags: [...new Set([named, ...tags])] };
});
writeFileSync(path.join(emoji, 'data.json'), JSON.stringify(told));

for (const folder of [assets, path.join(import.meta.dirname, '../apps/designer/dist/assets')]) {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, entry);
    if (!/\.(js|css|svg|json)$/.test(file) || statSync(file).size < 1024 || existsSync(`${file}.br`)) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
  }
}

const firstScreens = {
  '/login': ['account/sign-in/account-layout', 'account/sign-in/login-page'],
  '/dashboard': ['shell/app-layout', 'insight/dashboard/dashboard-page'],
  '/chat/conversation': ['shell/app-layout', 'chat/chat/conversation-page'],
};

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;
const dist = path.join(assets, '..');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Chunks and styles that have to arrive before these sources can run. */
function filesOf(keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) continue;
    found.add(chunk.file);
    for (const style of chunk.css ?? []) found.add(style);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

const page = readFileSync(path.join(dist, 'index.html'), 'utf8');
const preloads = Object.entries(firstScreens).map(([screen, sources]) => {
  const files = filesOf(sources.map((source) => `src/features/${source}.tsx`));
  return [screen, [...files].filter((file) => !page.includes(file)).map((file) => `/${file}`)];
});
writeFileSync(path.join(dist, 'preloads.json'), JSON.stringify(Object.fromEntries(preloads)));
