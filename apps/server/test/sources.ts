import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vitest/node';

export type TableUse = { table: string; kind: 'read' | 'write'; line: number };
/** One file's references to other files and to tables. */
export type Source = {
  /** Path from the server's folder, with slashes: `src/domains/chat/record/chat.record.ts`. */
  path: string;
  imports: { path: string; names: readonly string[]; isReExport: boolean }[];
  tables: TableUse[];
  /** Lines of queries whose table is not written there by name. */
  unnamedTables: number[];
};

type Node = { type: string; start: number; [part: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const writingCalls = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const readingCalls = new Set([
  'selectFrom',
  'from',
  'using',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'crossJoinLateral',
]);
/** Classes with a `from` of their own. */
const notQueries = new Set(['Array', 'Buffer', 'Object', 'Readable', 'Uint8Array', 'Float32Array', 'Int32Array', 'Uint32Array']);

const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** `x as const` and `x satisfies T` are x. */
function bare(node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  return ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type) ? bare(node.expression) : node;
}

function literalsOf(node: unknown): string[] | undefined {
  const list = bare(node);
  if (list?.type !== 'ArrayExpression') return undefined;
  const texts = (list.elements as unknown[]).map(textOf);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Tables that a statement, or a piece of one, names behind the words that tables stand behind. */
export function tablesOfSql(text: string): Pick<TableUse, 'table' | 'kind'>[] {
  const found: Pick<TableUse, 'table' | 'kind'>[] = [];
  const plain = text.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''");
  for (const [, verb, name] of plain.matchAll(
    /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?([a-z_]+)\b(?!\s*\.)/gi,
  ))
    if (name && verb && !['of', 'set', 'skip', 'nowait'].includes(name)) found.push({ table: camel(name), kind: 'write' });
  // A list behind `from` may name several: from a x, b y, lateral (…).
  for (const [, list] of plain.matchAll(
    /(?<!delete\s)\b(?:from|join|using)\s+((?:only\s+|lateral\s+)?[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?(?:\s*,\s*[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?)*)/gi,
  ))
    for (const item of list?.split(',') ?? []) {
      const name = item
        .trim()
        .replace(/^(only|lateral)\s+/i, '')
        .split(/\s+/)[0];
      if (name) found.push({ table: camel(name), kind: 'read' });
    }
  return found;
}

/** Reads a function of the database, for the tables that its text names. */
export const readFunction = (file: string, text: string): Source => ({
  path: file,
  imports: [],
  tables: tablesOfSql(text).map((use) => ({ ...use, line: 1 })),
  unnamedTables: [],
});

/** Reads one file. Names of tables are taken as they stand; which of them are tables is for the rules to know. */
export function readSource(file: string, text: string): Source {
  const source: Source = { path: file, imports: [], tables: [], unnamedTables: [] };
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length;
  const toPath = (specifier: string): string | undefined => {
    if (specifier.startsWith('#platform/')) return `src/platform/${specifier.slice('#platform/'.length)}`;
    return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined;
  };
  const addImport = (specifier: unknown, names: readonly string[], isReExport = false) => {
    const target = toPath(textOf(specifier) ?? '');
    if (target) source.imports.push({ path: target, names, isReExport });
  };
  const addSql = (sqlText: string, node: Node) => {
    for (const use of tablesOfSql(sqlText)) source.tables.push({ ...use, line: lineOf(node) });
  };
  /** Names that a loop over literals gives in turn. */
  const loops: Record<string, string[]> = {};

  const readCall = (node: Node) => {
    const callee = node.callee as Node;
    if (callee.type !== 'MemberExpression') return;
    const verb = String((callee.property as Node).name);
    const kind = writingCalls.has(verb) ? 'write' : readingCalls.has(verb) ? 'read' : undefined;
    const owner = callee.object as Node;
    if (!kind || (owner.type === 'Identifier' && notQueries.has(String(owner.name)))) return;
    const given = bare((node.arguments as unknown[])[0]);
    if (!given) return;
    const one = textOf(given);
    const names = one !== undefined ? [one] : (literalsOf(given) ?? (given.type === 'Identifier' ? loops[String(given.name)] : undefined));
    for (const name of names ?? []) source.tables.push({ table: name.trim().split(/\s+/)[0] ?? '', kind, line: lineOf(node) });
    // A query inside of the query is read where it stands.
    if (!names && (kind === 'write' || given.type === 'Identifier')) source.unnamedTables.push(lineOf(node));
  };

  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration')
      addImport(
        node.source,
        (node.specifiers as Node[]).map((one) => String(((one.imported ?? one.local) as Node).name)),
      );
    else if ((node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') && node.source)
      addImport(
        node.source,
        ((node.specifiers as Node[] | undefined) ?? []).map((one) => String((one.local as Node).name)),
        true,
      );
    else if (node.type === 'ImportExpression' || node.type === 'TSImportType') addImport(node.source ?? node.argument, []);
    else if (node.type === 'NewExpression' && (node.callee as Node).name === 'URL') addImport((node.arguments as unknown[])[0], []);
    else if (node.type === 'CallExpression') readCall(node);
    else if (node.type === 'ForOfStatement') {
      const names = literalsOf(node.right);
      const [declared] = ((node.left as Node).declarations as Node[] | undefined) ?? [];
      if (names && declared) loops[String((declared.id as Node).name)] = names;
    } else if (node.type === 'TaggedTemplateExpression' && (node.tag as Node).name === 'sql') {
      const pieces = ((node.quasi as Node).quasis as { value: { raw: string } }[]).map((piece) => piece.value.raw);
      addSql(pieces.join(' ? '), node);
    } else if (node.type === 'TemplateLiteral' || node.type === 'Literal') {
      const plain =
        node.type === 'Literal'
          ? String(node.value)
          : (node.quasis as { value: { raw: string } }[]).map((piece) => piece.value.raw).join(' ? ');
      if (/^\s*(select|insert into|update|delete from|with|copy|truncate|merge into)\s/.test(plain)) addSql(plain, node);
    }
    for (const [part, value] of Object.entries(node)) {
      // Read as a whole above.
      if (part === 'quasi') for (const inner of (value as Node).expressions as Node[]) visit(inner);
      else if (isNode(value)) visit(value);
      else if (Array.isArray(value)) for (const inner of value) if (isNode(inner)) visit(inner);
    }
  };
  visit(parseAst(text, { lang: 'ts' }, file) as unknown as Node);
  return source;
}

/** The fields of the types of a file whose names fit: of an object, or of one that is joined to others. */
export function fieldsOfTypes(text: string, names: RegExp): string[] {
  const declared = (parseAst(text, { lang: 'ts' }) as unknown as { body: Node[] }).body
    .map((statement) => (statement.declaration ?? statement) as Node)
    .filter(({ type, id }) => type === 'TSTypeAliasDeclaration' && names.test(String((id as Node).name)));
  return declared.flatMap(({ typeAnnotation }) => {
    const of = typeAnnotation as Node;
    const parts = of.type === 'TSIntersectionType' ? (of.types as Node[]) : [of];
    return parts
      .filter(({ type }) => type === 'TSTypeLiteral')
      .flatMap(({ members }) => (members as Node[]).map(({ key }) => String((key as Node).name)));
  });
}

/** Every source file below the given folders of the server. */
export function readSources(server: string, folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(server, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
      .sort()
      .map((file) => readSource(file, readFileSync(path.join(server, file), 'utf8'))),
  );
}
