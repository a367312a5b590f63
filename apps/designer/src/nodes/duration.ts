import { designerWords } from '../words.ts';

export const durationUnits = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3600 },
  { unit: 'minutes', seconds: 60 },
  { unit: 'seconds', seconds: 1 },
] as const;
export type DurationUnit = (typeof durationUnits)[number]['unit'];

/** The largest unit that says a duration in a whole number. */
export function unitOf(seconds: number): { unit: DurationUnit; count: number; size: number } {
  const found = durationUnits.find((one) => seconds !== 0 && seconds % one.seconds === 0) ?? durationUnits[3];
  return { unit: found.unit, count: seconds / found.seconds, size: found.seconds };
}

export function showSeconds(seconds: number): string {
  const { unit, count } = unitOf(seconds);
  return designerWords.duration(unit, { count });
}
