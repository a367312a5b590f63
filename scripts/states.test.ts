import { expect, test } from 'vitest';
import { readSources } from './references.ts';

/** Columns and fields that hold a number of the contract: `userStates`, `activityStates`, `agentStatuses`, `chatStates`. */
const name = String.raw`\b(?:state|stateNow|agentStatus|agent_status)\b`;
const refused = [
  // row.state === 1, a.state = 2, a.state in (0, 1), case … then 3
  new RegExp(String.raw`${name} ?(?:={1,3}|!==|<>|in) ?\(?\d`, 'g'),
  // { state: 1 }, .where('state', '=', 1)
  new RegExp(String.raw`${name}(?:: |', '(?:=|!=|<>)', )\d`, 'g'),
];

const isOfDomain = (file: string) => /^apps\/(?:server\/src\/domains|console\/src)\//.test(file) && !/\.(?:test|md|sql)\b/.test(file);

const findNumbers = (files: readonly { name: string; text: string }[]): string[] =>
  files
    .filter((file) => isOfDomain(file.name))
    .flatMap((file) =>
      refused.flatMap((pattern) =>
        [...file.text.matchAll(pattern)].map(
          ({ 0: found, index }) => `${file.name}:${file.text.slice(0, index).split('\n').length} ${found}`,
        ),
      ),
    );

test('states are compared by their names, never by a number', () => {
  expect(findNumbers(readSources())).toEqual([]);
});

test('a state that is compared by a number is found', () => {
  const found = (text: string) => findNumbers([{ name: 'apps/server/src/domains/a.ts', text }]).length;
  const numbers = [
    'row.state === 1',
    'a.state = 2 and',
    'a.state in (0, 1)',
    "where('u.state', '=', 1)",
    '{ state: 4 }',
    'u.agent_status = 1',
  ];
  expect(numbers.map(found)).toEqual(numbers.map(() => 1));
  expect(['row.state === userStates.active', 'state.count === 1', "state: 'FAILED'", 'state = $1'].map(found)).toEqual([0, 0, 0, 0]);
});
