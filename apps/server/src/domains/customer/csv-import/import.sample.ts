import { consentChannels, consentFields, consentWords, customerFields } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';

import { csvHead, csvLines } from '#platform/files/csv-table.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { listColumns } from '../bulk/customer.export.ts';
import { shownAttributes } from '../query/customer.query.ts';

const examples: Record<(typeof customerFields)[number]['name'], string> = {
  phoneNumber: '+919820012345',
  name: 'Asha Rao',
  whatsAppNumber: '+919820012345',
  emailId: 'asha@example.com',
  facebookId: '',
  instaId: '',
  twitterId: '',
  language: 'en',
  timeZone: 'Asia/Kolkata',
};

function exampleOf({ rules }: Attribute): string {
  const [option] = rules.options;
  if (option) return option;
  if (rules.fieldType === 'boolean') return 'Yes';
  if (rules.inputType === 'email') return 'asha@example.com';
  const isNumber = rules.inputType === 'number' || rules.inputType === 'decimal';
  return (isNumber ? '1' : 'Text').padEnd(rules.minLength, isNumber ? '0' : 'x').slice(0, rules.maxLength);
}

/** A file with the system headers and one row that an import accepts. */
export async function makeSample(tx: Read, enterpriseId: string): Promise<string> {
  const attributes = await listAttributes(tx, enterpriseId);
  const columns = listColumns(attributes, { seesNumbers: true, seesEmails: true }, new Set(consentChannels));
  const row = [
    ...customerFields.map(({ name }) => examples[name]),
    ...consentFields.map(() => consentWords.granted),
    ...shownAttributes(attributes).map(exampleOf),
  ];
  return csvHead(columns) + csvLines([row]);
}
