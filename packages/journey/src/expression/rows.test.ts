import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkExpression, type KnownType } from './check.ts';
import { ask } from './expression.fixtures.ts';
import { parseExpression } from './parse.ts';
import { type ConditionRow, type ConditionRows, rowOperators } from './row-shape.ts';
import { RowFault, rowsToSource } from './rows.ts';

const known: Record<string, KnownType> = {
  age: { type: 'Number' },
  name: { type: 'Text' },
  due: { type: 'Date' },
  ok: { type: 'Boolean' },
  docs: { type: 'List' },
};
const typeOf = (field: string): KnownType => known[field] ?? { type: 'Any' };
const rows = (...given: [string, ConditionRow['operator'], ...string[]][]): ConditionRows => ({
  match: 'all',
  groups: [{ match: 'all', rows: given.map(([field, operator, ...values]) => ({ field, operator, values })) }],
});
const holds = (condition: ConditionRows) =>
  ask(rowsToSource(condition, typeOf), {
    age: 17,
    name: 'Asha Rao',
    due: { $: 'day', day: '2026-03-12' },
    ok: true,
    docs: ['pan', 'slip'],
    nothing: null,
    customer: { groups: ['g1'], labels: ['l1'] },
  });

test.each<[[string, ConditionRow['operator'], ...string[]], boolean]>([
  [['age', 'atLeast', '18'], false],
  [['age', 'between', '16', '17'], true],
  [['age', 'anyOf', '16', '17'], true],
  [['age', 'isNot', '17'], false],
  [['name', 'is', 'ASHA RAO'], true],
  [['name', 'startsWith', 'asha'], true],
  [['name', 'notContains', 'rao'], false],
  [['name', 'noneOf', 'Ravi', 'asha rao'], false],
  [['name', 'matches', '^A.* R'], true],
  [['due', 'before', '2026-03-13'], true],
  [['due', 'after', '2026-03-12'], false],
  [['due', 'inNextDays', '2'], true],
  [['due', 'inNextDays', '1'], false],
  [['due', 'inLastDays', '5'], false],
  [['ok', 'is', 'Yes'], true],
  [['docs', 'contains', 'pan'], true],
  [['docs', 'anyOf', 'none', 'slip'], true],
  [['docs', 'noneOf', 'none', 'slip'], false],
  [['docs', 'isEmpty'], false],
  [['nothing', 'isEmpty'], true],
  [['nothing', 'is', 'a'], false],
  [['nothing', 'notContains', 'a'], true],
  [['age', 'isNotEmpty'], true],
  [['customer', 'inGroup', 'g1'], true],
  [['customer', 'hasLabel', 'g1'], false],
])('%j: %s', (row, outcome) => {
  expect(holds(rows(row))).toBe(outcome);
});

test('groups are joined two deep', () => {
  const condition: ConditionRows = {
    match: 'any',
    groups: [
      { match: 'all', rows: [{ field: 'age', operator: 'atLeast', values: ['18'] }] },
      {
        match: 'all',
        rows: [
          { field: 'age', operator: 'between', values: ['16', '17'] },
          { field: 'ok', operator: 'is', values: ['true'] },
        ],
      },
    ],
  };
  expect(rowsToSource(condition, typeOf)).toBe('age >= 18 || ((age >= 16 && age <= 17) && ok == true)');
  expect(holds(condition)).toBe(true);
});

test.each<[[string, ConditionRow['operator'], ...string[]]]>([
  [['age', 'is', 'old']],
  [['due', 'before', 'soon']],
  [['ok', 'is', 'maybe']],
  [['name', 'is']],
])('%j has no expression', (row) => {
  expect(() => rowsToSource(rows(row), typeOf)).toThrow(RowFault);
});

test('a value stays a value, whatever is typed', () => {
  const field = fc.constantFrom('name', 'nothing', 'docs');
  fc.assert(
    fc.property(
      field,
      fc.constantFrom(...rowOperators),
      fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }),
      (name, operator, values) => {
        let source: string;
        try {
          source = rowsToSource(rows([name, operator, ...values]), typeOf);
        } catch (error) {
          expect(error).toBeInstanceOf(RowFault);
          return;
        }
        const names = ({ name: asked }: { name: string }) => asked;
        const { findings } = checkExpression(parseExpression(source), (asked) =>
          asked === 'customer' ? { type: 'Map' } : names({ name: asked }) ? { type: 'Any' } : undefined,
        );
        // Nothing of a value is read as a name, a function or an operator; a pattern may be none.
        expect(findings.filter(({ code }) => code !== 'pattern' && code !== 'type')).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});
