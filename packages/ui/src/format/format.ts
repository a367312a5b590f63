// One file a kind, so that the first page carries none that it does not write.
export { formatClock, formatDay, formatDayWords, writesMonthFirst } from './day.ts';
export {
  formatCardDate,
  formatEntityDate,
  formatInstant,
  formatRelative,
  formatReportDate,
  formatTime,
  formatTimestamp,
} from './instant.ts';
export { formatBalance, formatBarAmount, formatCost, formatExact } from './money.ts';
export { formatCountry, formatLanguage } from './name.ts';
export { formatBytes, formatNumber, formatShare, formatUnits } from './number.ts';
export { getEnterpriseCountry, getEnterpriseZone, getLocale, setEnterpriseCountry, setEnterpriseZone } from './place.ts';
