/**
 * Writes the tables of the kinds of nodes out of their folders: `npm run nodes`. A part that a folder lacks is not in its table. Each part has a
 * table of its own: the canvas draws by exits without the schemas, and a page that reads schemas does not load the engine.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeTypes } from '../packages/journey/src/nodes/kinds.ts';

/** A table, by the file of its parts in each folder and the name that they export. */
type Table = { folder: string; table: string; file: string; name: string };
const ofJourney = (table: string, file: string, name: string): Table => ({ folder: 'packages/journey/src/nodes', table, file, name });
const ofDesigner = (table: string, file: string, name: string): Table => ({ folder: 'apps/designer/src/nodes', table, file, name });
const tables: readonly Table[] = [
  ofJourney('schemas', 'schema.ts', 'Config'),
  ofJourney('exits', 'exits.ts', 'exits'),
  ofJourney('firsts', 'first.ts', 'first'),
  ofJourney('sources', 'sources.ts', 'sources'),
  ofJourney('checks', 'check.ts', 'check'),
  ofJourney('runs', 'run.ts', 'run'),
  ofDesigner('icons', 'icon.ts', 'Icon'),
  ofDesigner('summaries', 'summary.ts', 'summary'),
  ofDesigner('forms', 'form.tsx', 'Form'),
];

const toIdentifier = (type: string): string => type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());

function writeTable({ folder, table, file, name }: Table): { path: string; text: string } {
  const types = nodeTypes.filter((type) => existsSync(path.join(folder, type, file)));
  const imports = types.map((type) => `import { ${name} as ${toIdentifier(type)} } from './${type}/${file}';`);
  const lines = types.map((type) => `  '${type}': ${toIdentifier(type)},`);
  return {
    path: `${folder}/${table}.gen.ts`,
    text: `// Written by \`npm run nodes\` out of the folders beside it.\n${imports.join('\n')}\n\nexport const ${table} = {\n${lines.join('\n')}\n};\n`,
  };
}

export const nodeTables = (): { path: string; text: string }[] => tables.map(writeTable);

if (import.meta.main) for (const { path: file, text } of nodeTables()) writeFileSync(file, text);
