import type { RechargeMismatch } from '@parley/contract';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export type BillingRateTable = {
  enterpriseId: string;
  rateId: string;
  channelType: number;
  vendor: Default<string>;
  category: Default<string>;
  country: Default<string>;
  fromUnits: Default<number>;
  price: number;
  validFrom: Date;
  createdAt: CreatedAt;
  createdBy: Default<string>;
};

export type WalletAccount = 'outside' | 'available' | 'granted' | 'spent';
export type MovementKind = 'recharge' | 'reserve' | 'charge' | 'release' | 'refund' | 'correction' | 'gateway_refund';

export type BillingAccountTable = {
  enterpriseId: string;
  currency: Default<'INR' | 'USD'>;
  plan: Default<'PREPAID' | 'POSTPAID'>;
  status: Default<'ACTIVE' | 'INACTIVE'>;
  overdraft: Default<number>;
  credit: Default<number>;
  taxBasisPoints: Default<number>;
  nextSeq: Default<number>;
  version: Default<number>;
  differenceAt: Default<Date | null>;
} & Record<WalletAccount, Default<number>>;

export type BillingMovementTable = {
  enterpriseId: string;
  seq: number;
  kind: MovementKind;
  fromAccount: WalletAccount;
  toAccount: WalletAccount;
  amount: number;
  reference: Default<string>;
  uniqueKey: Default<string>;
  balanceAfter: number;
  reason: Default<string>;
  actor: Default<string>;
  at: Date;
};

export type WalletGrantTable = {
  enterpriseId: string;
  payerKind: 'run' | 'lane';
  payerId: string;
  unused: Default<number>;
  isFinal: Default<boolean>;
  isReserved: Default<boolean>;
};

export type RechargeTable = {
  enterpriseId: string;
  rechargeId: string;
  reference: string;
  amount: number;
  tax: number;
  currency: 'INR' | 'USD';
  state: Default<'pending' | 'paid' | 'expired' | 'cancelled' | 'failed'>;
  linkId: Default<string>;
  url: Default<string>;
  paymentId: Default<string>;
  requestKey: Default<string>;
  createdBy: string;
  createdAt: Date;
  paidAt: Default<Date | null>;
  nextCheckAt: Default<Date | null>;
  checks: Default<number>;
  mismatch: Default<RechargeMismatch | ''>;
};

export type BillingAlertTable = {
  enterpriseId: string;
  alertId: string;
  threshold: number;
  userIds: string[];
  isBelow: boolean;
  version: Default<number>;
};

export type InvoiceTable = {
  enterpriseId: string;
  invoiceId: string;
  kind: 'invoice' | 'credit_note';
  financialYear: string;
  serial: number;
  number: string;
  period: string;
  currency: 'INR' | 'USD';
  lines: ColumnType<{ name: string; units: number | null; amount: number }[], string, string>;
  net: number;
  tax: number;
  paid: number;
  due: number;
  corrects: Default<string | null>;
  reason: Default<string>;
  requestKey: Default<string>;
  seller: string;
  /** An invoice of before has no tax number. */
  buyer: ColumnType<{ name: string; address: string; taxId?: string; country?: string }, string, string>;
  issuedAt: Date;
  fileId: Default<string | null>;
};

/** Tables of rates, wallets and what is paid. */
export type BillingTables = {
  billingRates: BillingRateTable;
  billingAccounts: BillingAccountTable;
  billingMovements: BillingMovementTable;
  walletGrants: WalletGrantTable;
  recharges: RechargeTable;
  billingAlerts: BillingAlertTable;
  invoices: InvoiceTable;
};
