import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { type Outcome, outcomeListeners } from '../../messaging/door.talk.ts';
import { addFailed } from '../row/fallback.repository.ts';

/**
 * True if the message was refused for good, so that its recipient is tried elsewhere; people who opted out are left alone on all channels.
 */
const hasFailed = ({ status, error }: Outcome): boolean => status === 'FAILED' && error?.class !== 'OPTED_OUT';

export const fallbacks: Module = {
  name: 'fallback',
  extensions: [
    extend(outcomeListeners, {
      sources: ['CAMPAIGN'],
      async listen(ctx, tx, outcomes) {
        const failed = outcomes
          .filter(hasFailed)
          .map(({ resourceId, messageId, number }) => ({ activityId: resourceId, messageId, number }));
        if (failed.length > 0) await addFailed(tx, ctx.enterpriseId, failed, ctx.now());
      },
    }),
  ],
};
