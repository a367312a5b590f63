import { type FigureUnit, showNumber, showPlain } from '@parley/contract';

const two = (value: number) => String(value).padStart(2, '0');

/** A duration as the console writes it: 1:05, or 2:01:05 from an hour on. */
function showDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A figure for mails and notices, which have no language of their own; a dash where it is of nothing. */
export function showFigure(unit: FigureUnit, value: number | null): string {
  if (value === null) return '–';
  if (unit === 'ms') return showDuration(value);
  if (unit === 'share') return `${showPlain(value * 100, 1)} %`;
  if (unit === 'stars') return showPlain(value, 1);
  return Number.isInteger(value) ? showNumber(value, 'en') : showPlain(value, 2);
}
