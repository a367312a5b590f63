import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Currency, Id, Instant, jsonText, text } from '../fields.ts';
import { Amount } from '../money.ts';
import { z } from '../z.ts';
import {
  accountStatuses,
  accountTypes,
  consumptionKeys,
  movementKinds,
  paymentStates,
  rateCategories,
  rechargeMismatches,
  rechargeStates,
} from './billing-kinds.ts';

export const PaymentState = z.enum(paymentStates);
export type PaymentState = z.infer<typeof PaymentState>;

/** Returns the state of a payment link that a page shows: an unknown status is pending (PAY-017). */
export const toPaymentState = (status: string): PaymentState => paymentStates.find((state) => state === status.toLowerCase()) ?? 'pending';

const Day = z.union([z.iso.date(), z.literal('')]).default('');
/** Days in UTC, both included, as the counts are kept; without them the month so far. */
export const DayRange = { fromDate: Day, toDate: Day };

export const ServiceConsumption = z.object({
  /** The type of channel that the units were used on, by its name (BILL-009) */
  planEntityId: z.string(),
  billableUnits: z.number(),
  totalUnits: z.number(),
  amount: Amount,
});
export type ServiceConsumption = z.infer<typeof ServiceConsumption>;

const Sums = z.object({ sumAllBillableUnits: z.number(), sumAllTotalUnits: z.number(), sumAllTotalAmount: Amount });
export const Consumption = Sums.extend({
  /** The last day of the range */
  date: z.iso.date(),
  serviceConsumption: z.array(ServiceConsumption),
}).meta({ id: 'Consumption' });
export type Consumption = z.infer<typeof Consumption>;

export const Forecast = z.object({
  /** Expected cost of the month at its end; null: not known yet */
  monthCost: Amount.nullable(),
  /** Number of days that the available balance lasts; null: not known, or longer than a year */
  daysLeft: z.number().nullable(),
});
export type Forecast = z.infer<typeof Forecast>;

export const BillingStatus = z
  .object({
    accountStatus: z.enum(accountStatuses),
    accountType: z.enum(accountTypes),
    /** Money that came in, less what was handed over */
    walletBalance: Amount,
    currency: Currency,
    /** Taken ahead by sendings, and paid for what waits */
    reserved: Amount,
    available: Amount,
    forecast: Forecast,
  })
  .meta({ id: 'BillingStatus' });
export type BillingStatus = z.infer<typeof BillingStatus>;

export const PaymentUpdate = z.object({
  razorpay_payment_link_status: text(40).default(''),
  razorpay_payment_id: text(100).default(''),
  razorpay_payment_link_id: text(100).default(''),
  razorpay_payment_link_reference_id: text(100).default(''),
  razorpay_signature: text(200).default(''),
});
export type PaymentUpdate = z.infer<typeof PaymentUpdate>;
export const PaymentResult = z.object({ status: PaymentState, message: z.string(), paymentId: z.string(), referenceId: z.string() });
export type PaymentResult = z.infer<typeof PaymentResult>;

const request = <T extends z.ZodType>(schema: T) => z.preprocess((value) => jsonText(value) ?? {}, schema);
export const BillingRequest = z.discriminatedUnion('requestType', [
  z.object({ requestType: z.literal('get_enterprise_account_status'), request: request(z.object({})) }),
  z.object({ requestType: z.literal('get_enterprise_consumption'), request: request(z.object(DayRange)) }),
  z.object({ requestType: z.literal('update_payment_status'), request: request(PaymentUpdate) }),
]);
export type BillingRequest = z.infer<typeof BillingRequest>;

export const ConsumptionRow = z.object({
  /** Value that the rows have in common: a day, an id, a code; '' where there is none */
  key: z.string(),
  name: z.string(),
  billableUnits: z.number(),
  totalUnits: z.number(),
  amount: Amount,
});
export type ConsumptionRow = z.infer<typeof ConsumptionRow>;

/** Messages whose vendor has not answered: their cost is reserved, and in no sum of what was used. */
export const UnknownConsumption = z.object({ messages: z.number(), units: z.number(), amount: Amount });
export type UnknownConsumption = z.infer<typeof UnknownConsumption>;

export const Movement = z
  .object({
    /** Number without gaps in an enterprise */
    seq: z.number(),
    kind: z.enum(movementKinds),
    from: z.enum(['outside', 'available', 'granted', 'spent']),
    to: z.enum(['outside', 'available', 'granted', 'spent']),
    amount: Amount,
    reference: z.string(),
    /** The sending that it is for, as far as the reader may see it; null: it is for none, or for all messages together */
    paysFor: z.object({ kind: z.enum(['activity', 'broadcast']), id: Id, name: z.string() }).nullable(),
    reason: z.string(),
    actor: z.string(),
    /** Available balance afterwards */
    balanceAfter: Amount,
    at: Instant,
  })
  .meta({ id: 'WalletMovement' });
export type Movement = z.infer<typeof Movement>;
export const MovementFilter = z.object({
  /** Days of the enterprise's clock, both included; without one that end is open. */
  fromDate: Day,
  toDate: Day,
  kind: z.union([z.enum(movementKinds), z.literal('')]).default(''),
});
export type MovementFilter = z.infer<typeof MovementFilter>;

export const Rate = z
  .object({
    rateId: Id,
    channelType: z.number(),
    /** '' stands for all, here and below */
    vendor: z.string(),
    category: z.enum(rateCategories),
    country: z.string(),
    /** Units of the month from which on the rate applies */
    fromUnits: z.number(),
    /** Price of a unit of each message that is queued while the rate is valid, whenever it leaves */
    price: Amount,
    validFrom: Instant,
    /** A later one of the same kind has taken over */
    isOver: z.boolean(),
  })
  .meta({ id: 'Rate' });
export type Rate = z.infer<typeof Rate>;

export const Recharge = z
  .object({
    rechargeId: Id,
    reference: z.string(),
    amount: Amount,
    tax: Amount,
    currency: Currency,
    state: z.enum(rechargeStates),
    paymentId: z.string(),
    /** Address to pay at, while it is pending and nothing was paid wrongly */
    url: z.string(),
    /** Part of the payment that differs from what was asked for: people look at it; '': nothing is known against it */
    mismatch: z.union([z.enum(rechargeMismatches), z.literal('')]),
    createdAt: Instant,
    paidAt: Instant.nullable(),
    createdBy: z.string(),
  })
  .meta({ id: 'Recharge' });
export type Recharge = z.infer<typeof Recharge>;

export const BillingAlert = z.object({
  alertId: Id,
  threshold: Amount,
  userIds: z.array(Id),
  /** The balance is below, and it was told */
  isBelow: z.boolean(),
  version: z.number(),
});
export type BillingAlert = z.infer<typeof BillingAlert>;
/** `people`: the chosen users; a user who sets alerts need not be allowed to look at users. */
const BillingAlerts = z.object({
  alerts: z.array(BillingAlert),
  people: z.array(z.object({ userId: Id, name: z.string() })),
  currency: Currency,
});

export const InvoiceLine = z.object({ name: z.string(), units: z.number().nullable(), amount: Amount });
export const Invoice = z
  .object({
    invoiceId: Id,
    number: z.string(),
    kind: z.enum(['invoice', 'credit_note']),
    /** '2026-11', in UTC */
    period: z.string(),
    currency: Currency,
    lines: z.array(InvoiceLine),
    net: Amount,
    tax: Amount,
    /** Amount that came with recharges already */
    paid: Amount,
    due: Amount,
    /** Invoice that a credit note corrects */
    corrects: z.string(),
    reason: z.string(),
    issuedAt: Instant,
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;

const tag = 'Billing';
const base = '/e/enterprise/billing';
const reads = { tag, access: ['ENTERPRISE_BILLING'] } as const;
const administers = { tag, access: ['ENTERPRISE.EDIT'], behind: 'ENTERPRISE_BILLING' } as const;
const after = { after: z.coerce.number().int().min(0).default(0), perPage: z.coerce.number().int().min(1).max(200).default(25) };

export const billingEndpoints = {
  /** One path for all three: the reading request types need a session, the payment update is proved by its signature (PAY-015). */
  call: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Status and consumption of the account; tell what became of a payment',
    audit: leavesNothing('it reads, or asks the gateway what became of a payment'),
    tag,
    access: 'public',
    perMinute: 120,
    body: BillingRequest,
    answer: z.union([BillingStatus, Consumption, PaymentResult]),
  }),
  consumption: defineEndpoint({
    method: 'GET',
    path: `${base}/consumption`,
    summary: 'What was used and what it cost, by one property',
    ...reads,
    query: z.object({ ...DayRange, by: z.enum(consumptionKeys).default('day') }),
    answer: Sums.extend({
      currency: Currency,
      fromDate: z.iso.date(),
      toDate: z.iso.date(),
      rows: z.array(ConsumptionRow),
      unknown: UnknownConsumption,
    }),
  }),
  movements: defineEndpoint({
    method: 'GET',
    path: `${base}/movements`,
    summary: 'Movements of the wallet, the newest first; `after` is the last number of the page before',
    ...reads,
    query: MovementFilter.extend(after),
    answer: z.object({ currency: Currency, movements: z.array(Movement), more: z.boolean() }),
  }),
  exportMovements: defineEndpoint({
    method: 'GET',
    path: `${base}/movements/export`,
    summary: 'The filtered movements as CSV; the link carries x-access-id',
    audit: leaves('wallet', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    query: MovementFilter.extend({ 'x-access-id': z.string().max(500).default('') }),
  }),
  rates: defineEndpoint({
    method: 'GET',
    path: `${base}/rates`,
    summary: 'What messages cost, by the rate that is valid when they are queued; with the prices of before',
    ...reads,
    answer: z.object({ currency: Currency, rates: z.array(Rate) }),
  }),
  recharges: defineEndpoint({
    method: 'GET',
    path: `${base}/recharge`,
    summary: 'Recharges, the newest first; whether and how much can be recharged',
    ...administers,
    query: z.object({ from: z.coerce.number().int().min(0).max(100_000).default(0), perPage: after.perPage }),
    answer: z.object({
      recharges: z.array(Recharge),
      more: z.boolean(),
      isOffered: z.boolean(),
      taxBasisPoints: z.number(),
      currency: Currency,
    }),
  }),
  recharge: defineEndpoint({
    method: 'POST',
    path: `${base}/recharge`,
    summary: 'Make a payment link for an amount; the same request key makes the same one',
    audit: leaves('recharge', 'create'),
    ...administers,
    proof: true,
    perMinute: 10,
    body: z.object({ amount: z.coerce.number().pipe(Amount), requestKey: text(100).default('') }),
    answer: Recharge,
  }),
  alerts: defineEndpoint({
    method: 'GET',
    path: `${base}/alerts`,
    summary: 'Who is told below which balance',
    ...administers,
    answer: BillingAlerts,
  }),
  saveAlerts: defineEndpoint({
    method: 'POST',
    path: `${base}/alerts`,
    summary: 'Tell chosen people below a balance; one without an id is new, one without people is deleted',
    audit: leaves('billing_alert', 'edit'),
    ...administers,
    body: z.object({
      alertId: z.union([Id, z.literal('')]).default(''),
      threshold: z.coerce.number().pipe(Amount),
      userIds: z.preprocess(jsonText, z.array(Id).max(20)),
      version: z.coerce.number().int().min(0).default(0),
    }),
    answer: BillingAlerts,
  }),
  invoices: defineEndpoint({
    method: 'GET',
    path: `${base}/invoices`,
    summary: 'Invoices and credit notes, the newest first',
    ...administers,
    answer: z.object({ invoices: z.array(Invoice) }),
  }),
  invoicePdf: defineEndpoint({
    method: 'GET',
    path: `${base}/invoices/:invoiceId/pdf`,
    summary: 'An invoice as PDF, as it was made',
    ...administers,
    params: z.object({ invoiceId: Id }),
  }),
};
