import { type FieldError, faultTexts, fieldError } from '../faults.ts';
import { type ChannelType, channelTypes } from './channel-types.ts';
import { type VendorName, vendorNames } from './vendor.ts';

/** Kind of input for a field of a channel form (CHAN-038): `mobile` is a phone number, `select` one of the options. */
export type FieldInput = 'alphaNumeric' | 'email' | 'numeric' | 'mobile' | 'select';
export type VendorField = {
  key: ChannelKey | 'contactId' | 'environment';
  label: string;
  /** Shown when a required field has no value (CHAN-012 to CHAN-030, CHAN-032) */
  message: string;
  input: FieldInput;
  /** Write-only: later reads say that it is set, and its last four characters */
  isSecret: boolean;
  isRequired: boolean;
  options?: readonly string[];
};

type KeyFacts = { label: string; message: string; isSecret?: true; input?: FieldInput; options?: readonly string[] };

/** The configuration keys of the specification (CHAN-010) but for contactId and environment, which every channel has of its own. */
export const channelKeys = {
  username: { label: 'Username', message: 'Username is required' },
  password: { label: 'Password', message: 'Password is required', isSecret: true },
  accKey: { label: 'Account key', message: 'Account Key is required', isSecret: true },
  wabaId: { label: 'WABA id', message: 'Waba id is required' },
  region: { label: 'Region', message: 'Region is required', input: 'select', options: ['eu', 'us'] },
  appId: { label: 'App id', message: 'App Id is required' },
  projectId: { label: 'Project id', message: 'Project Id is required' },
  keyId: { label: 'Key id', message: 'Key Id is required' },
  keySecret: { label: 'Key secret', message: 'Key Secret is required', isSecret: true },
  clientId: { label: 'Client id', message: 'Client id is required' },
  clientSecret: { label: 'Client secret', message: 'Client Secret is required', isSecret: true },
  WebhookVerificationToken: { label: 'Webhook verification token', message: 'Webhook Verification Token is required', isSecret: true },
  namespace: { label: 'Namespace', message: 'Namespace is required' },
  companyId: { label: 'Company id', message: 'Company id is required' },
  authToken: { label: 'Auth token', message: 'Auth Token is required', isSecret: true },
  authKey: { label: 'Auth key', message: 'Auth Key is required', isSecret: true },
  customerId: { label: 'Customer id', message: 'Customer id is required' },
  agentId: { label: 'Agent id', message: 'Agent id is required' },
  subAccountId: { label: 'Sub account id', message: 'Sub account id is required' },
  businessId: { label: 'Business id', message: 'Business id is required' },
  sid: { label: 'SID', message: 'SID is required' },
  apiKey: { label: 'API key', message: 'Api Key is required', isSecret: true },
  accountName: { label: 'Account name', message: 'Account Name is required' },
  fromEmail: { label: 'Email id', message: 'Email Id is required', input: 'email' },
  fromName: { label: 'Sender name', message: faultTexts['channel.no_sender_name'] },
  subAccount: { label: 'Sub account', message: 'Sub account is required' },
  sender: { label: 'Sender id', message: 'Sender id is required' },
  user: { label: 'User', message: 'Username is required' },
  pswd: { label: 'Password', message: 'Password is required', isSecret: true },
  PE_ID: { label: 'PE id', message: 'PE id is required', input: 'numeric' },
  principalEntityId: { label: 'PE id', message: 'PE id is required', input: 'numeric' },
  webhookId: { label: 'Webhook id', message: 'Webhook id is required' },
} as const satisfies Record<string, KeyFacts>;
export type ChannelKey = keyof typeof channelKeys;

export const environments = ['sandbox', 'production'] as const;
export type Environment = (typeof environments)[number];
export const contactIdInvalid = faultTexts['channel.contact_format'];

type Table = Record<VendorName, Partial<Record<ChannelType, string>>>;
const t = channelTypes;

const meta = 'contactId authToken clientSecret WebhookVerificationToken';
const sinch = 'contactId? region appId projectId keyId keySecret WebhookVerificationToken?';
const rbm = 'agentId clientId clientSecret';

/**
 * Fields of each vendor's form, in the form's order (CHAN-011, channels.md 1). '?' may stay empty; `contactId:mobile` is a phone number.
 * WEB is ours: its form has no keys.
 */
const table: Table = {
  routeMobile: { [t.WHATSAPP]: 'contactId:mobile username password wabaId?' },
  karix: { [t.WHATSAPP]: 'contactId:mobile username password wabaId?', [t.SMS]: 'contactId username password PE_ID?' },
  karixRCM: { [t.WHATSAPP]: 'contactId:mobile accKey wabaId? webhookId?', [t.RCS]: 'contactId accKey webhookId?' },
  smsKarixRcm: { [t.SMS]: 'sender accKey PE_ID' },
  sap365: {
    [t.WHATSAPP]: 'contactId:mobile username password namespace accountName?',
    [t.SMS]: 'contactId username password accountName?',
    [t.EMAIL]: 'fromEmail fromName username password accountName?',
  },
  kaleyra: {
    [t.WHATSAPP]: 'contactId:mobile sid apiKey wabaId?',
    [t.SMS]: 'contactId sid apiKey PE_ID?',
  },
  sinch: {
    [t.WHATSAPP]: sinch,
    [t.RCS]: sinch,
    [t.SMS]: sinch,
    [t.FACEBOOK_MESSENGER]: sinch,
    [t.INSTAGRAM]: sinch,
    [t.TELEGRAM]: sinch,
    [t.IVRS]: 'contactId:mobile keyId keySecret',
  },
  // Channels that are spoken directly have no vendor of their own in the specification: Meta's and Telegram's are the multi-channel vendor's.
  twixormcmi: {
    [t.WEB]: '',
    [t.WHATSAPP]: 'contactId wabaId authToken clientSecret WebhookVerificationToken appId? companyId?',
    [t.FACEBOOK_MESSENGER]: meta,
    [t.INSTAGRAM]: meta,
    [t.TELEGRAM]: 'contactId authToken WebhookVerificationToken?',
    [t.GOOGLE_BUSINESS_MESSENGER]: 'contactId authToken',
  },
  airtel: {
    [t.WHATSAPP]: 'contactId:mobile username password customerId subAccountId wabaId? businessId? appId?',
    [t.SMS]: 'contactId username password customerId subAccountId? PE_ID?',
    [t.RCS]: 'agentId username password customerId subAccountId? appId?',
  },
  mailchimp: { [t.EMAIL]: 'apiKey accountName fromEmail fromName subAccount? authKey?' },
  vi: { [t.RCS]: rbm },
  ngn: { [t.SMS]: 'user pswd sender PE_ID' },
  ttbs: { [t.WHATSAPP]: 'contactId:mobile authToken wabaId?' },
  dotgohub: { [t.RCS]: rbm },
  smsportal: { [t.SMS]: 'clientId clientSecret sender?' },
  jio: { [t.RCS]: rbm },
  syniverse: {
    [t.SMS]: 'contactId companyId authToken',
    [t.RCS]: 'contactId companyId authToken',
    [t.WHATSAPP]: 'contactId:mobile companyId authToken',
  },
  tanla: { [t.SMS]: 'sender username password principalEntityId' },
  mobeep: { [t.SMS]: 'sender apiKey PE_ID' },
};

const environment: VendorField = {
  key: 'environment',
  label: 'Environment',
  message: 'Environment is required',
  input: 'select',
  isSecret: false,
  isRequired: true,
  options: environments,
};

const contactLabels: Partial<Record<ChannelType, string>> = {
  [t.SMS]: 'Sender number or id',
  [t.FACEBOOK_MESSENGER]: 'Page id',
  [t.INSTAGRAM]: 'Account id',
  [t.TELEGRAM]: "Bot's user name",
};

function contactField(type: ChannelType, vendor: VendorName, isMobile: boolean, isRequired: boolean): VendorField {
  const isDirect = vendor === 'twixormcmi' && type === t.WHATSAPP;
  return {
    key: 'contactId',
    label: isDirect ? 'Phone number id' : isMobile ? 'Phone number' : (contactLabels[type] ?? 'Contact id'),
    message: isMobile ? `Valid ${type === t.WHATSAPP ? 'Waba ' : ''}Phone Number is required` : 'Contact ID is required',
    input: isMobile ? 'mobile' : isDirect ? 'numeric' : 'alphaNumeric',
    isSecret: false,
    isRequired,
  };
}

/** The fields of one vendor's form for one type of channel; none where the vendor does not carry it. */
export function vendorFields(vendor: VendorName, type: ChannelType): VendorField[] {
  const row = table[vendor][type];
  if (!row) return [];
  const fields = row.split(' ').map((word): VendorField => {
    const isRequired = !word.endsWith('?');
    const [key = '', kind] = word.replace('?', '').split(':');
    if (key === 'contactId') return contactField(type, vendor, kind === 'mobile', isRequired);
    const { label, message, isSecret, input = 'alphaNumeric', options }: KeyFacts = channelKeys[key as ChannelKey];
    return {
      key: key as ChannelKey,
      label,
      message,
      input,
      // CHAN-037: of all vendors Airtel's customer id is masked.
      isSecret: isSecret === true || (key === 'customerId' && vendor === 'airtel'),
      isRequired,
      ...(options ? { options } : {}),
    };
  });
  return [...fields, environment];
}

/**
 * A form that the simulator takes, for users who try a vendor out and have no account there.
 * @param digits five digits that tell one such channel from another
 */
export function sandboxForm(vendor: VendorName, type: ChannelType, digits: string): Record<string, string> {
  const fill = ({ key, input, options }: VendorField): string => {
    if (key === 'environment') return 'sandbox';
    if (input === 'mobile') return `+9190000${digits}`;
    if (input === 'numeric') return `10000${digits}`;
    if (input === 'email') return `sandbox${digits}@example.com`;
    return input === 'select' ? (options?.[0] ?? '') : `sandbox-${key}-${digits}`;
  };
  return Object.fromEntries(vendorFields(vendor, type).map((field) => [field.key, fill(field)]));
}

export const carries = (vendor: VendorName, type: ChannelType): boolean => table[vendor][type] !== undefined;
export const vendorsOf = (type: ChannelType): VendorName[] => vendorNames.filter((vendor) => carries(vendor, type));

/** Keys that identify the sender where a form has no contact id. */
const senderKeys = ['sender', 'agentId', 'fromEmail', 'appId', 'clientId'] as const satisfies readonly ChannelKey[];
export const senderOf = (contactId: string, keys: Readonly<Record<string, string>>): string =>
  contactId || (senderKeys.map((key) => keys[key]).find(Boolean) ?? '');

const mobilePattern = /^\+?[1-9]\d{7,14}$/;
const emailLike = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Returns the faults of a filled-in form, in the specification's words.
 * @param isSet keys whose secret is stored already, so that an empty one keeps it
 */
export function checkVendorForm(
  vendor: VendorName,
  type: ChannelType,
  values: Readonly<Record<string, string>>,
  isSet: ReadonlySet<string> = new Set(),
): FieldError[] {
  return vendorFields(vendor, type).flatMap((field) => {
    const value = (values[field.key] ?? '').trim();
    if (value === '') return field.isRequired && !(field.isSecret && isSet.has(field.key)) ? [requiredError(field)] : [];
    return faultsOf(field, value);
  });
}

/** The specification's sentences name things otherwise than the labels do, and the one of a sender's name names nothing. */
const requiredError = ({ key, message }: VendorField): FieldError =>
  key === 'fromName'
    ? fieldError(key, 'channel.no_sender_name')
    : fieldError(key, 'value.required', { label: message.replace(/ is required$/, '') });

function faultsOf({ key, input, options = [], label }: VendorField, value: string): FieldError[] {
  if (input === 'mobile' && !mobilePattern.test(value.replace(/[\s()-]/g, ''))) return [fieldError(key, 'channel.contact_format')];
  if (input === 'email' && !emailLike.test(value)) return [fieldError(key, 'email.invalid')];
  if (input === 'numeric' && !/^\d+$/.test(value)) return [fieldError(key, 'channel.digits', { label })];
  if (input === 'select' && !options.includes(value)) return [fieldError(key, 'channel.choice', { label, choices: options.join(', ') })];
  return [];
}
