import { sql } from 'kysely';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, personalTraces, retainedData } from '../../../personal-data.ts';
import { hoursFollowers } from '../../account/door.ts';
import { channelUses, firstMessages } from '../../channel/door.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { fileUsers } from '../../file/door.ts';
import { actsOfPerson } from '../act/act.held.repository.ts';
import { startActs } from '../act/act.send.ts';
import { freezeRun } from '../freeze/freeze.ts';
import { holdForHours, holdForTemplates, letGoOn } from '../hold/holds.ts';
import { askAgain, followRuns } from '../hold/hours.ts';
import { holdAfterOutage, keepPulse, pulseEveryMs } from '../hold/lateness.ts';
import { tendRuns } from '../hold/runs.ts';
import { resumeUnpaid, tendHeldRuns } from '../hold/valve.ts';
import { channelTraces } from '../ledger/channel.traces.ts';
import { messagesOfCustomer } from '../ledger/customer.traces.ts';
import { askHours, freezeAudience, resumePaid } from '../queue/sending.jobs.ts';
import { ledgerOfPerson, messagesOfPerson } from '../retention/ledger.personal.ts';
import { retainedMessages } from '../retention/ledger.retention.ts';
import { listRunsWith } from '../run/run.repository.ts';
import { firstMessage } from '../sending/first-message.ts';
import { startDispatcher } from './dispatcher.ts';

const tendMs = 1000;
/** A save of a calendar is followed at once; this finds calendars whose last opening has passed. */
const tendHoursMs = 10_000;

export const sending: Module = {
  tend: ({ db }) => sql`select tend_ledger()`.execute(db),
  name: 'sending',
  jobs: [freezeAudience, resumePaid, askHours],
  extensions: [
    extend(retainedData, retainedMessages),
    extend(personalData, messagesOfPerson),
    extend(personalData, actsOfPerson),
    extend(personalTraces, ledgerOfPerson),
    extend(hoursFollowers, followRuns),
    extend(channelUses, channelTraces),
    extend(firstMessages, firstMessage),
    extend(fileUsers, { list: listRunsWith }),
    extend(customerTraces, messagesOfCustomer),
  ],
  async work(deps) {
    await holdAfterOutage(deps);
    await deps.jobs.handle(freezeAudience, ({ enterpriseId, runId }) => freezeRun(enterpriseContext(deps, enterpriseId), runId));
    await deps.jobs.handle(resumePaid, ({ enterpriseId }) => resumeUnpaid(enterpriseContext(deps, enterpriseId)));
    await deps.jobs.handle(askHours, ({ enterpriseId, calendarIds }) => askAgain(enterpriseContext(deps, enterpriseId), calendarIds));
    const stopPulse = scheduleTask(
      pulseEveryMs,
      async () => void (await keepPulse(deps)),
      (error) => deps.log.warn({ err: error }, 'the pulse of the sending was not kept'),
    );
    const stopDispatcher = await startDispatcher(deps);
    const stopActs = startActs(deps);
    const stopTending = scheduleTask(
      tendMs,
      async () => {
        await holdForTemplates(deps);
        await tendHeldRuns(deps, letGoOn);
        await tendRuns(deps);
      },
      (error) => deps.log.warn({ err: error }, 'runs were not looked after'),
    );
    const stopHours = scheduleTask(
      tendHoursMs,
      () => holdForHours(deps),
      (error) => deps.log.warn({ err: error }, 'runs were not held for their hours'),
    );
    return async () => {
      await stopPulse();
      await stopTending();
      await stopHours();
      await stopActs();
      await stopDispatcher();
    };
  },
};
