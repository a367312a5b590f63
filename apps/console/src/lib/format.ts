import type { InstantLike } from '@parley/contract';

export { isTimeZone, shortenNumber } from '@parley/contract';
export {
  formatBalance,
  formatBarAmount,
  formatBytes,
  formatCardDate,
  formatClock,
  formatCost,
  formatCountry,
  formatDay,
  formatDayWords,
  formatEntityDate,
  formatExact,
  formatInstant,
  formatLanguage,
  formatNumber,
  formatRelative,
  formatReportDate,
  formatShare,
  formatTime,
  formatTimestamp,
  formatUnits,
  getEnterpriseCountry,
  getEnterpriseZone,
  setEnterpriseCountry,
  setEnterpriseZone,
} from '@parley/ui/format';

export type Instant = InstantLike;

const fileNameMax = 30;

/** Names of more than 30 characters keep their beginning and their extension, 30 characters in all. */
export function shortenFileName(name: string): string {
  const letters = [...name];
  if (letters.length <= fileNameMax) return name;
  const dot = letters.lastIndexOf('.');
  const extension = dot > 0 && letters.length - dot <= 12 ? letters.slice(dot) : [];
  return `${letters.slice(0, fileNameMax - 1 - extension.length).join('')}…${extension.join('')}`;
}
