import { endpoints, runActions } from '@parley/contract';
import { withBin } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Ctx } from '../../../context.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { calendarUses, exportLists, exportRoute } from '../../account/door.ts';
import { channelUses, templateUses } from '../../channel/door.ts';
import { phoneBookUses } from '../../customer/door.ts';
import { fileUsers } from '../../file/door.ts';
import { audiences, runEnds, runHolds } from '../../messaging/door.run.ts';
import { readPeople } from '../activity/activity.audience.ts';
import { noteHold } from '../activity/activity.hold.ts';
import { labelPeople, listPeople, recipientsExport } from '../activity/activity.people.ts';
import { explain, previewActivity } from '../activity/activity.preview.ts';
import { getActivity, getProgress, listActivities } from '../activity/activity.query.ts';
import { cloneActivity, commentOn, createActivity, retryActivity, updateActivityPlan } from '../activity/activity.service.ts';
import { previewUnknownOf, sendUnknownOf } from '../activity/activity.unknown.ts';
import { approvalsLeft, campaignsLeft } from '../activity/activity.uses.ts';
import { listOfCalendars, listOfFiles, listOfPhoneBook, listOfTemplates, listOnChannel } from '../activity/uses.repository.ts';
import { estimateActivity } from '../campaign/campaign.check.ts';
import { activityRecord } from '../row/activity.record.ts';
import { chooseByHand } from './activity.choose.ts';
import { approveActivity, rejectActivity, submitActivity, withdrawActivity } from './activity.decide.ts';
import { activityBin, deleteActivity } from './activity.delete.ts';
import { completeActivity } from './activity.ended.ts';
import { pauseActivity, resumeActivity, scheduleActivity, slowDown, stopActivity } from './activity.run.ts';
import { tendActivities } from './activity.schedule.ts';
import { startByPerson } from './activity.start.ts';
import { startFor } from './activity.start-for.ts';

const { activities } = endpoints;
const tendMs = 1000;

type Action = { state: 'Submitted' | 'New' | number; reason: string };

/** The generic call carries every change other than start, approve and reject (CAMP-067). */
async function act(ctx: Ctx, activityId: string, { state, reason }: Action) {
  switch (state) {
    case 'Submitted':
      return { activity: await submitActivity(ctx, activityId), unsent: 0 };
    case 'New':
      return { activity: await withdrawActivity(ctx, activityId, reason), unsent: 0 };
    case runActions.schedule:
      return { activity: await scheduleActivity(ctx, activityId), unsent: 0 };
    case runActions.resume:
      return { activity: await resumeActivity(ctx, activityId, reason), unsent: 0 };
    case runActions.pause:
      return { activity: await pauseActivity(ctx, activityId, reason), unsent: 0 };
    default: {
      const unsent = await stopActivity(ctx, activityId, reason);
      return { activity: await getActivity(ctx, activityId), unsent };
    }
  }
}

export const activity: Module = {
  name: 'activity',
  records: [withBin(activityRecord, activityBin)],
  extensions: [
    extend(audiences, { source: 'CAMPAIGN', read: readPeople }),
    extend(runEnds, { source: 'CAMPAIGN', ended: completeActivity }),
    extend(runHolds, { source: 'CAMPAIGN', noted: noteHold }),
    extend(channelUses, { listRunning: listOnChannel }),
    extend(templateUses, listOfTemplates),
    extend(phoneBookUses, listOfPhoneBook),
    extend(fileUsers, { list: listOfFiles }),
    extend(calendarUses, listOfCalendars),
    extend(exportLists, recipientsExport),
    campaignsLeft,
    approvalsLeft,
  ],
  routes(app, deps) {
    route(app, activities.list, (ctx, { query }) => listActivities(ctx, query));
    route(app, activities.get, (ctx, { params }) => getActivity(ctx, params.activityId));
    route(app, activities.create, async (ctx, { body }) => answer(await createActivity(ctx, body), 'The iteration is made.'));
    route(app, activities.update, async (ctx, { params, body }) =>
      answer(await updateActivityPlan(ctx, params.activityId, body), 'The iteration is saved.'),
    );
    route(app, activities.start, async (ctx, { params }) => {
      await startByPerson(ctx, params.activityId);
      return answer(await getActivity(ctx, params.activityId), 'The iteration is started.');
    });
    route(app, activities.startFor, async (ctx, { params, body }) => {
      const told = await startFor(ctx, params.activityId, body);
      return answer({ ...told, activity: await getActivity(ctx, params.activityId) }, 'The iteration is started.');
    });
    route(app, activities.approve, async (ctx, { params, body }) =>
      answer(await approveActivity(ctx, params.activityId, body), 'The iteration is approved.'),
    );
    route(app, activities.reject, async (ctx, { params, body }) =>
      answer(await rejectActivity(ctx, params.activityId, body.reason), 'The iteration is rejected.'),
    );
    route(app, activities.clone, async (ctx, { params, body }) =>
      answer(await cloneActivity(ctx, params.activityId, body), 'The iteration is copied.'),
    );
    route(app, activities.estimate, (ctx, { params }) => estimateActivity(ctx, params.activityId));
    route(app, activities.instances, (ctx, { params }) => getProgress(ctx, params.activityId));
    route(app, activities.action, (ctx, { params, body }) => act(ctx, params.activityId, body));
    route(app, activities.choose, async (ctx, { params, body }) =>
      answer(await chooseByHand(ctx, params.activityId, body), 'The content is chosen.'),
    );
    route(app, activities.remove, async (ctx, { params }) => {
      await deleteActivity(ctx, params.activityId);
      return answer(null, 'The iteration is in the bin.');
    });
    route(app, activities.comment, (ctx, { params, body }) => commentOn(ctx, params.activityId, body));
    route(app, activities.speed, (ctx, { params, body }) => slowDown(ctx, params.activityId, body.perMinute));
    route(app, activities.recipients, (ctx, { params, query }) => listPeople(ctx, params.activityId, query));
    exportRoute(app, deps, recipientsExport);
    route(app, activities.why, (ctx, { params, query }) => explain(ctx, params.activityId, query.number));
    route(app, activities.preview, async (ctx, { params, query }) => ({ previews: await previewActivity(ctx, params.activityId, query) }));
    route(app, activities.label, (ctx, { params, body }) => labelPeople(ctx, params.activityId, body));
    route(app, activities.unknown, (ctx, { params, query }) => previewUnknownOf(ctx, params.activityId, query.run));
    route(app, activities.sendUnknownAgain, async (ctx, { params, body }) => {
      const told = await sendUnknownOf(ctx, params.activityId, body);
      return answer(told, told.sentAgain === 1 ? 'One message is sent again.' : `${told.sentAgain} messages are sent again.`);
    });
    route(app, activities.retry, async (ctx, { params, body }) =>
      answer(await retryActivity(ctx, params.activityId, body.requestKey), 'The iteration is made.'),
    );
  },
  work(deps) {
    const stop = scheduleTask(
      tendMs,
      () => tendActivities(deps),
      (error) => deps.log.warn({ err: error }, 'iterations were not looked after'),
    );
    return Promise.resolve(stop);
  },
};
