/** Puts beside the built console what it serves itself: emoji data, and a Brotli copy of each text asset over 1 kB. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const assets = path.join(import.meta.dirname, '../apps/console/dist/assets');
const emoji = path.join(assets, 'emoji/en');
const source = path.dirname(createRequire(import.meta.url).resolve('emojibase-data/en/data.json'));

mkdirSync(emoji, { recursive: true });
for (const name of ['data.json', 'messages.json']) copyFileSync(path.join(source, name), path.join(emoji, name));

for (const entry of readdirSync(assets, { recursive: true, encoding: 'utf8' })) {
  const file = path.join(assets, entry);
  if (!/\.(js|css|svg|json)$/.test(file) || statSync(file).size < 1024 || existsSync(`${file}.br`)) continue;
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
}
