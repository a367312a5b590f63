import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { forgetTurns } from '../link/link.repository.ts';
import { bulkExtensions } from './launch.bulk.ts';
import { tendLinks } from './launch.due.ts';
import { closeLink, makeLinks, makeTestLink, readLinks, shortenUrls } from './launch.links.ts';
import { launchRecord } from './launch.record.ts';
import { createLaunch, deleteLaunch, getLaunch, readLaunches, saveLaunch, setLaunchState, startLaunch } from './launch.service.ts';
import { pagesOfCustomer, pagesOfPerson } from './links.personal.ts';

const sweepMs = 60_000;
const calls = endpoints.encapLaunches;

/** Launches of encaps and their links. */
export const encapLaunches: Module = {
  name: 'encap-launches',
  records: [launchRecord],
  extensions: [extend(personalData, pagesOfPerson), extend(customerTraces, pagesOfCustomer), ...bulkExtensions],
  tend: ({ db, now }) => forgetTurns(db, now()),
  routes(app, deps) {
    route(app, calls.list, (ctx, { params, query }) => readLaunches(ctx, params.encapId, query));
    route(app, calls.create, async (ctx, { params, body }) =>
      answer(await createLaunch(ctx, params.encapId, body), 'The launch is created.'),
    );
    route(app, calls.get, (ctx, { params }) => getLaunch(ctx, params));
    route(app, calls.save, async (ctx, { params, body }) => answer(await saveLaunch(ctx, params, body), 'The launch is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await deleteLaunch(ctx, params);
      return answer(null, 'The launch is deleted.');
    });
    route(app, calls.setState, async (ctx, { params, body }) => answer(await setLaunchState(ctx, params, body), 'The launch is changed.'));
    route(app, calls.launch, async (ctx, { body }) => answer(await startLaunch(ctx, body), 'The launch is started.'));
    route(app, calls.links, (ctx, { params, query }) => readLinks(ctx, params, query));
    route(app, calls.makeLinks, async (ctx, { params, body }) =>
      answer(await makeLinks(ctx, deps.secrets, params, body), 'The links are made.'),
    );
    route(app, calls.closeLink, async (ctx, { params }) => answer(await closeLink(ctx, params), 'The link is closed.'));
    route(app, calls.urls, async (ctx, { body }) => answer(await shortenUrls(ctx, body), 'The addresses are made.'));
    route(app, calls.testLink, async (ctx, { params }) => answer(await makeTestLink(ctx, params.encapId), 'The test is ready.'));
  },
  work: (deps) =>
    Promise.resolve(
      scheduleTask(
        sweepMs,
        () => tendLinks(deps),
        (error) => deps.log.warn({ err: error }, 'links of encaps were not looked after'),
        {
          atStart: true,
        },
      ),
    ),
};
