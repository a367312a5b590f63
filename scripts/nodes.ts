/**
 * Writes the tables of the kinds of nodes out of their folders: `npm run nodes`. Each part has a table of its own: the canvas draws by exits
 * without the schemas, and a page that reads schemas does not load the engine. Words have a table per language; of these the console, which
 * says no other word of a kind, gets the names.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type NodeType, nodeTypes } from '../packages/journey/src/nodes/kinds.ts';
import { type Language, languages } from '../packages/ui/src/words/languages.ts';

/** A table, by the file of its parts in each folder, the name that they export, and the kinds whose folder may lack the file. */
type Table = { folder: string; table: string; file: string; name: string; mayLack(type: NodeType): boolean };

const nobody = () => false;
const ofJourney = (table: string, file: string, name: string, mayLack: Table['mayLack'] = nobody): Table => ({
  folder: 'packages/journey/src/nodes',
  table,
  file,
  name,
  mayLack,
});
const ofDesigner = (table: string, file: string, name: string): Table => ({
  folder: 'apps/designer/src/nodes',
  table,
  file,
  name,
  mayLack: nobody,
});
const tables: readonly Table[] = [
  ofJourney('schemas', 'schema.ts', 'Config'),
  ofJourney('exits', 'exits.ts', 'exits'),
  ofJourney('firsts', 'first.ts', 'first'),
  ofJourney('sources', 'sources.ts', 'sources'),
  ofJourney('checks', 'check.ts', 'check', () => true),
  ofJourney('runs', 'run.ts', 'run'),
  ofDesigner('icons', 'icon.ts', 'Icon'),
  ofDesigner('summaries', 'summary.ts', 'summary'),
  ofDesigner('forms', 'form.tsx', 'Form'),
  ...languages.map(({ code }) => ofDesigner(`words.${code}`, `words.${code}.json`, 'default')),
];

const toIdentifier = (type: string): string => type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());
const isThere = ({ folder, file }: Table, type: NodeType): boolean => existsSync(path.join(folder, type, file));

/** Lists the files that kinds lack. */
export const missingParts = (): string[] =>
  tables.flatMap((table) =>
    nodeTypes.flatMap((type) => (isThere(table, type) || table.mayLack(type) ? [] : [`${table.folder}/${type}/${table.file}`])),
  );

const head = '// Written by `npm run nodes` out of the folders';

const importOf = ({ name, file }: Table, type: NodeType): string =>
  `import ${name === 'default' ? toIdentifier(type) : `{ ${name} as ${toIdentifier(type)} }`} from './${type}/${file}';`;

function nameOf(type: NodeType, language: Language): string {
  const file = `apps/designer/src/nodes/${type}/words.${language}.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { kind: string }).kind : '';
}

/** Returns each table with its path. */
export const nodeTables = (): { path: string; text: string }[] => [
  ...tables.map((one) => {
    const types = nodeTypes.filter((type) => isThere(one, type));
    const imports = types.map((type) => importOf(one, type));
    const lines = types.map((type) => `  '${type}': ${toIdentifier(type)},`);
    return {
      path: `${one.folder}/${one.table}.gen.ts`,
      text: `${head} beside it.\n${imports.join('\n')}\n\nexport const ${one.name === 'default' ? 'words' : one.table} = {\n${lines.join('\n')}\n};\n`,
    };
  }),
  ...languages.map(({ code }) => {
    const names = Object.fromEntries(nodeTypes.map((type) => [type, nameOf(type, code)]));
    return {
      path: `packages/ui/src/words/kinds.${code}.gen.ts`,
      text: `${head} of apps/designer/src/nodes.\nexport const words = ${JSON.stringify({ kind: names }, null, 2)};\n`,
    };
  }),
];

if (import.meta.main) {
  for (const { path: file, text } of nodeTables()) writeFileSync(file, text);
  for (const file of missingParts()) console.error(`${file} is missing`);
  process.exitCode = missingParts().length > 0 ? 1 : 0;
}
