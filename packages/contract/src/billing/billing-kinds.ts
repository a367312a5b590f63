/**
 * Constants of billing that screens need before they ask for anything: kinds, states, texts and limits, apart from the schemas that are
 * made of them.
 */

/** Texts that the specification fixes (BILL-008, PAY-007 to PAY-010). */
export const billingTexts = {
  failed: 'Something Went Wrong',
  paid: 'Payment Successful',
  expired: 'Sorry , Your link has been expired',
  pending: 'Payment is not made and waiting for approval.',
  cancelled: 'Sorry , Your Payment is cancelled.',
} as const;

export const paymentStates = ['pending', 'paid', 'expired', 'cancelled'] as const;

export const accountStatuses = ['ACTIVE', 'INACTIVE'] as const;

export const accountTypes = ['Prepaid', 'Postpaid'] as const;

export const consumptionKeys = ['day', 'service', 'channel', 'category', 'country', 'source', 'department'] as const;
export type ConsumptionKey = (typeof consumptionKeys)[number];

export const movementKinds = ['recharge', 'reserve', 'charge', 'release', 'refund', 'correction', 'gateway_refund'] as const;

export const rateCategories = ['', 'MARKETING', 'UTILITY', 'UTILITY_IN_WINDOW', 'AUTHENTICATION', 'SERVICE'] as const;

/** Parts of a payment that differ from what was asked for. */
export const rechargeMismatches = ['link', 'reference', 'currency', 'amount', 'payment'] as const;
export type RechargeMismatch = (typeof rechargeMismatches)[number];
export const rechargeStates = ['pending', 'paid', 'expired', 'cancelled', 'failed'] as const;

/** Millionths; the gateway counts hundredths, so an amount is whole hundredths. */
export const hundredth = 10_000;
export const rechargeLimits = { least: 100 * hundredth, most: 500_000 * 100 * hundredth } as const;

/** Returns the tax of an amount, to whole hundredths; the half goes up. @param basisPoints hundredths of a percent */
export function taxOf(amount: number, basisPoints: number): number {
  const hundredths = (BigInt(amount) * BigInt(basisPoints) + 5_000n * BigInt(hundredth)) / (10_000n * BigInt(hundredth));
  return Number(hundredths) * hundredth;
}

export const mostAlerts = 10;
