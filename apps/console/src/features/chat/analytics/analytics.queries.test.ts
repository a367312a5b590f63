import { expect, test } from 'vitest';
import { csvPath, filterOf, reportQuery, rowsQuery, tablesQuery } from './analytics.queries.ts';
import { AnalyticsSearch } from './analytics.search.ts';

const search = AnalyticsSearch.parse({
  ...{ fromDate: '2026-03-01', toDate: '2026-03-07', departmentId: 'd', agentId: 'a', channelId: 'c', labelId: 'l', sandbox: true },
  ...{ rows: 'chat.missed', ofDay: '2026-03-02', ofHour: 9, ofDepartment: 'none', ofAgent: 'b', ofLast: 'e', ofChannel: 'f', ofLabel: 'g' },
});
const filter = {
  fromDate: '2026-03-01',
  toDate: '2026-03-07',
  departmentId: 'd',
  agentId: 'a',
  channelId: 'c',
  labelId: 'l',
  sandbox: true,
};

test('the filters of the address are those of the figures, the tables and the file', () => {
  expect(filterOf(search)).toEqual(filter);
  expect([reportQuery(filterOf(search)).queryKey.at(-1), tablesQuery(filterOf(search)).queryKey.at(-1)]).toEqual([filter, filter]);
  const [path, query] = csvPath(search, 'summary').split('?');
  expect(path).toBe('/e/enterprise/chat/analytics/csv');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ ...filter, sandbox: 'true', kind: 'summary' });
});

test('rows are those of the cell, whose filters stand above those of the page', () => {
  expect(rowsQuery(search).queryKey.at(-1)).toEqual({
    ...filter,
    ...{ fromDate: '2026-03-02', toDate: '2026-03-02', measure: 'chat.missed', hour: 9 },
    ...{ departmentId: 'none', agentId: 'b', lastAgentId: 'e', channelId: 'f', labelId: 'g' },
  });
  expect(rowsQuery(AnalyticsSearch.parse({})).enabled).toBe(false);
});
