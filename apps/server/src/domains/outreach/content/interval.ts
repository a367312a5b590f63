/** An interval that covers the true value in 95 of 100 cases. */
export type Interval = { low: number; high: number };
export type Share = { count: number; of: number };

/** Quantile of the normal distribution: 2.5 % lie above. */
const z = 1.959963984540054;

/**
 * The interval of a share by Wilson's score, without correction for continuity: it stays between 0 and 1, and says something of 0 and of all.
 * Source: Wilson (1927); Newcombe (1998), Statistics in Medicine 17, 857–872, method 3.
 * @returns 0 to 1 where there is nothing to count
 */
export function wilson({ count, of }: Share): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const share = count / of;
  const middle = 2 * count + z * z;
  const half = z * Math.sqrt(z * z + 4 * count * (1 - share));
  const whole = 2 * (of + z * z);
  // Both terms are equal at the ends except for the last digit.
  return { low: count === 0 ? 0 : (middle - half) / whole, high: count === of ? 1 : (middle + half) / whole };
}

/**
 * The interval of the difference of two independent shares, by the hybrid score.
 * Source: Newcombe (1998), Statistics in Medicine 17, 873–890, method 10.
 * @returns of the share of `one` less that of `other`
 */
export function newcombe(one: Share, other: Share): Interval & { share: number } {
  const [p, q] = [shareOf(one), shareOf(other)];
  const [first, second] = [wilson(one), wilson(other)];
  const share = p - q;
  return {
    share,
    low: share - Math.hypot(p - first.low, second.high - q),
    high: share + Math.hypot(first.high - p, q - second.low),
  };
}

export const shareOf = ({ count, of }: Share): number => (of === 0 ? 0 : count / of);
