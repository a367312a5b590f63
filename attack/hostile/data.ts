import { type HostileFile, mega } from './hostile-file.ts';

const json = (name: string, make: () => string): HostileFile => ({
  name,
  kind: 'json',
  fileName: 'data.json',
  contentType: 'application/json',
  make: () => Buffer.from(make()),
});
const yaml = (name: string, make: () => string): HostileFile => ({
  name,
  kind: 'yaml',
  fileName: 'nlu.yml',
  contentType: 'application/yaml',
  make: () => Buffer.from(make()),
});

export const hostileData: readonly HostileFile[] = [
  json('a list of five million numbers', () => `[${'1,'.repeat(5 * mega)}1]`),
  json('a list of three million empty lists', () => `[${'[],'.repeat(3 * mega)}[]]`),
  json('brackets five million deep', () => `${'['.repeat(5 * mega)}${']'.repeat(5 * mega)}`),
  json('objects a million deep', () => `${'{"a":'.repeat(mega)}1${'}'.repeat(mega)}`),
  json('an object of a million names', () => `{${Array.from({ length: mega }, (_, index) => `"n${index}":[1]`).join(',')}}`),
  json(
    'an export whose intent has two million phrases that are none',
    () => `{"format":"parley.bot/1","intents":[{"name":"a","utterances":[${'0,'.repeat(2 * mega)}0]}]}`,
  ),
  json('one phrase of 20 MB', () => JSON.stringify([['x'.repeat(20 * mega), 'a']])),
  json('names of a prototype', () => '{"__proto__":["a","b"],"constructor":["c","d"],"toString":["e","f"]}'),
  yaml('aliases that multiply', () =>
    Array.from(
      { length: 9 },
      (_, level) =>
        `a${level}: &a${level} [${level === 0 ? 'x' : `*a${level - 1}`}${`,${level === 0 ? 'x' : `*a${level - 1}`}`.repeat(8)}]`,
    ).join('\n'),
  ),
  yaml('brackets a hundred thousand deep', () => `nlu: ${'['.repeat(100_000)}`),
  yaml('two hundred thousand entries', () => `nlu:\n${'- intent: a\n'.repeat(200_000)}`),
  yaml('a line of a million annotations that never end', () => `nlu:\n- intent: a\n  examples: |\n    - ${'['.repeat(mega)}\n`),
  yaml(
    'a million synonyms of one value',
    () => `nlu:\n- lookup: city\n  examples: |\n${Array.from({ length: 300_000 }, (_, index) => `    - place ${index}`).join('\n')}\n`,
  ),
];
