import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Currency, Id, Instant, jsonText, Page, requiredText, text, Version } from '../fields.ts';
import { Amount } from '../money.ts';
import { z } from '../z.ts';
import { Invoice, Rate } from './billing.ts';
import { accountStatuses, rateCategories } from './billing-kinds.ts';

const WholeAmount = z.coerce.number().pipe(Amount);
const Price = WholeAmount.pipe(z.number().min(0).max(1_000_000_000_000));

export const OperatorAccount = z.object({
  enterpriseId: Id,
  name: z.string(),
  currency: Currency,
  plan: z.enum(['PREPAID', 'POSTPAID']),
  status: z.enum(accountStatuses),
  overdraft: Amount,
  credit: Amount,
  taxBasisPoints: z.number(),
  /** Balances as the enterprise reads them */
  walletBalance: Amount,
  reserved: Amount,
  available: Amount,
  /** Time since when the books do not add up */
  differenceAt: Instant.nullable(),
  version: z.number(),
});
export type OperatorAccount = z.infer<typeof OperatorAccount>;

export const NewRate = z.object({
  channelType: z.coerce.number().int().min(0).max(100),
  vendor: text(60).default(''),
  category: z.enum(rateCategories).default(''),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/)
    .default(''),
  fromUnits: z.coerce.number().int().min(0).max(1_000_000_000_000).default(0),
  price: Price,
});

/** Calls of the operator, who runs the installation, by OPERATOR_TOKEN. Without it in the configuration there are none. */
const base = '/operator/billing';
const common = { tag: 'Operator', access: 'public', perMinute: 120 } as const;
const params = z.object({ enterpriseId: Id });

export const operatorEndpoints = {
  listAccounts: defineEndpoint({
    method: 'GET',
    path: `${base}/enterprises`,
    summary: 'The accounts of all enterprises',
    ...common,
    query: Page,
    answer: z.object({ accounts: z.array(OperatorAccount), more: z.boolean() }),
  }),
  getAccount: defineEndpoint({
    method: 'GET',
    path: `${base}/enterprises/:enterpriseId`,
    summary: 'One account, its rates and what does not add up',
    ...common,
    params,
    answer: z.object({
      account: OperatorAccount,
      rates: z.array(Rate),
      differences: z.array(z.object({ law: z.string(), what: z.string(), expected: z.number(), found: z.number() })),
    }),
  }),
  saveAccount: defineEndpoint({
    method: 'PUT',
    path: `${base}/enterprises/:enterpriseId`,
    summary: 'Change plan, status, limits and tax of an account',
    audit: leaves('wallet', 'edit'),
    ...common,
    params,
    body: z.object({
      plan: z.enum(['PREPAID', 'POSTPAID']).optional(),
      status: z.enum(accountStatuses).optional(),
      /** Only before the first movement */
      currency: Currency.optional(),
      overdraft: Price.optional(),
      credit: Price.optional(),
      taxBasisPoints: z.coerce.number().int().min(0).max(10_000).optional(),
      version: Version,
      reason: requiredText(500),
    }),
    answer: OperatorAccount,
  }),
  addRates: defineEndpoint({
    method: 'POST',
    path: `${base}/enterprises/:enterpriseId/rates`,
    summary: 'Add rates for what is queued from a time on; what waits already keeps its price',
    audit: leaves('rate', 'create'),
    ...common,
    params,
    body: z.object({ validFrom: Instant, rates: z.preprocess(jsonText, z.array(NewRate).min(1).max(200)) }),
    answer: z.object({ rates: z.array(Rate) }),
  }),
  correct: defineEndpoint({
    method: 'POST',
    path: `${base}/enterprises/:enterpriseId/corrections`,
    summary: 'Give or take money, with the reason; the same key is booked once',
    audit: leaves('wallet', 'edit'),
    ...common,
    params,
    body: z.object({
      amount: WholeAmount.pipe(z.number().refine((amount) => amount !== 0)),
      reason: requiredText(500),
      requestKey: requiredText(100),
    }),
    answer: OperatorAccount,
  }),
  creditNote: defineEndpoint({
    method: 'POST',
    path: `${base}/enterprises/:enterpriseId/invoices/:invoiceId/credit`,
    summary: 'Correct an invoice by a credit note',
    audit: leaves('invoice', 'create'),
    ...common,
    params: params.extend({ invoiceId: Id }),
    body: z.object({ net: Price.pipe(z.number().min(1)), reason: requiredText(500), requestKey: requiredText(100) }),
    answer: Invoice,
  }),
};
