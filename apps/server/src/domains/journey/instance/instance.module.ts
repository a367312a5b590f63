import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { hoursFollowers } from '../../account/door.ts';
import { streamTools } from '../../bot/door.ts';
import { chatEndings, streamInbound, streamReturns, takers, visitorStreams } from '../../chat/door.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { customerChanges } from '../../customer/door.ts';
import { inboundSecrets, marketingStops, outcomeListeners } from '../../messaging/door.talk.ts';
import { journeyOutcomes } from '../inbox/instance.receipts.ts';
import { askAgain, followOpenings } from '../opening/opening.follow.ts';
import { askOpenings } from '../opening/opening.jobs.ts';
import { journeyChanges } from '../start/rule.changes.ts';
import { journeyTools } from '../tool/tool.streams.ts';
import { forgetJourneys, tendJourneys } from './due.repository.ts';
import { startByCall, tellEvent, visitorsOfSites } from './instance.api.ts';
import { beginAtEnd, journeyInbound, journeyReturns, journeyTaker, stopByWish } from './instance.inbound.ts';
import { instancesOfPerson } from './instance.personal.ts';
import { askedForSecrets } from './instance.secrets.ts';
import { walksOfCustomer } from './instance.traces.ts';
import { startInstances } from './instance.worker.ts';

const { journeyStarts } = endpoints;

/** Streams as they run: what comes in, the turns, and what is due. */
export const journeyInstances: Module = {
  async tend({ db, now }) {
    await tendJourneys(db);
    await forgetJourneys(db, now());
  },
  name: 'journey-instances',
  extensions: [
    extend(personalData, instancesOfPerson),
    extend(customerTraces, walksOfCustomer),
    extend(streamInbound, journeyInbound),
    extend(streamReturns, journeyReturns),
    extend(takers, journeyTaker),
    extend(inboundSecrets, askedForSecrets),
    extend(chatEndings, beginAtEnd),
    extend(outcomeListeners, journeyOutcomes),
    extend(marketingStops, stopByWish),
    extend(customerChanges, journeyChanges),
    extend(hoursFollowers, followOpenings),
    extend(visitorStreams, visitorsOfSites),
    extend(streamTools, journeyTools),
  ],
  jobs: [askOpenings],
  routes(app) {
    route(app, journeyStarts.start, (ctx, { params, body }) => startByCall(ctx, params.journeyId, body));
    route(app, journeyStarts.event, (ctx, { body }) => tellEvent(ctx, body));
  },
  async work(deps) {
    await deps.jobs.handle(askOpenings, ({ enterpriseId, calendarIds }) => askAgain(enterpriseContext(deps, enterpriseId), calendarIds));
    return startInstances(deps);
  },
};
