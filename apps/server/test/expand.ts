/**
 * Changes of a migration that break the version of the program that is running while it is applied. Schema changes expand first: the
 * version before must read and write all that it knows. Tables and columns that nobody reads any more go a version later, behind a comment
 * that says so: `-- contract: <why it may>`.
 */
const rules: { what: string; pattern: RegExp }[] = [
  { what: 'drops a table', pattern: /^drop table\b/ },
  { what: 'drops a view', pattern: /^drop (?:materialized )?view\b/ },
  { what: 'drops a function', pattern: /^drop (?:function|procedure|type|domain|schema|sequence)\b/ },
  { what: 'empties a table', pattern: /^truncate\b/ },
  { what: 'takes a right away', pattern: /^revoke\b/ },
  { what: 'renames', pattern: /^alter .*\brename\b/ },
  { what: 'drops a column', pattern: /^alter table .*\bdrop (?!constraint\b|default\b|not null\b|identity\b|expression\b)/ },
  { what: 'changes the type of a column', pattern: /^alter table .*\balter (?:column )?\S+ (?:set data )?type\b/ },
  { what: 'makes a column mandatory', pattern: /^alter table .*\balter (?:column )?\S+ set not null\b/ },
  { what: 'adds a rule to a table that is there', pattern: /^create unique index\b/ },
];

/** Removes comments, and empties quoted texts (values and bodies of functions). */
const withoutTexts = (sql: string) =>
  sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, (found) => (/^[-/]/.test(found) ? ' ' : "''"));

/** The statements of a file, each with whether a comment before it says why the version before can do without what it takes. */
function statementsOf(sql: string): { text: string; isAllowed: boolean }[] {
  const parts = sql.match(/(?:--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|[^;])+/g) ?? [];
  return parts.map((part) => ({
    text: withoutTexts(part).replaceAll(/\s+/g, ' ').trim().toLowerCase(),
    isAllowed: /--\s*contract: \S/.test(part),
  }));
}

/** Cuts the actions of `alter table` apart, at commas that stand in no brackets. */
function actionsOf(statement: string): string[] {
  let depth = 0;
  let action = '';
  const actions: string[] = [];
  for (const sign of statement) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === ',' && depth === 0) {
      actions.push(action);
      action = '';
    } else action += sign;
  }
  return [...actions, action].map((one) => one.trim());
}

/** The names that the same file has made before: the running version knows nothing of them. */
type Made = { names: Set<string>; columns: Set<string>; dropped: Set<string> };

/** The names in a text: a column that the file adds is empty, or has its default, in every row that the version before writes. */
const mentions = (text: string, names: ReadonlySet<string>) => (text.match(/\w+/g) ?? []).some((name) => names.has(name));

function addsRule(actions: readonly string[], made: Made): boolean {
  return actions.some((action) => {
    const [, name] = /\badd constraint (\w+)/.exec(action) ?? [];
    const isRule = name !== undefined || /\badd (?:unique|primary key|foreign key|check|exclude)\b/.test(action);
    // A constraint that takes the place of another of its name widens it: that is how a list of values grows.
    return isRule && !(name && made.dropped.has(name)) && !mentions(action, made.columns);
  });
}

const addsMandatory = (actions: readonly string[]) =>
  actions.some((action) => {
    const isNewColumn = /\badd (?!constraint\b|unique\b|primary\b|foreign\b|check\b|exclude\b)/.test(action);
    return isNewColumn && /\bnot null\b|\bprimary key\b/.test(action) && !/\bdefault\b|\bgenerated\b/.test(action);
  });

function noteMade(text: string, made: Made): void {
  for (const [, name = ''] of text.matchAll(/\bcreate (?:or replace )?(?:unlogged )?(?:table|function|view) (?:if not exists )?([\w.]+)/g))
    made.names.add(name);
  if (!text.startsWith('alter table')) return;
  for (const action of actionsOf(text)) {
    const [, column] =
      /\badd (?:column )?(?:if not exists )?(?!constraint\b|unique\b|primary\b|foreign\b|check\b|exclude\b)(\w+)/.exec(action) ?? [];
    const [, constraint] = /\bdrop constraint (?:if exists )?(\w+)/.exec(action) ?? [];
    if (column) made.columns.add(column);
    if (constraint) made.dropped.add(constraint);
  }
}

/** @returns what each statement that breaks the version before does; [] when all of them only add */
export function contractions(sql: string): string[] {
  const made: Made = { names: new Set(), columns: new Set(), dropped: new Set() };
  return statementsOf(sql).flatMap(({ text, isAllowed }) => {
    noteMade(text, made);
    const [, subject] =
      /^alter table (?:if exists )?(?:only )?([\w.]+)/.exec(text) ??
      /^create unique index .*? on (?:only )?([\w.]+)/.exec(text) ??
      /^revoke .*? on (?:table |function )?([\w.]+)/.exec(text) ??
      [];
    if (isAllowed || (subject && made.names.has(subject))) return [];
    const broken = rules.filter(({ pattern }) => pattern.test(text)).map(({ what }) => what);
    if (text.startsWith('create unique index') && mentions(text, made.columns)) return [];
    if (!text.startsWith('alter table')) return broken;
    const actions = actionsOf(text);
    if (addsRule(actions, made)) broken.push('adds a rule to a table that is there');
    if (addsMandatory(actions)) broken.push('adds a mandatory column without a default');
    return broken;
  });
}
