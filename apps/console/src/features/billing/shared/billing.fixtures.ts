import type { BillingStatus, Consumption } from '@parley/contract';
import { type Asked, good, refused } from '../../../test-screens.tsx';

export const billingBase = '/e/enterprise/billing';

export const sampleStatus: BillingStatus = {
  accountStatus: 'ACTIVE',
  accountType: 'Prepaid',
  walletBalance: 5_000_863_100,
  currency: 'INR',
  reserved: 1_500_000,
  available: 4_999_363_100,
  forecast: { monthCost: 90_005_000, daysLeft: 41 },
};

export const sampleMonth: Consumption = {
  date: '2026-11-23',
  sumAllBillableUnits: 1200,
  sumAllTotalUnits: 1234,
  sumAllTotalAmount: 45_678_900,
  serviceConsumption: [
    { planEntityId: 'WHATSAPP', billableUnits: 1000, totalUnits: 1034, amount: 40_000_000 },
    { planEntityId: 'FACEBOOK_MESSENGER', billableUnits: 200, totalUnits: 200, amount: 5_678_900 },
  ],
};

type Answers = { status?: BillingStatus | null; month?: Consumption | null };

/** Fakes the one path, which answers by request type; null makes it fail. */
export const answerBilling =
  ({ status = sampleStatus, month = sampleMonth }: Answers = {}) =>
  ({ body }: Asked) => {
    const found = (body as { requestType: string }).requestType === 'get_enterprise_account_status' ? status : month;
    return found ? good(found) : refused('server.unexpected', 'Something bad happened. Please try again later.', { requestId: 'r1' });
  };
