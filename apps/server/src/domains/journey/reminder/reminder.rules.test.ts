import { expect, test } from 'vitest';
import { nextReminder } from './reminder.rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const reminders = { channelId: 'c', templateId: 't', hours: [2, 24] };

test('The first reminder counts from the last sign of a person, further ones leave a pause, and none comes behind the end of a link', () => {
  const asked = { reminders, reminded: 0, last: at(0), expiresAt: at(100) };
  expect(nextReminder(asked)).toEqual(at(2));
  expect(nextReminder({ ...asked, reminded: 1, after: at(2) })).toEqual(at(24));
  expect(nextReminder({ ...asked, reminded: 1, after: at(30) })).toEqual(at(31));
  expect(nextReminder({ ...asked, reminded: 2 })).toBeNull();
  expect(nextReminder({ ...asked, expiresAt: at(2) })).toBeNull();
  expect(nextReminder({ ...asked, reminders: null })).toBeNull();
});
