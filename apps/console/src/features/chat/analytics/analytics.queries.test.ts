import { expect, test } from 'vitest';
import { csvPath, explanationQuery, filterOf, reportQuery, rowsCsvPath, rowsQuery, tablesQuery } from './analytics.queries.ts';
import { AnalyticsSearch } from './analytics.search.ts';

const search = AnalyticsSearch.parse({
  ...{
    fromDate: '2026-03-01',
    toDate: '2026-03-07',
    departmentId: 'd',
    agentId: 'a',
    channelId: 'c',
    labelId: 'l',
    hours: 'closed',
    sandbox: true,
    compare: 'year',
  },
  ...{ rows: 'chat.missed', ofDay: '2026-03-02', ofHour: 9, ofDepartment: 'none', ofAgent: 'b', ofLast: 'e', ofChannel: 'f', ofLabel: 'g' },
});
const filter = {
  fromDate: '2026-03-01',
  toDate: '2026-03-07',
  departmentId: 'd',
  agentId: 'a',
  channelId: 'c',
  labelId: 'l',
  hours: 'closed',
  sandbox: true,
  compare: 'year',
};

test('the filters of the address are those of the figures, the tables and the file', () => {
  expect(filterOf(search)).toEqual(filter);
  expect([reportQuery(filterOf(search)).queryKey.at(-1), tablesQuery(filterOf(search)).queryKey.at(-1)]).toEqual([filter, filter]);
  expect(explanationQuery(filterOf(search), 'chat.wait').queryKey.slice(-2)).toEqual([filter, 'chat.wait']);
  const [path, query] = csvPath(search, 'summary').split('?');
  expect(path).toBe('/e/enterprise/chat/analytics/csv');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ ...filter, sandbox: 'true', kind: 'summary' });
});

test('figures that somebody looks at are read again each minute', () => {
  expect([reportQuery(filterOf(search)).refetchInterval, tablesQuery(filterOf(search)).refetchInterval]).toEqual([60_000, 60_000]);
});

test('rows are those of the cell, whose filters stand above those of the page', () => {
  expect(rowsQuery(search).queryKey.at(-1)).toEqual({
    ...filter,
    ...{ fromDate: '2026-03-02', toDate: '2026-03-02', measure: 'chat.missed', hour: 9 },
    ...{ departmentId: 'none', agentId: 'b', lastAgentId: 'e', channelId: 'f', labelId: 'g', former: false, part: '' },
  });
  expect(rowsQuery(AnalyticsSearch.parse({})).enabled).toBe(false);
  const [path, query] = rowsCsvPath(search).split('?');
  expect(path).toBe('/e/enterprise/chat/analytics/rows/csv');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    ...filter,
    ...{ sandbox: 'true', fromDate: '2026-03-02', toDate: '2026-03-02', measure: 'chat.missed', hour: '9' },
    ...{ departmentId: 'none', agentId: 'b', lastAgentId: 'e', channelId: 'f', labelId: 'g' },
  });
});

test('rows of a part of the days before, and those of one of these days alone, ask for the days that are compared with', () => {
  const part = { ...search, ofDay: '', ofFormer: true, ofBy: 'department', ofPart: 'd2', ofAbove: 60_000 } as const;
  expect(rowsQuery(part).queryKey.at(-1)).toMatchObject({
    ...{ fromDate: '2026-03-01', toDate: '2026-03-07', compare: 'year', former: true, by: 'department', part: 'd2', above: 60_000 },
  });
  expect(rowsQuery({ ...search, ofFormer: true }).queryKey.at(-1)).toMatchObject({
    fromDate: '2026-03-01',
    day: '2026-03-02',
    former: true,
  });
});

test('an address that asks why of a figure without an explanation asks nothing', () => {
  expect(['wait', 'waitP90', 'waitMedian', 'toString'].map((why) => AnalyticsSearch.parse({ why }).why)).toEqual([
    'wait',
    'waitP90',
    '',
    '',
  ]);
});
