import { createHash } from 'node:crypto';
import {
  type ChannelType,
  channelTypes,
  checkVendorForm,
  type Environment,
  type FieldError,
  fieldError,
  senderOf,
  type VendorName,
  vendorFields,
} from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { openConfig } from '../channel/channel.connection.ts';
import type { ChannelRow } from '../channel/channel.present.ts';

export type VendorForm = {
  type: number;
  vendor: string;
  contactId: string;
  environment: Environment | '';
  data: Readonly<Record<string, unknown>>;
};
/** A form as it is kept: `config` lies open and has of each secret how it ends, `open` is what the vendor's adapter reads. */
export type ReadForm = {
  type: ChannelType;
  vendor: VendorName;
  contactId: string;
  environment: Environment;
  config: Record<string, string>;
  sealed: Record<string, string>;
  open: Record<string, string>;
};

export const channelInvalid = (...errors: FieldError[]) =>
  new DomainError('channel.invalid', errors.map(({ message }) => message).join(' '), { errors });

const longest = 2000;

/** The end of a short secret would tell too much of it. */
const endingOf = (secret: string) => (secret.length >= 12 ? secret.slice(-4) : '');
const typed = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' && Number.isFinite(value) ? String(value) : '';

/**
 * Reads the vendor's form. A secret that is left out stays as stored while the vendor is the same one: it belongs to the vendor that it was
 * given for. `null` takes an optional one away.
 * @throws DomainError channel.invalid with the specification's sentences
 */
export function readForm(secrets: Secrets, form: VendorForm, before?: ChannelRow): ReadForm {
  const type = form.type as ChannelType;
  if (form.vendor === '') throw channelInvalid(fieldError('vendor', 'channel.vendor_missing'));
  const vendor = form.vendor as VendorName;
  const fields = type === channelTypes.WEB ? [] : vendorFields(vendor, type);
  if (fields.length === 0) throw channelInvalid(fieldError('vendor', 'channel.not_carried', { vendor }));
  const stored = before?.vendor === vendor ? openConfig({ secrets }, before) : {};
  const values: Record<string, string> = Object.fromEntries(fields.map(({ key }) => [key, typed(form.data[key])]));
  values.contactId = form.contactId.trim() || (values.contactId ?? '');
  values.environment = form.environment || (values.environment ?? '');
  const kept = new Set(
    fields.filter(({ key, isSecret }) => isSecret && stored[key] && form.data[key] !== null).map(({ key }) => key as string),
  );
  const faults = checkVendorForm(vendor, type, values, kept);
  const tooLong = fields.find(({ key }) => (values[key] ?? '').length > longest);
  if (tooLong) faults.push(fieldError(tooLong.key, 'text.too_long', { maximum: longest }));
  const unstorable = fields.find(({ key }) => (values[key] ?? '').includes('\u0000') || !(values[key] ?? '').isWellFormed());
  if (unstorable) faults.push(fieldError(unstorable.key, 'text.not_kept'));
  if (type === channelTypes.GOOGLE_BUSINESS_MESSENGER && values.environment === 'production')
    faults.push(fieldError('environment', 'channel.service_ended'));
  if (faults.length > 0) throw channelInvalid(...faults);

  const read: ReadForm = { type, vendor, contactId: '', environment: values.environment as Environment, config: {}, sealed: {}, open: {} };
  for (const { key, isSecret } of fields) {
    if (key === 'contactId' || key === 'environment') continue;
    const value = values[key] || (kept.has(key) ? (stored[key] ?? '') : '');
    if (value === '') continue;
    read.open[key] = value;
    if (isSecret) read.sealed[key] = value;
    read.config[key] = isSecret ? endingOf(value) : value;
  }
  const isMobile = fields.some(({ key, input }) => key === 'contactId' && input === 'mobile');
  read.contactId = senderOf(isMobile ? values.contactId.replace(/[\s()-]/g, '') : values.contactId, read.config);
  return read;
}

/** The same for the same connection, and telling nothing of what is in it. */
export function hashOfForm(secrets: Secrets, enterpriseId: string, { type, vendor, contactId, environment, open }: ReadForm): string {
  const sorted = Object.entries(open).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([enterpriseId, type, vendor, contactId, environment, sorted]);
  const digest = createHash('sha256').update(text).digest('base64url');
  return secrets.sign(digest, new Date(0)).split('.').at(-1) ?? '';
}
