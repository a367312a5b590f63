import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { tendStatements } from './sql.log.repository.ts';
import { reportingLoginRecord } from './sql.record.ts';
import { getAccess, listLog, renew, switchOff, switchOn } from './sql.service.ts';
import { watchSql } from './sql.watch.ts';

/** An enterprise reads its figures by SQL, by a login of its own over the views of the schema `reporting`. */
export const sqlAccess: Module = {
  name: 'sql',
  records: [reportingLoginRecord],
  routes(app, { config }) {
    const calls = endpoints.sql;
    route(app, calls.get, (ctx) => getAccess(ctx, config.sqlAddress));
    route(app, calls.on, async (ctx) =>
      answer(await switchOn(ctx, config.sqlAddress), 'Reading by SQL is on. Copy the password now: it is not shown again.'),
    );
    route(app, calls.renew, async (ctx) =>
      answer(await renew(ctx, config.sqlAddress), 'There is a new login. Copy its password now: it is not shown again.'),
    );
    route(app, calls.off, async (ctx) => answer(await switchOff(ctx, config.sqlAddress), 'Reading by SQL is off.'));
    route(app, calls.log, (ctx, { query }) => listLog(ctx, query));
  },
  work: (deps) => Promise.resolve(watchSql(deps)),
  tend: ({ db }) => tendStatements(db),
};
