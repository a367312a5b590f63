import { isOfPattern, isSameValue } from './pattern.ts';
import type { NotedTurn } from './record.ts';
import type { RecordedTurn } from './test-case.ts';

/**
 * One thing that is not as it was saved. @property turn counts from 1, 0 is the start
 * @property kind exit: a node is left by another one; node: it comes to another node; text, variable: another value; end: it stands otherwise
 * @property stream of the node; '' the stream itself @property node for kind `exit` the node that is left, for `node` the one before, '' at the start
 * @property name of the variable
 * @property expected, found by kind: an exit, a node, a text by its pattern, a value as JSON, a state with its outcome; null: none
 */
export type Difference = {
  turn: number;
  kind: 'exit' | 'node' | 'text' | 'variable' | 'end';
  stream: string;
  node: string;
  name: string;
  expected: string | null;
  found: string | null;
};
type Step = RecordedTurn['visits'][number];
const nowhere = { stream: '', node: '', name: '' };
const placeOf = ({ stream, node }: Step): string => `${stream} ${node}`;

/** Lists the differences of a conversation from its record, turn by turn. Nodes and variables that the record lacks are skipped. */
export function differencesOf(record: readonly RecordedTurn[], now: readonly NotedTurn[]): Difference[] {
  const known = new Set(record.flatMap(({ visits }) => visits.map(placeOf)));
  const variables = new Map<string, unknown>();
  const told = new Map<string, string>();
  /** Reports a difference once while it stays the same in later turns. */
  const isNews = (key: string, expected: string, found: string): boolean => {
    const before = told.get(key);
    const text = `${expected} ${found}`;
    if (expected === found) told.delete(key);
    else told.set(key, text);
    return expected !== found && before !== text;
  };
  return record.flatMap((was, turn) => {
    const is = now[turn];
    if (!is) return [];
    for (const [name, value] of Object.entries(was.variables)) variables.set(name, value);
    const values = [...variables].flatMap(([name, value]): Difference[] => {
      const held = is.variables[name] ?? null;
      const [expected, found] = [JSON.stringify(value), JSON.stringify(held)];
      const isSame = isSameValue(value, held);
      return isNews(`variable ${name}`, expected, isSame ? expected : found)
        ? [{ ...nowhere, turn, kind: 'variable', name, expected, found }]
        : [];
    });
    const [expected, found] = [was, is].map(({ state, outcome }) => `${state} ${outcome}`.trim()) as [string, string];
    return [
      ...wayDifference(was.visits, is.visits, known, turn),
      ...textDifferences(was.says, is, turn),
      ...values,
      ...(isNews('end', expected, found) ? [{ ...nowhere, turn, kind: 'end' as const, expected, found }] : []),
    ];
  });
}

/** Finds the place where the way of a turn parts from the saved one, if it does. */
function wayDifference(was: readonly Step[], is: readonly Step[], known: ReadonlySet<string>, turn: number): Difference[] {
  const passed = is.flatMap((step, at) => (known.has(placeOf(step)) ? [{ ...step, at }] : []));
  let place = 0;
  const isAlike = (a: Step | undefined, b: Step | undefined) => a !== undefined && b !== undefined && placeOf(a) === placeOf(b);
  while (place < was.length && isAlike(was[place], passed[place]) && was[place]?.exit === passed[place]?.exit) place += 1;
  const [expected, found] = [was[place], passed[place]];
  if (!expected && !found) return [];
  if (expected && found && isAlike(expected, found)) {
    const { stream, node } = expected;
    return [{ ...nowhere, turn, kind: 'exit', stream, node, expected: expected.exit, found: found.exit }];
  }
  // The node itself that it comes to instead, of those that the record does not know too.
  const last = passed[place - 1];
  const instead = expected ? is[(last?.at ?? -1) + 1] : found;
  return [
    {
      ...nowhere,
      turn,
      kind: 'node',
      stream: expected?.stream ?? found?.stream ?? '',
      node: last?.node ?? '',
      expected: expected?.node ?? null,
      found: instead?.node ?? null,
    },
  ];
}

/** Texts that are not said any more, with what is said in their place, and those that are new. */
function textDifferences(was: readonly string[], { says, plain }: NotedTurn, turn: number): Difference[] {
  const isSaid = (a: number, b: number) => was[a] === says[b] || isOfPattern(was[a] ?? '', plain[b] ?? '');
  // The longest run of texts that are the same in both, in their order.
  const longest = Array.from({ length: was.length + 1 }, () => new Array<number>(says.length + 1).fill(0));
  for (let a = was.length - 1; a >= 0; a -= 1)
    for (let b = says.length - 1; b >= 0; b -= 1) {
      const row = longest[a] as number[];
      row[b] = isSaid(a, b) ? 1 + (longest[a + 1]?.[b + 1] ?? 0) : Math.max(longest[a + 1]?.[b] ?? 0, row[b + 1] ?? 0);
    }
  const found: Difference[] = [];
  const gap = { gone: [] as string[], come: [] as string[] };
  const close = () => {
    for (let at = 0; at < Math.max(gap.gone.length, gap.come.length); at += 1)
      found.push({ ...nowhere, turn, kind: 'text', expected: gap.gone[at] ?? null, found: gap.come[at] ?? null });
    gap.gone = [];
    gap.come = [];
  };
  for (let a = 0, b = 0; a < was.length || b < says.length; ) {
    if (a < was.length && b < says.length && isSaid(a, b)) {
      close();
      a += 1;
      b += 1;
    } else if (b >= says.length || (a < was.length && (longest[a + 1]?.[b] ?? 0) >= (longest[a]?.[b + 1] ?? 0)))
      gap.gone.push(was[a++] ?? '');
    else gap.come.push(says[b++] ?? '');
  }
  close();
  return found;
}
