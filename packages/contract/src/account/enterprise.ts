import { defineEndpoint } from '../endpoint.ts';
import { Currency, Email, formBoolean, formNumber, Id, Instant, requiredText, TimeZone, text, Version } from '../fields.ts';
import { UploadedFile } from '../file/file.ts';
import { Network } from '../network.ts';
import { z } from '../z.ts';
import { leaves, leavesNothing } from './audit-marks.ts';
import { MailDomain } from './mail-domain.ts';

/** ADMIN-097. */
export const industries = [
  'Financial Services',
  'Health Care',
  'Media & Entertainment',
  'Real Estate & Infrastructure',
  'Software & Technology',
  'Consulting',
  'Business Services',
  'Education',
  'Sports Leisure & Travel',
  'Pharmaceuticals',
] as const;

const optional = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema]).default('');

/** Details of a company, as it states them. */
export const CompanyGeneral = z.object({
  name: requiredText(120),
  industry: optional(z.enum(industries)),
  address: text(500).default(''),
  city: text(120).default(''),
  state: text(120).default(''),
  pincode: text(20).default(''),
  /** ISO 3166-1, two letters, or empty. */
  country: text(120).default(''),
  timeZone: TimeZone,
  contactName: text(120).default(''),
  contactEmail: optional(Email),
  contactPhone: text(32).default(''),
  taxId: text(40).default(''),
  /** The id of a picture, from `uploadLogo`; it stands on invoices. */
  logo: optional(Id),
  /** Currency of prices and costs. */
  currency: Currency.default('INR'),
});
export type CompanyGeneral = z.infer<typeof CompanyGeneral>;

/** Sign-in rules of a company; null: those of the installation. */
export const CompanySecurity = z.object({
  sessionHours: formNumber(1, 168).nullable(),
  idleMinutes: formNumber(5, 10_080).nullable(),
  /** Domains of e-mail addresses that may be invited; none: all. */
  domains: z.array(MailDomain).max(50),
  /** Networks that people may sign in from; none: from anywhere. */
  networks: z.array(Network).max(50),
  passwordDays: formNumber(1, 3650).nullable(),
});
export type CompanySecurity = z.infer<typeof CompanySecurity>;

/** File types of a logo, checked by its content. */
export const logoExtensions = ['png', 'jpg', 'jpeg', 'webp'] as const;
export const logoLimitBytes = 1024 * 1024;

const versioned = { version: z.number() };
/** `logoUrl`: a link to the logo that works for a day; empty without one. */
const GeneralAnswer = z.object({ general: CompanyGeneral, ...versioned, logoUrl: z.string() });
const tag = 'Company';

export const enterpriseEndpoints = {
  general: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/configuration/general',
    summary: 'What the company says of itself',
    tag,
    access: ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT'],
    answer: GeneralAnswer,
  }),
  saveGeneral: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/configuration/general',
    summary: 'Change what the company says of itself',
    audit: leaves('company', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    body: z.object({ general: CompanyGeneral, version: Version }),
    answer: GeneralAnswer,
  }),
  /** Multipart: `file`. */
  uploadLogo: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/configuration/logo',
    summary: 'Upload a PNG, JPEG or WebP picture of up to 1 MB as multipart/form-data; saving the company makes it its logo',
    audit: leavesNothing('a file belongs to nothing until a record names it'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    perMinute: 30,
    answer: UploadedFile,
    wrap: 'response',
  }),
  security: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/configuration/security',
    summary: 'What the company asks of whoever signs in, and where the caller comes from',
    tag,
    access: ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT'],
    answer: z.object({ security: CompanySecurity, ...versioned, address: z.string() }),
  }),
  saveSecurity: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/configuration/security',
    summary: 'Change what the company asks of whoever signs in; what locks the caller out asks for a confirmation',
    audit: leaves('security', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    body: z.object({ security: CompanySecurity, version: Version, confirm: formBoolean.default(false) }),
    answer: z.object({ security: CompanySecurity, ...versioned }),
  }),
  timeZones: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/timezones',
    summary: 'The time zones, by their IANA names',
    tag,
    access: 'session',
    answer: z.object({ timezones: z.array(z.string()), now: Instant }),
  }),
  countries: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/country_codes',
    summary: 'The countries of ISO 3166-1 with their dialling codes',
    tag,
    access: 'session',
    answer: z.object({ countries: z.array(z.object({ code: z.string(), name: z.string(), dialCode: z.string() })) }),
  }),
};
