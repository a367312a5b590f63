import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Module } from '../../../module.ts';
import { makePlayable } from '../playable/playable.jobs.ts';
import { getCopy, makeWaiting, presentCopy, removeLeft } from '../playable/playable.service.ts';
import { findDownload } from './file.service.ts';

/** @returns lets one piece of work go on at a time, in the order in which they come */
function inTurn(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    last = own.catch(() => {});
    return own;
  };
}

export const playable: Module = {
  name: 'playable',
  jobs: [makePlayable],
  routes(app, deps) {
    route(app, endpoints.files.playable, async (ctx, { params, query }) => {
      await findDownload(deps, params.fileId, query['x-access-id'], { actor: ctx.actor, following: 'look' });
      return presentCopy(await getCopy(ctx, params.fileId));
    });
  },
  async work(deps) {
    const stop = new AbortController();
    const take = inTurn();
    await removeLeft(deps);
    await deps.jobs.handle(makePlayable, ({ enterpriseId, fileId }) =>
      take(() => makeWaiting(enterpriseContext(deps, enterpriseId), deps, fileId, stop.signal)),
    );
    return () => stop.abort();
  },
};
