import { expect, test } from 'vitest';
import { fieldError } from '../faults.ts';
import { channelTypeNames, channelTypes } from './channel-types.ts';
import { vendorCodes, vendorNames } from './vendor.ts';
import { channelKeys, checkVendorForm, sandboxForm, senderOf, type VendorField, vendorFields, vendorsOf } from './vendor-fields.ts';

const { WHATSAPP, RCS, SMS, EMAIL, WEB } = channelTypes;
type Case = [row: string, vendor: keyof typeof vendorCodes, type: keyof typeof channelTypes, key: string, message: string];
const required: Case[] = [
  ['CHAN-012', 'jio', 'RCS', 'environment', 'Environment is required'],
  ['CHAN-013', 'vi', 'RCS', 'clientId', 'Client id is required'],
  ['CHAN-014', 'ttbs', 'WHATSAPP', 'authToken', 'Auth Token is required'],
  ['CHAN-015', 'routeMobile', 'WHATSAPP', 'username', 'Username is required'],
  ['CHAN-016', 'routeMobile', 'WHATSAPP', 'password', 'Password is required'],
  ['CHAN-017', 'mailchimp', 'EMAIL', 'apiKey', 'Api Key is required'],
  ['CHAN-018', 'kaleyra', 'WHATSAPP', 'sid', 'SID is required'],
  ['CHAN-019', 'mailchimp', 'EMAIL', 'accountName', 'Account Name is required'],
  ['CHAN-020', 'sinch', 'SMS', 'region', 'Region is required'],
  ['CHAN-021', 'sinch', 'SMS', 'appId', 'App Id is required'],
  ['CHAN-022', 'sinch', 'SMS', 'projectId', 'Project Id is required'],
  ['CHAN-023', 'sinch', 'SMS', 'keyId', 'Key Id is required'],
  ['CHAN-024', 'sinch', 'SMS', 'keySecret', 'Key Secret is required'],
  ['CHAN-025', 'karix', 'SMS', 'contactId', 'Contact ID is required'],
  ['CHAN-026', 'mailchimp', 'EMAIL', 'fromEmail', 'Email Id is required'],
  ['CHAN-027', 'airtel', 'WHATSAPP', 'subAccountId', 'Sub account id is required'],
  ['CHAN-028', 'ngn', 'SMS', 'PE_ID', 'PE id is required'],
  ['CHAN-029', 'ngn', 'SMS', 'sender', 'Sender id is required'],
  ['CHAN-030', 'mailchimp', 'EMAIL', 'fromName', 'this field is required'],
  ['CHAN-032', 'airtel', 'WHATSAPP', 'contactId', 'Valid Waba Phone Number is required'],
];
test.each(required)('%s an empty form of %s for %s tells of %s', (_row, vendor, type, field, message) => {
  expect(checkVendorForm(vendor, channelTypes[type], {})).toContainEqual(expect.objectContaining({ field, message }));
  // A stored secret stands in for one that is left empty; nothing else does.
  const faults = checkVendorForm(vendor, channelTypes[type], {}, new Set([field]));
  expect(faults.some((fault) => fault.field === field)).toBe(
    !vendorFields(vendor, channelTypes[type]).find(({ key }) => key === field)?.isSecret,
  );
});

/** The forms with such a field, by vendor and type. */
const formsThat = (has: (field: VendorField) => boolean) =>
  vendorNames.flatMap((vendor) =>
    Object.entries(channelTypes).flatMap(([name, type]) => (vendorFields(vendor, type).some(has) ? [`${vendor} ${name}`] : [])),
  );
const keys = (vendor: Case[1], type: Case[2]) => vendorFields(vendor, channelTypes[type]).map(({ key }) => key);
const faults = (values: Record<string, string>) =>
  checkVendorForm('airtel', WHATSAPP, {
    username: 'u',
    password: 'p',
    customerId: 'c',
    subAccountId: 's',
    environment: 'sandbox',
    ...values,
  });

test('CHAN-003 CHAN-005 the types and their codes', () => {
  expect(Object.entries(channelTypeNames)).toHaveLength(10);
  expect(channelTypes).toEqual({
    SMS: 0,
    EMAIL: 1,
    FACEBOOK_MESSENGER: 3,
    WHATSAPP: 4,
    TELEGRAM: 5,
    GOOGLE_BUSINESS_MESSENGER: 6,
    IVRS: 9,
    RCS: 10,
    INSTAGRAM: 11,
    WEB: 12,
  });
});

test('CHAN-006 one vendor carries the multi-channel types', () => {
  const { GOOGLE_BUSINESS_MESSENGER, INSTAGRAM, FACEBOOK_MESSENGER } = channelTypes;
  for (const type of [WHATSAPP, GOOGLE_BUSINESS_MESSENGER, INSTAGRAM, FACEBOOK_MESSENGER, WEB])
    expect(vendorsOf(type)).toContain('twixormcmi');
});

test('CHAN-007 CHAN-008 CHAN-009 the vendors, their codes, and who carries what', () => {
  expect(vendorCodes).toEqual({
    ...{ karix: 0, karixRCM: 1, smsKarixRcm: 1, sap365: 4, kaleyra: 5, sinch: 6, routeMobile: 7, twixormcmi: 8, airtel: 9 },
    ...{ mailchimp: 10, vi: 11, ngn: 12, ttbs: 13, dotgohub: 14, smsportal: 15, jio: 16, syniverse: 17, tanla: 18, mobeep: 19 },
  });
  expect(vendorsOf(RCS)).toEqual(
    ['karixRCM', 'sinch', 'vi', 'dotgohub', 'jio', 'syniverse', 'airtel'].sort(
      (a, b) => vendorNames.indexOf(a as never) - vendorNames.indexOf(b as never),
    ),
  );
  expect(vendorsOf(EMAIL)).toEqual(['sap365', 'mailchimp']);
  expect(vendorsOf(WEB)).toEqual(['twixormcmi']);
  for (const type of Object.values(channelTypes)) expect(vendorsOf(type).length).toBeGreaterThan(0);
  expect(vendorFields('vi', SMS)).toEqual([]);
});

test('CHAN-010 CHAN-011 CHAN-033 CHAN-034 each form has its own keys, out of the specification’s', () => {
  const all =
    'username password accKey wabaId region appId projectId keyId keySecret clientId clientSecret WebhookVerificationToken namespace companyId authToken authKey customerId agentId subAccountId businessId sid apiKey accountName fromEmail fromName subAccount sender user pswd PE_ID principalEntityId webhookId';
  expect(Object.keys(channelKeys)).toEqual(all.split(' '));
  expect(keys('sinch', 'SMS')).toEqual(expect.arrayContaining(['region', 'appId', 'projectId', 'keyId', 'keySecret', 'environment']));
  expect(keys('mailchimp', 'EMAIL')).toEqual(expect.arrayContaining(['apiKey', 'accountName', 'fromEmail', 'fromName', 'subAccount']));
  const optional = vendorFields('karixRCM', WHATSAPP).filter(({ isRequired }) => !isRequired);
  expect(optional.map(({ key }) => key)).toEqual(['wabaId', 'webhookId']);
  // Meta's own service cannot do without the id of the WhatsApp account.
  expect(formsThat(({ key, isRequired }) => isRequired && (key === 'wabaId' || key === 'webhookId'))).toEqual(['twixormcmi WHATSAPP']);
});

test('CHAN-031 CHAN-038 CHAN-039 numbers, e-mail addresses, digits and choices are checked', () => {
  for (const contactId of ['+919820012345', '91 98200-12345']) expect(faults({ contactId })).toEqual([]);
  for (const contactId of ['98', 'number', '+0123456789'])
    expect(faults({ contactId })).toEqual([fieldError('contactId', 'channel.contact_format')]);
  expect(faults({ contactId: '919820012345', environment: 'test' })).toMatchObject([{ field: 'environment' }]);
  const inputs = new Map(
    [...vendorFields('sinch', SMS), ...vendorFields('mailchimp', EMAIL), ...vendorFields('ngn', SMS)].map((field) => [field.key, field]),
  );
  expect([inputs.get('fromEmail')?.input, inputs.get('PE_ID')?.input, inputs.get('user')?.input]).toEqual([
    'email',
    'numeric',
    'alphaNumeric',
  ]);
  expect([inputs.get('region')?.options, inputs.get('environment')?.options]).toEqual([
    ['eu', 'us'],
    ['sandbox', 'production'],
  ]);
  expect(checkVendorForm('ngn', SMS, { user: 'u', pswd: 'p', sender: 'ACME', PE_ID: '12a', environment: 'sandbox' })).toMatchObject([
    { field: 'PE_ID' },
  ]);
});

test('CHAN-035 CHAN-036 CHAN-037 passwords and keys are secrets, the customer id of Airtel alone', () => {
  const secret = (vendor: Case[1], type: Case[2]) =>
    vendorFields(vendor, channelTypes[type]).flatMap(({ key, isSecret }) => (isSecret ? [key] : []));
  expect(secret('airtel', 'WHATSAPP')).toEqual(['password', 'customerId']);
  expect(formsThat(({ key, isSecret }) => key === 'customerId' && isSecret)).toEqual(['airtel SMS', 'airtel WHATSAPP', 'airtel RCS']);
  expect(formsThat(({ key, isSecret }) => /pass|pswd/.test(key) && !isSecret)).toEqual([]);
  expect(secret('twixormcmi', 'WHATSAPP')).toEqual(['authToken', 'clientSecret', 'WebhookVerificationToken']);
});

test('the sender stands in where no contact id is asked for', () => {
  expect([
    senderOf('', { sender: 'ACME' }),
    senderOf('', { agentId: 'bot' }),
    senderOf('+91', { sender: 'ACME' }),
    senderOf('', {}),
  ]).toEqual(['ACME', 'bot', '+91', '']);
});

test('the form that is filled in for the sandbox is a right one, of each vendor and type, in every field', () => {
  for (const vendor of vendorNames)
    for (const type of Object.values(channelTypes).filter((one) => vendorFields(vendor, one).length > 0)) {
      const form = sandboxForm(vendor, type, '12345');
      expect(checkVendorForm(vendor, type, form), `${vendor} ${type}`).toEqual([]);
      expect(Object.values(form).every(Boolean), `${vendor} ${type}`).toBe(true);
    }
  expect(sandboxForm('airtel', WHATSAPP, '12345')).toMatchObject({ contactId: '+919000012345', environment: 'sandbox' });
});
