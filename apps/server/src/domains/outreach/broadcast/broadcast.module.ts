import { broadcastTexts, endpoints, variablesOf } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { calendarUses, exportLists, exportRoute } from '../../account/door.ts';
import { paidRuns } from '../../billing/door.ts';
import { channelUses, templateUses } from '../../channel/door.ts';
import { readingOf } from '../../customer/door.ts';
import { audiences, findMessageDetail, runEnds, runHolds } from '../../messaging/door.run.ts';
import { validateMedia } from '../check/media.validate.ts';
import { namePaidRuns } from '../message/paid-runs.repository.ts';
import { listMappingColumns } from '../message/recipients.ts';
import { readAudience } from './broadcast.audience.ts';
import { tellSender } from './broadcast.ended.ts';
import { broadcastExport } from './broadcast.export.ts';
import { noteHold } from './broadcast.hold.ts';
import { broadcastsOfPerson } from './broadcast.personal.ts';
import { getBroadcast, listBroadcasts, listMessages } from './broadcast.query.ts';
import { broadcastRecord } from './broadcast.record.ts';
import {
  cancelBroadcast,
  previewUnknownOf,
  resumeBroadcast,
  retryBroadcast,
  sendBroadcast,
  sendUnknownOf,
  validateBroadcast,
} from './broadcast.service.ts';
import { scheduledLeft } from './broadcast.work.ts';
import { listOfCalendars, listRunning, listTemplatesInUse } from './uses.repository.ts';

const { broadcasts } = endpoints;

export const broadcast: Module = {
  name: 'broadcast',
  records: [broadcastRecord],
  extensions: [
    extend(personalData, broadcastsOfPerson),
    extend(exportLists, broadcastExport),
    extend(audiences, { source: 'BROADCAST', read: readAudience }),
    extend(runEnds, { source: 'BROADCAST', ended: tellSender }),
    extend(runHolds, { source: 'BROADCAST', noted: noteHold }),
    extend(calendarUses, listOfCalendars),
    extend(channelUses, { listRunning }),
    extend(templateUses, listTemplatesInUse),
    extend(paidRuns, namePaidRuns),
    scheduledLeft,
  ],
  routes(app, deps) {
    route(app, broadcasts.list, (ctx, { query }) => listBroadcasts(ctx, query));
    route(app, broadcasts.send, async (ctx, { body }) => answer(await sendBroadcast(deps, ctx, body), broadcastTexts.sent));
    route(app, broadcasts.get, async (ctx, { params }) => ({ data: await getBroadcast(ctx, params.broadcastId) }));
    route(app, broadcasts.messages, (ctx, { params, query }) => listMessages(ctx, params.broadcastId, query));
    route(app, broadcasts.message, async (ctx, { params }) => {
      const detail = await ctx.read((tx) => findMessageDetail(tx, ctx.enterpriseId, params.messageId, readingOf(ctx.actor), 'BROADCAST'));
      if (!detail) throw new DomainError('message.not_found', 'No such message.', {});
      return detail;
    });
    route(app, broadcasts.validate, (ctx, { body }) => validateBroadcast(deps, ctx, body));
    route(app, broadcasts.columns, async (ctx) => ({ columns: await ctx.read((tx) => listMappingColumns(tx, ctx.enterpriseId)) }));
    route(app, broadcasts.expressionVariables, (_ctx, { body }) => Promise.resolve({ variables: variablesOf(body.expression) }));
    route(app, broadcasts.cancel, async (ctx, { params }) =>
      answer({ cancelled: await cancelBroadcast(ctx, params.broadcastId) }, 'What was not sent yet is cancelled.'),
    );
    route(app, broadcasts.resume, async (ctx, { params }) => {
      await resumeBroadcast(ctx, params.broadcastId);
      return answer({ isResumed: true as const }, 'It goes on.');
    });
    route(app, broadcasts.retry, async (ctx, { params }) => {
      const retried = await retryBroadcast(ctx, params.broadcastId);
      return answer({ retried }, retried === 1 ? 'One message is sent again.' : `${retried} messages are sent again.`);
    });
    route(app, broadcasts.unknown, (ctx, { params }) => previewUnknownOf(ctx, params.broadcastId));
    route(app, broadcasts.sendUnknownAgain, async (ctx, { params, body }) => {
      const told = await sendUnknownOf(ctx, params.broadcastId, body.asOf);
      return answer(told, told.sentAgain === 1 ? 'One message is sent again.' : `${told.sentAgain} messages are sent again.`);
    });
    exportRoute(app, deps, broadcastExport);
    route(app, broadcasts.validateMedia, (ctx, { query }) => validateMedia(ctx, query));
  },
};
