import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Module } from '../../../module.ts';
import { remindPeople } from './reminder.service.ts';

const sweepMs = 60_000;

/** Reminders of people who have opened a page and left it. */
export const encapReminders: Module = {
  name: 'encap-reminders',
  work: (deps) =>
    Promise.resolve(
      scheduleTask(
        sweepMs,
        () => remindPeople(deps),
        (error) => deps.log.warn({ err: error }, 'people who have left a page were not reminded'),
        { atStart: true },
      ),
    ),
};
