import { auditActions, auditKinds, auditModules, z } from '@parley/contract';

const day = z
  .union([z.iso.date(), z.literal('')])
  .default('')
  .catch('');
const oneOf = <T extends readonly [string, ...string[]]>(values: T) =>
  z
    .union([z.enum(values), z.literal('')])
    .default('')
    .catch('');
const text = z.string().default('').catch('');

/** Search parameters of the audit trail; defaults stay out of the address. */
export const AuditSearch = z.object({
  fromDate: day,
  toDate: day,
  userId: text,
  module: oneOf(auditModules),
  action: oneOf(auditActions),
  kind: oneOf(auditKinds),
  recordId: text,
  search: text,
  from: z.coerce.number().int().min(0).default(0).catch(0),
  open: text,
});
export type AuditSearch = z.infer<typeof AuditSearch>;
export const noAuditSearch: AuditSearch = {
  fromDate: '',
  toDate: '',
  userId: '',
  module: '',
  action: '',
  kind: '',
  recordId: '',
  search: '',
  from: 0,
  open: '',
};
