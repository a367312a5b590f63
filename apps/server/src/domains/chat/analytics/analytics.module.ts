import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { departmentNames, exportLists, exportRoute } from '../../account/door.ts';
import { listFilterChoices } from '../history/history.repository.ts';
import { countingScope } from './analytics.asked.ts';
import { explainFigure } from './analytics.explain.ts';
import { chatRowsExport, chatsExport } from './analytics.export.ts';
import { chatGrain, openTimeGrain, spellGrain } from './analytics.measures.ts';
import { chatReportRecord } from './analytics.record.ts';
import { readRows } from './analytics.rows.ts';
import { readReport, readTables } from './analytics.service.ts';

const calls = endpoints.chatAnalytics;

/** Figures of chats, each of which opens the chats that it counts. */
export const chatAnalytics: Module = {
  name: 'chat-analytics',
  records: [chatReportRecord],
  extensions: [extend(exportLists, chatsExport), extend(exportLists, chatRowsExport)],
  measures: [chatGrain, openTimeGrain, spellGrain],
  routes(app, deps) {
    route(app, calls.choices, (ctx) =>
      ctx.read(async (tx) => {
        const scope = countingScope(ctx);
        const choices = await listFilterChoices(tx, ctx.enterpriseId, { agents: scope !== 'own' });
        const names = scope === 'own' ? [] : [...(await departmentNames(tx, ctx.enterpriseId))];
        const departments = names
          .filter(([id]) => scope === 'enterprise' || scope.includes(id))
          .map(([id, name]) => ({ id, name }))
          .toSorted((one, other) => one.name.localeCompare(other.name));
        return { ...choices, departments };
      }),
    );
    route(app, calls.report, (ctx, { query }) => readReport(ctx, query));
    route(app, calls.tables, (ctx, { query }) => readTables(ctx, query));
    route(app, calls.explain, (ctx, { query }) => explainFigure(ctx, query));
    route(app, calls.rows, (ctx, { query }) => readRows(ctx, query));
    exportRoute(app, deps, chatsExport);
    exportRoute(app, deps, chatRowsExport);
  },
};
