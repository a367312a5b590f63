/**
 * Measures what files of others lose when they are imported: `node scripts/strangers.ts <folder>`. The folder has one folder for each source, with JSON
 * files of WhatsApp flows and Typebot exports at any depth; other files are passed over. A file that is there twice counts once. Prints a table for
 * each kind: per source, how many files there are, how many were taken, and what was lost in how many of them.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importTypebot, readFlow } from '@parley/journey';

const [folder = ''] = process.argv.slice(2);
if (folder === '') throw new Error('Give the folder of the files.');

type Read = { kind: 'flow' | 'typebot'; taken: boolean; size: number; lost: string[] };
type Row = Read & { source: string; file: string };

const isRecord = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null && !Array.isArray(given);

/** Words of a note without the names of the file that it is of. */
const shapeOf = (text: string): string =>
  text
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|\{\{[^}]*\}\}|\$\{[^}]*\}/g, '…')
    .replaceAll(/\d+/g, 'n')
    .replaceAll(/entry\.\w+/g, 'entry.…')
    .replace(/(A server chose the way to|A link is left out:|Words are cut after n characters:).*$/, '$1 …')
    .slice(0, 90);

function read(given: unknown): Read | undefined {
  if (!isRecord(given)) return undefined;
  if (
    Array.isArray(given.screens) &&
    typeof given.version === 'string' &&
    given.screens.every((screen) => isRecord(screen) && 'layout' in screen)
  ) {
    const found = readFlow(given, { id: 'form0001', name: 'Form', language: 'en' });
    if ('faults' in found)
      return { kind: 'flow', taken: false, size: given.screens.length, lost: found.faults.map(({ text }) => `refused: ${shapeOf(text)}`) };
    const fields = found.document.screens.reduce((sum, screen) => sum + screen.fields.length, 0);
    return { kind: 'flow', taken: true, size: fields, lost: found.notes.map(({ kind, text }) => `${kind}: ${shapeOf(text)}`) };
  }
  if (Array.isArray(given.groups) && Array.isArray(given.edges) && 'variables' in given) {
    const found = importTypebot(given, { id: 'stream01', language: 'en' });
    if ('faults' in found)
      return {
        kind: 'typebot',
        taken: false,
        size: given.groups.length,
        lost: found.faults.map(({ text }) => `refused: ${shapeOf(text)}`),
      };
    return {
      kind: 'typebot',
      taken: true,
      size: found.document.nodes.length,
      lost: found.notes.map(({ kind, what }) => `${kind}: ${/^[\w -]+$/.test(what) ? what : '…'}`),
    };
  }
  return undefined;
}

/** The parts of a file that are read: itself, or the records one or two names inside of it. */
const partsOf = (given: unknown, deeper = 2): unknown[] =>
  read(given) || deeper === 0 || !isRecord(given) ? [given] : Object.values(given).flatMap((inner) => partsOf(inner, deeper - 1));

const seen = new Set<string>();
const rows: Row[] = [];
for (const file of globSync('**/*.json', { cwd: folder }).toSorted()) {
  const text = readFileSync(path.join(folder, file), 'utf8');
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    continue;
  }
  for (const part of partsOf(given)) {
    const mark = createHash('sha256').update(JSON.stringify(part)).digest('hex');
    const found = seen.has(mark) ? undefined : read(part);
    seen.add(mark);
    if (found) rows.push({ ...found, source: file.split(path.sep)[0] ?? '', file });
  }
}

const write = (line: string) => process.stdout.write(`${line}\n`);
for (const kind of ['flow', 'typebot'] as const) {
  const all = rows.filter((row) => row.kind === kind);
  write(
    `\n${kind}: ${all.length} files, ${all.filter(({ taken }) => taken).length} taken, ${all.filter(({ taken, lost }) => taken && lost.length === 0).length} without a note\n`,
  );
  write('| source | files | taken | without a note | fields or steps | notes |');
  write('| ------ | ----- | ----- | -------------- | --------------- | ----- |');
  for (const [source, own] of Map.groupBy(all, (row) => row.source))
    write(
      `| ${source.replace('+', '/')} | ${own.length} | ${own.filter(({ taken }) => taken).length} | ${own.filter(({ taken, lost }) => taken && lost.length === 0).length} | ${own.reduce((sum, { size }) => sum + size, 0)} | ${own.reduce((sum, { lost }) => sum + lost.length, 0)} |`,
    );
  const byNote = Map.groupBy(
    all.flatMap(({ file, lost }) => [...new Set(lost)].map((note) => ({ file, note }))),
    ({ note }) => note,
  );
  write('\n| what | files |\n| ---- | ----- |');
  for (const [note, files] of [...byNote].toSorted(([, one], [, other]) => other.length - one.length).slice(0, 25))
    write(`| ${note} | ${files.length} |`);
}
