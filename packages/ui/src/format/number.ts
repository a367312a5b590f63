import { type Decimals, showBytes, showNumber, showShare } from '@parley/contract';
import { getLocale } from './place.ts';

/** '16,989' and '42.5': counts and other numbers. */
export const formatNumber = (value: number, decimals?: Decimals): string => showNumber(value, getLocale(), decimals);
/** '42.5 %'. @param ratio 0 to 1 */
export const formatShare = (ratio: number, decimals?: Decimals): string => showShare(ratio, getLocale(), decimals);
/** '1,234.00': units of messages (FORMAT-008). */
export const formatUnits = (units: number): string => formatNumber(units, 2);
/** '1.5 KB' */
export const formatBytes = (sizeBytes: number): string => showBytes(sizeBytes, getLocale());
