import { defineRecord } from '#platform/audit/record.ts';
import type { Read } from '#platform/db/database.ts';
import { findOnboarding, listNumbers, type NumberRow, type OnboardingRow } from './onboarding.repository.ts';

const statesOf = (steps: OnboardingRow['steps'] | NumberRow['steps']) =>
  Object.fromEntries(Object.entries(steps).flatMap(([step, { state }]) => (state === 'RUNNING' ? [] : [[step, state]])));

async function snapshot(tx: Read, enterpriseId: string, id: string) {
  const row = await findOnboarding(tx, enterpriseId, id);
  if (!row) return undefined;
  const numbers = await listNumbers(tx, enterpriseId, [id]);
  return {
    environment: row.environment,
    wabaName: row.wabaName,
    wabaId: row.wabaId,
    steps: statesOf(row.steps),
    numbers: Object.fromEntries(numbers.map((number) => [`+${number.phone}`, statesOf(number.steps)])),
    // A sealed text that differs tells a changed secret.
    keys: [row.sealedToken, ...numbers.map(({ sealedPin }) => sealedPin)].filter(Boolean).join(' '),
  };
}

/** WhatsApp numbers on their way in; of the sign-in and the PINs an entry says that they changed. */
export const onboardingRecord = defineRecord({
  kind: 'onboarding',
  module: 'channels',
  tables: ['whatsappOnboardings', 'whatsappNumbers'],
  fields: { environment: 'plain', wabaName: 'plain', wabaId: 'plain', steps: 'plain', numbers: 'plain', keys: 'secret' },
  read: snapshot,
  nameOf: ({ wabaName, wabaId }) => String(wabaName || wabaId || 'WhatsApp'),
  link: (id) => `/admin/whatsapp-onboarding?id=${id}`,
});
