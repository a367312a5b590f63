import path from 'node:path';
import { parseAst } from 'vitest/node';
import { isSqlDoor } from './doors.ts';
import type { Source } from './sources.ts';

/**
 * A fragment is a piece of SQL that another domain puts into a statement of its own: a condition, a join, a query that is not executed. It
 * spreads the columns and the aliases of its owner, so doors give rows and values instead. What must stay a fragment lies in `door.sql.ts`.
 */

/** Types of Kysely that are a piece of a statement, or build one. */
const piecesOfSql = new Set([
  'RawBuilder',
  'AliasedRawBuilder',
  'Expression',
  'AliasedExpression',
  'ExpressionWrapper',
  'ExpressionBuilder',
  'OperandExpression',
  'SelectQueryBuilder',
  'InsertQueryBuilder',
  'UpdateQueryBuilder',
  'DeleteQueryBuilder',
  'MergeQueryBuilder',
  'Compilable',
]);
const queryCalls = new Set(['selectFrom', 'selectNoFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

type Node = { type: string; [part: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);
const isFunction = ({ type }: Node) => ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(type);

/** One file: the declarations at its top, and where its imports come from; '' stands for a package. */
type File = { path: string; declared: Map<string, Node>; imported: Map<string, { path: string; name: string; isKysely: boolean }> };

function readFile(file: string, text: string): File {
  const declared = new Map<string, Node>();
  const imported: File['imported'] = new Map();
  for (const statement of (parseAst(text, { lang: 'ts' }, file) as unknown as { body: Node[] }).body) {
    if (statement.source) {
      const from = String((statement.source as Node).value);
      const target = from.startsWith('#platform/')
        ? `src/platform/${from.slice('#platform/'.length)}`
        : from.startsWith('.')
          ? path.posix.join(path.posix.dirname(file), from)
          : '';
      for (const one of nodesOf(statement.specifiers)) {
        const name = String(((one.imported ?? one.local) as Node).name);
        imported.set(String((one.local as Node).name), { path: target, name, isKysely: from === 'kysely' });
      }
      continue;
    }
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    const all = declaration.type === 'VariableDeclaration' ? nodesOf(declaration.declarations) : [declaration];
    for (const one of all) if (isNode(one.id)) declared.set(String(one.id.name), one);
  }
  return { path: file, declared, imported };
}

/** The names of types that a part of a signature is made of. */
function typesIn(node: unknown): string[] {
  return nodesOf(node).flatMap((one) => {
    const own =
      one.type === 'TSTypeReference' && isNode(one.typeName) && one.typeName.type === 'Identifier' ? [String(one.typeName.name)] : [];
    return [...own, ...Object.values(one).flatMap((value) => (isNode(value) || Array.isArray(value) ? typesIn(value) : []))];
  });
}

/** The annotation of a parameter, also of one with a default, or of the rest. */
function annotationOf(parameter: Node): unknown {
  const inner = parameter.left ?? parameter.argument ?? parameter.parameter;
  return parameter.typeAnnotation ?? (isNode(inner) ? annotationOf(inner) : undefined);
}

const signatureOf = (node: Node): string[] => [
  ...nodesOf(node.params).flatMap((one) => typesIn(annotationOf(one))),
  ...typesIn(node.returnType),
];

/** Lists the answers of a function: its expression, or those of its own returns. */
function answersOf({ body }: Node): Node[] {
  if (!isNode(body)) return [];
  if (body.type !== 'BlockStatement') return [body];
  const returns = (node: Node): Node[] =>
    isFunction(node)
      ? []
      : node.type === 'ReturnStatement'
        ? nodesOf(node.argument)
        : Object.values(node).flatMap((value) => nodesOf(value).flatMap(returns));
  return returns(body);
}

/** The value that a name has inside of a function. */
function localOf(name: string, scope: readonly Node[]): Node | undefined {
  for (const { body } of scope)
    for (const statement of isNode(body) && body.type === 'BlockStatement' ? nodesOf(body.body) : [])
      for (const one of statement.type === 'VariableDeclaration' ? nodesOf(statement.declarations) : [])
        if (isNode(one.id) && one.id.name === name && isNode(one.init)) return one.init;
  return undefined;
}

/** Tells of a name that a file exports whether it is a fragment. @param read the text of a file; undefined where there is none */
export function createFragmentFinder(read: (file: string) => string | undefined): (file: string, name: string) => boolean {
  const files = new Map<string, File | undefined>();
  const fileAt = (at: string): File | undefined => {
    if (!files.has(at)) {
      const text = read(at);
      files.set(at, text === undefined ? undefined : readFile(at, text));
    }
    return files.get(at);
  };
  const known = new Map<string, boolean>();

  /** Looks a name of a file up wherever it is declared. A type that names itself is no fragment by that alone. */
  const isFragment = (at: string, name: string): boolean => {
    const key = `${at} ${name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, false);
    const file = fileAt(at);
    const source = file?.imported.get(name);
    const node = file?.declared.get(name);
    const found = source
      ? source.isKysely
        ? piecesOfSql.has(source.name)
        : source.path !== '' && isFragment(source.path, source.name)
      : file !== undefined && node !== undefined && isDeclared(file, node);
    known.set(key, found);
    return found;
  };
  const anyOf = (file: File, names: readonly string[]) => names.some((name) => isFragment(file.path, name));

  const isDeclared = (file: File, node: Node): boolean => {
    if (node.type === 'VariableDeclarator') {
      if (isNode(node.id) && node.id.typeAnnotation) return anyOf(file, typesIn(node.id.typeAnnotation));
      return isNode(node.init) && isPiece(file, node.init, []);
    }
    if (node.type === 'ClassDeclaration')
      return nodesOf((node.body as Node).body).some(
        (member) =>
          (member.key as Node | undefined)?.type !== 'PrivateIdentifier' &&
          member.accessibility !== 'private' &&
          anyOf(file, [...typesIn(member.typeAnnotation), ...(isNode(member.value) ? signatureOf(member.value) : [])]),
      );
    return isFunction(node) ? isPiece(file, node, []) : anyOf(file, typesIn(node));
  };

  /** @param scope functions around the expression, the innermost first */
  const isPiece = (file: File, node: Node, scope: readonly Node[]): boolean => {
    const inner = (one: unknown) => nodesOf(one).some((each) => isPiece(file, each, scope));
    if (isFunction(node)) {
      if (anyOf(file, signatureOf(node))) return true;
      return !node.returnType && answersOf(node).some((answer) => isPiece(file, answer, [node, ...scope]));
    }
    if (node.type === 'TaggedTemplateExpression') return (node.tag as Node).name === 'sql';
    if (node.type === 'ConditionalExpression') return inner([node.consequent, node.alternate]);
    if (node.type === 'LogicalExpression') return inner([node.left, node.right]);
    if (node.type === 'ObjectExpression') return inner(nodesOf(node.properties).map(({ value }) => value));
    if (node.type === 'ArrayExpression') return inner(node.elements);
    if (['AwaitExpression', 'SpreadElement'].includes(node.type)) return inner(node.argument);
    if (['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression'].includes(node.type))
      return inner(node.expression);
    if (node.type === 'Identifier') {
      const value = localOf(String(node.name), scope);
      return value ? isPiece(file, value, scope.slice(1)) : scope.length > 0 && isFragment(file.path, String(node.name));
    }
    return node.type === 'CallExpression' && isCallOfPiece(file, node, scope);
  };

  /** A call that builds SQL, or the last of a chain of them without the one that executes it. */
  const isCallOfPiece = (file: File, node: Node, scope: readonly Node[]): boolean => {
    if (anyOf(file, typesIn(node.typeArguments))) return true;
    let link = node.callee as Node;
    if (link.type === 'Identifier') return isFragment(file.path, String(link.name));
    let hasQuery = false;
    for (;;) {
      if (link.type === 'MemberExpression') {
        const verb = String((link.property as Node).name);
        if (verb.startsWith('execute')) return false;
        hasQuery ||= queryCalls.has(verb);
        link = link.object as Node;
      } else if (link.type === 'CallExpression') link = link.callee as Node;
      else break;
    }
    return hasQuery || (link.type === 'Identifier' && link.name === 'sql') || (link.type !== 'Identifier' && isPiece(file, link, scope));
  };

  return isFragment;
}

/** The names of fragments that doors let through, by domain, each with the reason why rows or values would not do. */
export type KnownFragments = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fragments leave a domain by `door.sql.ts` alone, and each of them is known. */
export function checkFragments(
  sources: readonly Source[],
  isFragment: (file: string, name: string) => boolean,
  known: KnownFragments,
): string[] {
  const faults: string[] = [];
  const wanted = new Set(Object.entries(known).flatMap(([domain, names]) => Object.keys(names).map((name) => `${domain} ${name}`)));
  for (const { path: door, imports } of sources.filter((source) => /^src\/domains\/[^/]+\/door(\.\w+)?\.ts$/.test(source.path)))
    for (const { path: file, names, isReExport } of imports)
      for (const name of isReExport ? names : []) {
        const isSql = isSqlDoor(door);
        if (!isFragment(file, name)) {
          if (isSql) faults.push(`${door} lets ${name} through, which is no fragment`);
        } else if (!isSql) faults.push(`${door} lets ${name} through, a fragment of SQL`);
        else if (!wanted.delete(`${door.split('/')[2]} ${name}`)) faults.push(`${door} lets ${name} through, and nothing says why`);
      }
  return [...faults, ...[...wanted].map((name) => `no door lets ${name.replace(' ', "'s fragment ")} through`)];
}
