import { type PersonalData, personalRows } from '../../../personal-data.ts';
import { deleteEventsOf, selectEventsOf } from './event.repository.ts';

const firstId = '00000000-0000-0000-0000-000000000000';

/** Events for own systems, delivered or waiting: the event goes with its deliveries and attempts. */
export const webhookEventsOfPerson: PersonalData = personalRows({
  kind: 'webhookEvents',
  tables: ['webhookEvents', 'webhookDeliveries', 'webhookAttempts'],
  rows: selectEventsOf,
  async erase(_ctx, tx, person, { cursor }) {
    const { erased, last } = await deleteEventsOf(tx, person, cursor || firstId);
    return { erased, more: last !== null, ...(last ? { cursor: last } : {}) };
  },
});
