import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Module } from '../../../module.ts';
import { fillFacts, findUnfilled } from './facts.repository.ts';

const sweepMs = 60_000;

/** Chats that are older than their facts. */
export const chatFacts: Module = {
  name: 'chat-facts',
  work(deps) {
    const fill = async () => {
      for (const enterpriseId of await findUnfilled(deps.db)) {
        const ctx = enterpriseContext(deps, enterpriseId);
        while (await fillFacts(ctx));
      }
    };
    return Promise.resolve(scheduleTask(sweepMs, fill, (error) => deps.log.warn({ err: error }, 'facts of older chats failed')));
  },
};
