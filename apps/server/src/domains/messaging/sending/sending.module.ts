import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, personalTraces, retainedData } from '../../../personal-data.ts';
import { channelUses } from '../../channel/door.ts';
import { customerTraces } from '../../customer/door.ts';
import { fileUsers } from '../../file/door.ts';
import { channelTraces } from './channel.traces.ts';
import { messagesOfCustomer } from './customer.traces.ts';
import { startDispatcher } from './dispatcher.ts';
import { freezeRun } from './freeze.ts';
import { ledgerOfPerson, messagesOfPerson } from './ledger.personal.ts';
import { retainedMessages } from './ledger.retention.ts';
import { listRunsWith } from './run.repository.ts';
import { tendRuns } from './runs.ts';
import { freezeAudience } from './sending.jobs.ts';
import { tendHeldRuns } from './valve.ts';

const tendMs = 1000;

export const sending: Module = {
  name: 'sending',
  jobs: [freezeAudience],
  extensions: [
    extend(retainedData, retainedMessages),
    extend(personalData, messagesOfPerson),
    extend(personalTraces, ledgerOfPerson),
    extend(channelUses, channelTraces),
    extend(fileUsers, { list: listRunsWith }),
    extend(customerTraces, messagesOfCustomer),
  ],
  async work(deps) {
    await deps.jobs.handle(freezeAudience, ({ enterpriseId, runId }) => freezeRun(enterpriseContext(deps, enterpriseId), runId));
    const stopDispatcher = await startDispatcher(deps);
    const stopTending = scheduleTask(
      tendMs,
      async () => {
        await tendHeldRuns(deps);
        await tendRuns(deps);
      },
      (error) => deps.log.warn({ err: error }, 'runs were not looked after'),
    );
    return async () => {
      await stopTending();
      await stopDispatcher();
    };
  },
};
